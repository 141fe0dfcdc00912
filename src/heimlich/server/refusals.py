"""Why something that was asked of a table is not done. Texts go to the one who asked, and speak of public things."""

from heimlich.errors import HeimlichError


class Refused(HeimlichError):
    """A table's own refusal (what the rules refuse stays an IllegalAction): a code for programs, a text for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


def code_of(error: HeimlichError) -> str:
    """A word for programs; everything that is not the table's own is `rules`."""
    return error.code if isinstance(error, Refused) else "rules"
