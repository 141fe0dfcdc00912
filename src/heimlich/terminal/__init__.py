"""The terminal's boards and screen: a view as text, for `heimlich play` and other callers that draw a table as text."""
