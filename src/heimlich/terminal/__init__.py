"""The terminal's boards and screen: a view as text, for `heimlich play` and for whoever draws a table so."""
