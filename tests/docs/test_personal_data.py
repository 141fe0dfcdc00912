"""docs/personal-data.md names every table of the database that has something about a guest."""

from pathlib import Path

from heimlich.server.storage.schema import metadata

PAGE = (Path(__file__).parents[2] / "docs" / "personal-data.md").read_text("utf-8")
OF_GUESTS = {"guest", "into", "host", "nickname", "token"}  # columns


def test_every_table_about_guests_is_named() -> None:
    about_guests = {str(table.name) for table in metadata.tables.values() if OF_GUESTS & set(table.columns.keys())}
    assert {"guests", "tokens", "visits", "push_subscriptions", "season_tables", "joins"} <= about_guests
    assert {name for name in about_guests if f"`{name}`" not in PAGE} == set()
