"""The installed package needs nothing of training/, which is not in the wheel."""

import re
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"


def test_no_module_of_the_package_imports_training() -> None:
    imports = re.compile(r"^\s*(from|import) training\b", re.MULTILINE)
    assert [str(path) for path in SOURCE.rglob("*.py") if imports.search(path.read_text())] == []
