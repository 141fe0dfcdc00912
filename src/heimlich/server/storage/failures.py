"""Describe database errors for logs and operators, without quoting any value of a statement."""

from sqlalchemy.exc import SQLAlchemyError

# Beginnings of SQLite's names of errors, and PostgreSQL's numbers of them.
REASONS = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_NOTADB": "it is no SQLite database",
    "SQLITE_READONLY": "it cannot be written",
    "SQLITE_CANTOPEN": "it cannot be opened",
    "SQLITE_CORRUPT": "it is damaged",
    "SQLITE_BUSY": "another program keeps it locked",
    "SQLITE_IOERR": "the disk fails",
    "53100": "the disk is full",
    "53300": "it takes no more connections",
    "25006": "it cannot be written",
    "57P": "it is starting or stopping",
}


def code_of_failure(error: BaseException) -> str:
    """Return SQLite's name or PostgreSQL's number of an error, else the name of its type."""
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    return str(code or type(error).__name__)


def reason_of(error: BaseException) -> str:
    """Describe an error for people."""
    code = code_of_failure(error)
    for beginning, reason in REASONS.items():
        if code.startswith(beginning):
            return reason
    return str(getattr(error, "strerror", None) or code)


def reason_not_opened(error: BaseException) -> str:
    """Describe why a database was not opened: nothing was written yet, so its own message can be shown."""
    reason = reason_of(error)
    if isinstance(error, SQLAlchemyError) and reason == code_of_failure(error):
        said = str(getattr(error, "orig", None) or reason).partition("\n")[0]
        return said.rpartition(">: ")[2]  # the driver puts the name of a class before it
    return reason
