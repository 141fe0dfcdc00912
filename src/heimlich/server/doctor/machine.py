"""Look at the machine: open files, the page, the workers, room on the disks, and backups."""

import asyncio
import gzip
import os
import resource
import time
from collections.abc import Iterator
from pathlib import Path

from heimlich.server.admin import FORMAT, newest_backup
from heimlich.server.doctor.findings import Finding, doubtful, fine, wrong
from heimlich.server.settings import Settings
from heimlich.server.table.refusals import Refused
from heimlich.server.thinking.workers import BotFailed, BotWorkers, worker_number
from heimlich.server.web.pages import STATIC

FEWEST_FILES = 4096
LEAST_ROOM, SOME_ROOM = 20 * 2**20, 500 * 2**20  # bytes
OLDEST_BACKUP_S = 26 * 3600


def check_files() -> Iterator[Finding]:
    """Check how many files and sockets a process may open: each player needs one."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most != resource.RLIM_INFINITY and most < FEWEST_FILES:
        yield doubtful(
            "open files",
            f"a process may open {most} files here, and each connection is one",
            "write LimitNOFILE=65536 into the unit, or raise 'ulimit -n' where the server is started",
        )
    else:
        yield fine("open files", "a process may open enough files")


def check_user() -> Iterator[Finding]:
    """Check that this is not the almighty user."""
    if os.geteuid() == 0:
        yield doubtful(
            "user",
            "this runs as root, so it may do what the server's own user may not",
            "run it as the server's user: runuser -u heimlich -- heimlich admin doctor …",
        )


def check_page() -> Iterator[Finding]:
    """Check that the page was built."""
    if (STATIC / "index.html").is_file():
        yield fine("page", "the page is there")
    else:
        yield wrong(
            "page", "the page was not built", "install a wheel, or run 'python3 dev.py web build' in a checkout"
        )


def check_workers(settings: Settings) -> Iterator[Finding]:
    """Start a worker as a server does, and let it answer a question."""
    began = time.monotonic()
    reason = asyncio.run(_try_worker())
    if reason:
        yield wrong(
            "workers",
            f"a process in which bots think does not answer ({reason})",
            "bots would move by chance: see the log for 'a bot failed', and whether memory is left",
        )
        return
    number, cores = worker_number(settings.bot_workers), len(os.sched_getaffinity(0))
    if number > cores:
        yield doubtful(
            "workers",
            f"{number} bot workers are set for {cores} cores",
            "leave HEIMLICH_BOT_WORKERS out: then it is one for each core but one",
        )
    else:
        yield fine("workers", f"a worker answered after {time.monotonic() - began:.1f} s")


async def _try_worker() -> str:
    workers = BotWorkers(1)
    try:
        await workers.retell("")
    except Refused:  # which is the right answer to an empty record
        return ""
    except (BotFailed, OSError) as error:
        return str(error) or type(error).__name__
    finally:
        await workers.stop()
    return ""


def check_room(name: str, folder: Path) -> Iterator[Finding]:
    """Check that something can be written into a folder, and how much."""
    try:
        found = os.statvfs(folder)
    except OSError as error:
        yield wrong(name, f"'{folder}' cannot be looked at: {error.strerror}", "make the folder, or name another one")
        return
    room = found.f_bavail * found.f_frsize
    if not os.access(folder, os.W_OK | os.X_OK) or found.f_flag & os.ST_RDONLY:
        yield wrong(
            name,
            f"'{folder}' cannot be written by this user",
            f"give it to the server's user: chown -R heimlich: {folder}, or remount it",
        )
    elif room < LEAST_ROOM or (found.f_files and not found.f_favail):
        yield wrong(name, f"the disk of '{folder}' is full ({room // 2**20} MB are left)", "delete something there")
    elif room < SOME_ROOM:
        yield doubtful(name, f"only {room // 2**20} MB are left on the disk of '{folder}'", "make room soon")
    else:
        yield fine(name, f"'{folder}' can be written, and {room // 2**20} MB are left")


def check_backups(settings: Settings) -> Iterator[Finding]:
    """Check that the newest backup is there, readable and young."""
    if not settings.backups:
        yield doubtful(
            "backup",
            "no folder for backups is set",
            "set HEIMLICH_BACKUPS, and let heimlich-backup.timer (deploy/) run 'heimlich admin backup' every night",
        )
        return
    if _is_closed(Path(settings.backups)):
        yield wrong(
            "backup",
            f"'{settings.backups}' cannot be looked at by this user",
            f"give it to the server's user: chown -R heimlich: {settings.backups}",
        )
        return
    newest = newest_backup(Path(settings.backups))
    if newest is None:
        yield wrong(
            "backup",
            f"there is no backup in '{settings.backups}'",
            "run 'heimlich admin backup' once, and see 'systemctl status heimlich-backup.timer'",
        )
        return
    hours = (time.time() - newest.stat().st_mtime) / 3600
    if not _begins_well(newest):
        yield wrong("backup", f"'{newest}' is no backup, or cannot be read", "make a new one: heimlich admin backup")
    elif hours * 3600 > OLDEST_BACKUP_S:
        yield wrong(
            "backup",
            f"the newest backup is {hours:.0f} hours old",
            "see 'systemctl status heimlich-backup.timer' and 'journalctl -u heimlich-backup'",
        )
    else:
        yield fine("backup", f"the newest backup is {hours:.1f} hours old")
    yield from check_room("backup folder", Path(settings.backups))


def _is_closed(folder: Path) -> bool:
    """Tell whether a folder is there, or may be there, and cannot be entered or listed."""
    try:
        os.stat(folder)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return not os.access(folder, os.R_OK | os.X_OK)


def _begins_well(file: Path) -> bool:
    try:
        with gzip.open(file, "rb") as lines:
            return FORMAT.encode() in lines.readline(200)
    except (OSError, EOFError):
        return False
