"""A hook of hatch: build the page into the wheel, so that installing the wheel needs no Node."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    """Builds the page before the wheel is packed. An editable install has its page from dev.py."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root)))
        import build_page

        build_page.build()
