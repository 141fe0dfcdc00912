"""Chromium's own record of what the page's main thread did: its tasks, what they were spent on, the frames between.

A task is what keeps a page from answering. Times are those that the thread computed for, so that other work on the
machine counts little; with a throttled CPU, Chromium makes the thread compute for longer. Painting is kept apart from
the rest: without a graphics card the same cores do it.
"""

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

CATEGORIES = [
    "toplevel",
    "blink",
    "loading",
    "navigation",
    "v8",
    "blink.animations",
    "blink.user_timing",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
]
KINDS = {
    "EvaluateScript": "script",
    "v8.evaluateModule": "script",
    "v8.callFunction": "script",
    "FunctionCall": "script",
    "TimerFire": "script",
    "FireAnimationFrame": "script",
    "EventDispatch": "script",
    "BlinkScheduler_PerformMicrotaskCheckpoint": "script",
    "v8.compile": "compile",
    "v8.compileModule": "compile",
    "UpdateLayoutTree": "style",
    "ParseAuthorStyleSheet": "style",
    "Layout": "layout",
    "PrePaint": "layers",
    "Layerize": "layers",
    "UpdateLayer": "layers",
    "Commit": "layers",
    "HitTest": "layout",
    "Paint": "paint",
    "MinorGC": "garbage",
    "MajorGC": "garbage",
    "V8.GCScavenger": "garbage",
    "ParseHTML": "html",
    "DocumentLoader::CommitNavigation": "navigation",
}
# What the page makes the main thread do in a frame.
OWN = ("script", "compile", "style", "layout", "layers", "garbage")


@dataclass(slots=True)
class Task:
    """One task: when, for how long the thread was at it, and what with; in ms."""

    start: float
    end: float
    took: float
    spent: Counter[str] = field(default_factory=Counter)

    @property
    def own(self) -> float:
        return sum(self.spent[kind] for kind in OWN)

    def __str__(self) -> str:
        parts = [f"{kind} {ms:.0f}" for kind, ms in self.spent.most_common() if ms >= 1]
        rest = self.took - sum(self.spent.values())
        return f"{self.took:.0f} ms at {self.start / 1000:.2f} s ({', '.join([*parts, f'else {rest:.0f}'])})"


@dataclass(frozen=True, slots=True)
class Trace:
    """What is told of one page."""

    tasks: Sequence[Task]
    marks: Mapping[str, float]  # of performance.mark
    drawn: Sequence[float]  # when a frame was drawn
    animated: Sequence[tuple[float, float]]  # when something moved

    def between(self, start: float, end: float) -> list[Task]:
        return [task for task in self.tasks if start <= task.start < end]

    def frames(self, start: float, end: float) -> list[float]:
        """The page's own work in every frame of an animation: one was under way when it began, and is when it ends."""
        drawn = [at for at in self.drawn if start <= at < end]
        frames = [[one, two, 0.0] for one, two in pairwise(drawn) if self._moves(one, two)]
        starts = [frame[0] for frame in frames]
        for task in self.between(start, end):
            for frame in frames[max(0, bisect_right(starts, task.start) - 1) :]:
                if frame[0] >= task.end:
                    break
                both = min(task.end, frame[1]) - max(task.start, frame[0])
                if both > 0 and task.end > task.start:
                    frame[2] += task.own * both / (task.end - task.start)
        return sorted(frame[2] for frame in frames)

    def _moves(self, start: float, end: float) -> bool:
        return any(begin <= start and end <= stop for begin, stop in self.animated)


def read_trace(raw: bytes) -> Trace:
    """What a trace tells of the page whose thread was busiest."""
    events: list[dict[str, Any]] = json.loads(raw)["traceEvents"]
    named = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    busy = Counter((one["pid"], one["tid"]) for one in events if one["name"] in KINDS)
    process, thread = next(found for found, _ in busy.most_common() if found in named)
    mine = [one for one in events if one["pid"] == process and one.get("ts")]
    zero = min(one["ts"] for one in mine)
    when = {id(one): (one["ts"] - zero) / 1000 for one in mine}
    main = [one for one in mine if one["tid"] == thread and one["ph"] == "X"]
    main.sort(key=lambda one: (one["ts"], -one.get("dur", 0)))
    return Trace(
        list(_tasks(main, when)),
        {one["name"]: when[id(one)] for one in mine if "blink.user_timing" in one["cat"]},
        sorted(when[id(one)] for one in mine if one["name"] == "DrawFrame"),
        list(_animations(mine, when, sorted(_end(one, when) for one in main if one["name"] == "Commit"))),
    )


def _tasks(spans: Iterable[dict[str, Any]], when: Mapping[int, float]) -> Iterator[Task]:
    """Each task, its time shared out among what happened in it: the innermost thing of a known kind has it."""
    task = Task(0, 0, 0)
    within: list[tuple[float, str]] = []  # when it ends, and its kind
    for span in spans:
        start, took = when[id(span)], span.get("tdur", 0) / 1000
        end = _end(span, when)
        if span["name"].endswith("RunTask") and start >= task.end:
            if task.end:
                yield task
            task, within = Task(start, end, took), []
        elif (kind := _kind(span)) and start < task.end:
            while within and within[-1][0] <= start:
                within.pop()
            if within:
                task.spent[within[-1][1]] -= took
            task.spent[kind] += took
            within.append((end, kind))
    yield task


def _kind(span: Mapping[str, Any]) -> str | None:
    """What time was spent on; scripts without an address are not the page's, but those that watch and press here."""
    if span["name"] == "FunctionCall" and span.get("args", {}).get("data", {}).get("url") == "":
        return "watching"
    return KINDS.get(span["name"])


def _end(span: Mapping[str, Any], when: Mapping[int, float]) -> float:
    return when[id(span)] + float(span.get("dur", 0)) / 1000


def _animations(
    events: Iterable[dict[str, Any]], when: Mapping[int, float], commits: Sequence[float]
) -> Iterator[tuple[float, float]]:
    """From the beginning of each animation to its end. What a page asks for begins to move when the frame that it was
    asked for in has been handed over, and not before: a frame of the time before, drawn meanwhile, shows nothing of it.
    """
    begun: dict[str, float] = {}
    for one in events:
        if one["name"] == "Animation" and one["ph"] == "b":
            asked = when[id(one)]
            handed = bisect_right(commits, asked)
            begun[str(one.get("id2", one.get("id")))] = commits[handed] if handed < len(commits) else asked
        elif one["name"] == "Animation" and one["ph"] == "e":
            begin = begun.pop(str(one.get("id2", one.get("id"))), None)
            if begin is not None:
                yield begin, when[id(one)]
