"""docs/operating.md names every setting of the server."""

from pathlib import Path

import pytest

from heimlich.server.settings import PREFIX, Settings

PAGE = (Path(__file__).parents[2] / "docs" / "operating.md").read_text("utf-8")


@pytest.mark.parametrize("field", Settings.__struct_fields__)
def test_every_setting_is_explained(field: str) -> None:
    name = f"{PREFIX}{field.upper()}"
    ends = [name[index:] for index, letter in enumerate(name) if letter == "_" and index > len(PREFIX)]
    assert any(f"`{one}`" in PAGE for one in (name, *(f"…{end}" for end in ends))), name
