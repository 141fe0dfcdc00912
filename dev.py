#!/usr/bin/env python3
"""Set up, run, check and test this repository, on a machine with only Python 3.11+ and pip.

    python3 dev.py              set up, then serve the game at http://127.0.0.1:8000
    python3 dev.py play         set up, then play in the terminal
    python3 dev.py test         set up, then run every check there is
    python3 dev.py check        lint, types and layers only
    python3 dev.py soak [NAME]  the same tests with full counts; NAME picks some of them
    python3 dev.py setup        set up to play only; leaves .venv/bin/heimlich behind
    python3 dev.py web [NAME]   tools for the page: dev (a server that shows every change), build, check, test

Further words after `test`, `serve` and `play` go to pytest and to heimlich.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import build_page

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
STAMP = VENV / "set-up.stamp"
DEFINES_SETUP = ("pyproject.toml", "constraints.txt", "dev.py")
TO_PLAY = "page"  # the extra of pyproject.toml that serving and playing need …
TO_TEST = "dev"  # … and the one with all that the checks need, which is four times as large
NEEDS_ALL = frozenset({"test", "check", "soak"})
# Tests with a browser or a server of their own depend on how busy the machine is: if few fail, they get a second try.
DEPENDS_ON_TIME = ("tests/browser/", "tests/live/")
MOST_TRIED_AGAIN = 5
FAILED_TESTS = "HEIMLICH_FAILED_TESTS"  # where tests/conftest.py writes which tests have failed

Command = Sequence[str | Path]


def main(words: Sequence[str]) -> int:
    """Run one of the commands above."""
    if sys.version_info < (3, 11):  # noqa: UP036 (this file alone may meet an older one)
        print("heimlich needs Python 3.11 or newer; this is", sys.version.split()[0])
        return 1
    commands: dict[str, Callable[[Sequence[str]], int]] = {
        "setup": lambda _: 0,
        "check": lambda _: run_all(CHECKS),
        "test": lambda rest: install_packages() or run_all((*CHECKS, tests(rest))),
        "soak": soak,
        "web": lambda rest: page(*(rest or ("dev",))),
        "serve": lambda rest: heimlich("serve", rest),
        "play": lambda rest: heimlich("play", rest),
    }
    name, rest = (words[0], words[1:]) if words else ("serve", ())
    if name in {"-h", "--help", "help"}:
        print(__doc__)
        return 0
    if name not in commands:
        print(f"there is no '{name}' here; there are: {', '.join(commands)}")
        return 2
    os.chdir(ROOT)
    set_up(TO_TEST if name in NEEDS_ALL else TO_PLAY)
    if not build_page.is_fresh() and name != "web":
        print("building the page …", flush=True)
        subprocess.run((BIN / "python", "build_page.py"), check=True)
    return commands[name](rest)


def set_up(extra: str) -> None:
    """Make .venv hold what an extra of pyproject.toml asks for; quick when nothing has changed."""
    parts = [sys.version, *((ROOT / name).read_text("utf-8") for name in DEFINES_SETUP)]
    wanted = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    found = STAMP.read_text().split() if STAMP.is_file() else []
    if found[:1] == [wanted]:
        if found[1] in {extra, TO_TEST}:
            return
    elif TO_TEST in found:
        extra = TO_TEST  # the tests were run in this folder before, and will be again
    started = time.monotonic()
    print(f"setting up .venv to {'test' if extra == TO_TEST else 'play'} …", flush=True)
    python = BIN / "python"
    if not python.exists():
        make_venv(python)
    environment = os.environ | {"UV_PYTHON_DOWNLOADS": "never", "VIRTUAL_ENV": str(VENV)}
    install: Command = (BIN / "uv", "pip", "install", "--quiet", "-c", "constraints.txt", "-e", f".[{extra}]")
    subprocess.run(install, check=True, env=environment)
    STAMP.write_text(f"{wanted} {extra}")
    print(f"set up in {time.monotonic() - started:.0f} s", flush=True)


def make_venv(python: Path) -> None:
    """Make a virtual environment with uv in it; where Python comes without ensurepip, use the pip at hand."""
    pip: Command = (python, "-m", "pip")
    if subprocess.run((sys.executable, "-m", "venv", VENV), capture_output=True).returncode:
        subprocess.run((sys.executable, "-m", "venv", "--clear", "--without-pip", VENV), check=True)
        pip = (sys.executable, "-m", "pip", "--python", python)
    subprocess.run((*pip, "install", "--quiet", "--disable-pip-version-check", "uv"), check=True)


def tests(rest: Sequence[str]) -> Command:
    """Return the command that runs all tests: in one process more than there are cores, up to five.

    Tests with a server or a browser wait for half of their time. Those of one file, which share a server, stay together
    until a process has none left and takes some from another.
    """
    workers = min(4, os.cpu_count() or 1) + 1
    return (BIN / "python", "-m", "pytest", "-q", "-n", str(workers), "--dist", "worksteal", *rest)


CHECKS: tuple[Command, ...] = (
    (BIN / "ruff", "check", "--quiet", "."),
    (BIN / "ruff", "format", "--quiet", "--check", "."),
    (BIN / "lint-imports", "--no-cache"),
    (BIN / "mypy",),
    (BIN / "python", "build_page.py", "check"),
    (BIN / "python", "build_page.py", "test"),
)


def install_packages() -> int:
    """Install databases, proxies and a browser for the tests, from Debian's packages, if we are root."""
    path = f"{os.environ.get('PATH', '')}:/usr/sbin"
    tools = {name: name for name in ("caddy", "nginx", "openssl", "curl")}
    tools |= {"systemd-analyze": "systemd", "ip": "iproute2"}
    missing = [package for program, package in tools.items() if not shutil.which(program, path=path)]
    if not any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        missing.append("postgresql")
    if not (os.environ.get("CHROMIUM") or shutil.which("chromium")):
        missing.append("chromium")
    if missing and os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"installing Debian's {' and '.join(missing)} …", flush=True)
        quiet = {"DEBIAN_FRONTEND": "noninteractive"}
        install = ("apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing)
        for command in (("apt-get", "update", "-qq"), install):
            subprocess.run(command, env=os.environ | quiet, stdout=subprocess.DEVNULL, check=True)
    elif missing:
        print(f"without {' and '.join(missing)} on this machine, the tests that need them are left out", flush=True)
    return 0


def page(*words: str) -> int:
    """Run one of the page's own tools."""
    try:
        return subprocess.run((BIN / "python", "build_page.py", *words)).returncode
    except KeyboardInterrupt:
        return 0


def run_all(commands: Sequence[Command]) -> int:
    """Run all commands, even after a failure, so that one run reports every failure."""
    failed = []
    for command in commands:
        name = name_of(command)
        started = time.monotonic()
        print(f"── {name}", flush=True)
        code = run_tests(command) if name == "pytest" else subprocess.run(command).returncode
        print(f"── {name}: {'ok' if code == 0 else 'FAILED'} in {time.monotonic() - started:.0f} s", flush=True)
        if code:
            failed.append(name)
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


def run_tests(command: Command) -> int:
    """Run tests; if all that failed depend on time and are few, name them and try them once more, one by one."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "failed"
        code = subprocess.run(command, env=os.environ | {FAILED_TESTS: str(report)}).returncode
        failed = report.read_text("utf-8").splitlines() if report.is_file() else []
    if code != 1 or not 0 < len(failed) <= MOST_TRIED_AGAIN or not all(map(depends_on_time, failed)):
        return code
    print(f"── tried again, alone: {', '.join(failed)}", flush=True)
    return subprocess.run((BIN / "python", "-m", "pytest", "-q", "-n", "0", *failed)).returncode


def depends_on_time(test: str) -> bool:
    """Tell whether a test may fail because the machine is busy."""
    return test.startswith(DEPENDS_ON_TIME)


def name_of(command: Command) -> str:
    """Return the name of a check for the report: its program, or the module that Python runs."""
    program, *words = map(str, command)
    if Path(program).name != "python":
        return Path(program).name
    return words[1] if words[0] == "-m" else " ".join(words)


def soak(rest: Sequence[str]) -> int:
    """Run the tests with full counts; this can take long."""
    os.environ["HEIMLICH_SOAK"] = "1"
    pick = ("-k", rest[0], *rest[1:]) if rest else ()
    return run_all((tests(pick),))


def heimlich(command: str, rest: Sequence[str]) -> int:
    """Run one of the program's own commands."""
    try:
        return subprocess.run((BIN / "heimlich", command, *rest)).returncode
    except KeyboardInterrupt:  # the program has got the signal too, and has stopped cleanly
        return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except subprocess.CalledProcessError as error:
        print(f"setting up failed: {' '.join(map(str, error.cmd))}")
        sys.exit(1)
