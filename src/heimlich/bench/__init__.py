"""The measures of `heimlich bench`: rules, server, sim. The options of the command are in `heimlich.cli.bench`."""
