"""Pack lines of the log, and offers, as compact JSON without words of a language; the client translates them.

A line is a list: its key in the catalogue, then its values in the order of the names that `names_of` has for that key
(every snapshot includes these names): ["safe",":7","@0"], where `safe` has the names "place seat". Values are written
like this:

- a seat: "@0"
- another word of the game: ":7", or "::agent:red" if its kind differs from the name of the value
- a number: itself
- other text: itself, with a ' in front if it begins with @, : or '
- a line: a list, as above
- a list: that list within a list, [["@0","@2"]]
- a list of lines with one key: an object, {"walk":[[":red",2,":7"],[":blue",1,":8"]]}

A line whose values have other names is an object, too: {"key":{"name":value}}.

An offer is a list of parts (heimlich.offer), each a list: ["say",["yes","no"]], ["pick",verb,[option…]],
["distribute",verb,[total…],[thing…],most], ["targets",verb,item,[group…],[number of picks…],ordered,[amount…]] and
["ballot",verb,[question…],[option…]]. A group with one word is that word itself. Parts that differ only in their item
are one part with a list of items. The last three values of `targets` may be missing: then they are [1], 0 and []. The
options of a ballot are given once, for they are equal for all its questions.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, assert_never

from heimlich.errors import HeimlichError
from heimlich.game import Line, Term
from heimlich.offer import Ballot, Distribute, Offer, Part, Pick, Say, Targets
from heimlich.text import catalogue

LATE = ("story-", "cannot-", "idle-", "hint-")  # lines of stories, refusals and hints name their values themselves
Names = Mapping[str, tuple[str, ...]]  # the names of each line's values, in order
_PLAIN: tuple[Any, ...] = ([1], 0, [])  # targets: one pick, no order, no amounts


@lru_cache
def names_of(game: str) -> Names:
    """Return the names of the values in each line of a game's log, sorted; they are taken from its English text.

    `to_place` is another form of the word `place` (text/__init__.py), and no value of its own.
    """
    found: dict[str, tuple[str, ...]] = {}
    for key, entry in catalogue("en").items():
        part, _, name = key.partition(".")
        forms = entry.values() if isinstance(entry, dict) else [entry]
        words = {word.removeprefix("to_") for form in forms for word in re.findall(r"{(\w+)}", form)}
        if part == game and words and not name.startswith(LATE):
            found[name] = tuple(sorted(words | ({"n"} if isinstance(entry, dict) else set())))
    return found


@lru_cache
def names_in_words(game: str) -> dict[str, str]:
    """Return `names_of` as snapshots send it: one text for each key."""
    return {key: " ".join(order) for key, order in names_of(game).items()}


def pack_line(line: Line, names: Names) -> Any:
    """Return a line as JSON."""
    key, values = line
    order = names.get(key, ())
    if order == tuple(values) or (len(order) == len(values) and values.keys() == set(order)):
        return [key, *[_pack(name, values[name], names) for name in order]]
    return {key: {name: _pack(name, value, names) for name, value in values.items()}}


def _pack(name: str, value: Any, names: Names) -> Any:
    kind = type(value)
    if kind is Term:
        what, word = value
        if what == "seat":
            return f"@{word}"
        return f":{word}" if what == name else f"::{what}:{word}"
    if kind is int or kind is float:
        return value
    if kind is Line:
        return pack_line(value, names)
    if kind is list or kind is tuple:
        return _pack_list(name, value, names)
    if isinstance(value, str):
        return f"'{value}" if value[:1] in {"@", ":", "'"} else str(value)
    if isinstance(value, int | float):
        return value
    raise HeimlichError(f"a line cannot hold a {kind.__name__}")


def _pack_list(name: str, values: Sequence[Any], names: Names) -> Any:
    packed = [_pack(name, value, names) for value in values]
    keys = {value.key if type(value) is Line else None for value in values}
    if len(keys) == 1 and None not in keys and {type(row) for row in packed} == {list}:
        return {keys.pop(): [row[1:] for row in packed]}
    return [packed]


def unpack_line(packed: Any, names: Names) -> Line:
    """Return the line that `pack_line` has packed."""
    if isinstance(packed, dict):
        [(key, values)] = packed.items()
        return Line(key, {name: _unpack(name, value, names) for name, value in values.items()})
    return _unpack_row(packed[0], packed[1:], names)


def _unpack_row(key: str, row: list[Any], names: Names) -> Line:
    order = names.get(key, ())
    return Line(key, {name: _unpack(name, value, names) for name, value in zip(order, row, strict=True)})


def _unpack(name: str, value: Any, names: Names) -> Any:
    match value:
        case dict():
            [(key, inner)] = value.items()
            return (
                [_unpack_row(key, row, names) for row in inner]
                if isinstance(inner, list)
                else unpack_line(value, names)
            )
        case [list() as items]:
            return [_unpack(name, item, names) for item in items]
        case list():
            return unpack_line(value, names)
        case str() if value.startswith("@"):
            return Term("seat", value[1:])
        case str() if value.startswith("::"):
            kind, _, word = value[2:].partition(":")
            return Term(kind, word)
        case str() if value.startswith(":"):
            return Term(name, value[1:])
        case str() if value.startswith("'"):
            return value[1:]
    return value


@lru_cache(maxsize=4096)
def pack_offer(offer: Offer) -> list[list[Any]]:
    """Return an offer as JSON. Do not modify the result: it is cached."""
    packed: list[list[Any]] = []
    for part in offer:
        row = _pack_part(part)
        last = packed[-1] if packed else None
        if last and row[0] == last[0] == "targets" and row[1] == last[1] and row[3:] == last[3:]:
            last[2] = [*(last[2] if isinstance(last[2], list) else [last[2]]), row[2]]
        else:
            packed.append(row)
    return packed


def _pack_part(part: Part) -> list[Any]:
    match part:
        case Say(words):
            return ["say", list(words)]
        case Pick(verb, options):
            return ["pick", verb, list(options)]
        case Distribute(verb, totals, over, most):
            return ["distribute", verb, list(totals), list(over), most]
        case Targets(verb, item, groups, picks, ordered, amounts):
            things = [group[0] if len(group) == 1 else list(group) for group in groups]
            return ["targets", verb, item, things, *_unless_plain(list(picks), int(ordered), list(amounts))]
        case Ballot(verb, questions):
            return ["ballot", verb, [question for question, _ in questions], list(questions[0][1])]
    assert_never(part)


def _unless_plain(*rest: Any) -> tuple[Any, ...]:
    return () if rest == _PLAIN else rest


def unpack_offer(packed: Sequence[Sequence[Any]]) -> Offer:
    """Return the offer that `pack_offer` has packed."""
    return tuple(part for row in packed for part in _unpack_parts(row))


def _unpack_parts(row: Sequence[Any]) -> list[Part]:
    match row:
        case ["say", words]:
            return [Say(tuple(words))]
        case ["pick", verb, options]:
            return [Pick(verb, tuple(options))]
        case ["distribute", verb, totals, over, most]:
            return [Distribute(verb, tuple(totals), tuple(over), most)]
        case ["targets", verb, items, things, *rest]:
            picks, ordered, amounts = rest or _PLAIN
            groups = tuple((thing,) if isinstance(thing, str) else tuple(thing) for thing in things)
            names = items if isinstance(items, list) else [items]
            return [Targets(verb, item, groups, tuple(picks), bool(ordered), tuple(amounts)) for item in names]
        case ["ballot", verb, questions, options]:
            return [Ballot(verb, tuple((question, tuple(options)) for question in questions))]
    raise HeimlichError("this is no part of an offer")
