"""`heimlich admin`: look after a server's tables, whether it is running or not."""

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from heimlich.errors import HeimlichError

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from heimlich.server.storage.database import Database
    from heimlich.server.storage.store import Listing

T = TypeVar("T")
_MARKS = {"fine": "  ok ", "doubtful": "  ?  ", "wrong": "WRONG"}


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command, its tasks, and its options."""
    parser = commands.add_parser("admin", help="look after a server's tables: list, export, close, back up …")
    parser.add_argument("--database", help="a file (default heimlich.sqlite3 here), or postgresql://…")
    tasks = parser.add_subparsers(required=True, metavar="TASK")
    listing = tasks.add_parser("list", help="all tables, the newest first")
    listing.add_argument("--stage", help="only those that are waiting, playing, paused, over, ended or closed")
    listing.add_argument("--most", type=int, default=100, help="list at most this many (default 100)")
    listing.set_defaults(task=_list)
    tasks.add_parser("reports", help="what people were reported for").set_defaults(task=_reports)
    export = tasks.add_parser("export", help="a table's record")
    export.add_argument("table")
    export.add_argument("--whole", action="store_true", help="with everything that is still secret")
    export.set_defaults(task=_export)
    close = tasks.add_parser("close", help="close a table for good")
    close.add_argument("table")
    close.set_defaults(task=_close)
    tidy = tasks.add_parser("tidy", help="delete tables that nobody has touched for long")
    tidy.add_argument("--days", type=int, help="days since the last change (default: the setting, 90)")
    tidy.add_argument("--really", action="store_true", help="delete them; without this they are only listed")
    tidy.set_defaults(task=_tidy)
    tasks.add_parser("results", help="work out again what everyone has played").set_defaults(task=_results)
    tasks.add_parser("ratings", help="work out all ratings again from the logs").set_defaults(task=_ratings)
    backup = tasks.add_parser("backup", help="write everything to a file")
    backup.add_argument("file", type=Path, nargs="?", help="without one: by its time, into the folder HEIMLICH_BACKUPS")
    backup.add_argument("--keep", type=int, default=14, help="in that folder, keep the newest so many (default 14)")
    backup.set_defaults(task=_backup)
    restore = tasks.add_parser("restore", help="and back, into a new, empty database")
    restore.add_argument("file", type=Path)
    restore.set_defaults(task=_restore)
    doctor = tasks.add_parser("doctor", help="say what is wrong with this set-up, and what to do")
    doctor.add_argument("--settings", type=Path, help="the server's file of settings (systemd's EnvironmentFile)")
    doctor.add_argument("--json", action="store_true", help="for programs: a list of findings")
    doctor.set_defaults(task=_doctor)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Do one of the tasks."""
    code: int = options.task(options)
    return code


def _list(options: argparse.Namespace) -> int:
    from heimlich.server.storage.store import list_tables

    stages = [options.stage] if options.stage else None
    for listing in _read(options, lambda found: list_tables(found, stages=stages, most=options.most)):
        print(_line(listing))
    return 0


def _line(listing: "Listing") -> str:
    opened = time.strftime("%Y-%m-%d %H:%M", time.gmtime(listing.created_at / 1000))
    return f"{listing.id}  {opened}  {listing.stage:<8} {listing.game}"


def _reports(options: argparse.Namespace) -> int:
    from heimlich.server.storage.store import reports
    from heimlich.server.table.rows import Reported

    for table, row in _read(options, reports):
        assert isinstance(row.data, Reported)
        when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(row.at_ms / 1000))
        print(f"{table}  {when}  person {row.data.person}, by person {row.data.who}: {row.data.reason}")
    return 0


def _export(options: argparse.Namespace) -> int:
    from heimlich.server import admin

    print(_read(options, lambda found: admin.export(found, options.table, whole=options.whole)), end="")
    return 0


def _close(options: argparse.Namespace) -> int:
    from heimlich.server import admin

    _write(options, lambda found: admin.close(found, options.table))
    print("closed")
    return 0


def _tidy(options: argparse.Namespace) -> int:
    from heimlich.server import admin
    from heimlich.server.settings import read_settings

    days = read_settings().tidy_days if options.days is None else options.days
    found = _write(options, lambda found: admin.tidy(found, days, really=options.really))
    for listing in found:
        print(_line(listing))
    print(f"{len(found)} tables {'deleted' if options.really else 'would be deleted with --really'}")
    return 0


def _results(options: argparse.Namespace) -> int:
    from heimlich.server import admin

    made = _run(options, lambda database: admin.remake_plays(database, _tell))
    print(f"results of {made} tables worked out")
    return 0


def _ratings(options: argparse.Namespace) -> int:
    from heimlich.server.storage.ratings import remake_ratings

    made = _run(options, lambda database: remake_ratings(database, _tell))
    print(f"ratings of {made.games} games worked out; {made.changed} were stored differently")
    return 0


def _tell(done: int, of: int) -> None:
    if sys.stderr.isatty() or done == of:
        print(f"\r{done} of {of} tables", end="\n" if done == of else "", file=sys.stderr, flush=True)


def _backup(options: argparse.Namespace) -> int:
    from heimlich.server import admin
    from heimlich.server.settings import read_settings

    if options.file is not None:
        print(f"{_read(options, lambda found: admin.back_up(found, options.file))} rows written")
        return 0
    folder, keep = read_settings().backups, options.keep
    if not folder:
        raise HeimlichError("name a file to write, or a folder in HEIMLICH_BACKUPS")
    if keep < 1:
        raise HeimlichError(f"'--keep {keep}' would keep nothing; keep 1 or more")
    file, count = _read(options, lambda found: admin.back_up_into(found, Path(folder), keep))
    print(f"{count} rows written to {file}")
    return 0


def _restore(options: argparse.Namespace) -> int:
    from heimlich.server import admin

    print(f"{_write(options, lambda found: admin.restore(found, options.file))} rows restored")
    return 0


def _doctor(options: argparse.Namespace) -> int:
    """Print findings as they come; 1 if anything is wrong."""
    from heimlich.server.doctor.checkup import examine, read_environment
    from heimlich.server.doctor.findings import Finding, Level

    environment = {**os.environ, **(read_environment(options.settings) if options.settings else {})}
    found: list[Finding] = []
    for finding in examine({"database": options.database}, environment):
        found.append(finding)
        if not options.json:
            print(f"{_MARKS[finding.level]} {finding.check}: {finding.text}", flush=True)
            if finding.advice:
                print(f"      {finding.advice}", flush=True)
    if options.json:
        print(json.dumps([{name: getattr(one, name) for name in Finding.__struct_fields__} for one in found], indent=2))
    number = sum(one.level is Level.WRONG for one in found)
    if not options.json:
        print("nothing is wrong" if not number else f"{number} {'thing is' if number == 1 else 'things are'} wrong")
    return 1 if number else 0


def _read(options: argparse.Namespace, ask: "Callable[[Connection], T]") -> T:
    return _with_database(options, ask, write=False)


def _write(options: argparse.Namespace, change: "Callable[[Connection], T]") -> T:
    return _with_database(options, change, write=True)


def _with_database(options: argparse.Namespace, work: "Callable[[Connection], T]", *, write: bool) -> T:
    return _run(options, lambda database: database.write(work) if write else database.read(work))


def _run(options: argparse.Namespace, work: "Callable[[Database], Coroutine[Any, Any, T]]") -> T:
    from sqlalchemy.exc import SQLAlchemyError

    from heimlich.server.settings import read_settings
    from heimlich.server.storage.database import make_database
    from heimlich.server.storage.failures import reason_of

    async def go() -> T:
        database: Database = make_database(read_settings({"database": options.database}))
        try:
            await database.prepare()
            return await work(database)
        except SQLAlchemyError as error:
            raise HeimlichError(f"the database does not answer: {reason_of(error)}") from None
        finally:
            await database.close()

    return asyncio.run(go())
