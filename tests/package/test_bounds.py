"""Dependencies whose inner classes we subclass have an upper bound: another version may change them without notice."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SUBCLASSED = ("uvicorn",)


def test_what_is_subclassed_has_an_upper_bound() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *(one for some in project["optional-dependencies"].values() for one in some)]
    for name in SUBCLASSED:
        found = [one for one in wanted if one.startswith(name)]
        assert found, name
        assert all("<" in one for one in found), found
