"""Rules as values: how a setting is declared, read from text, written as text, listed, and changed by a table.

A ruleset is a frozen dataclass whose settings are declared with `setting`. What a game's settings are, and which of
them cannot be played together, is defined in that game's ruleset.py.
"""

from collections.abc import Callable, Mapping
from dataclasses import Field, field, fields, replace
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

from heimlich.errors import BadRuleset
from heimlich.game import RulesetName, Setting

Rules = TypeVar("Rules")


class Form(NamedTuple):
    """The text form of a setting: its reader, its writer, and the kind of input field that suits it."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    looks_like: str
    kind: str = "text"  # or "whole", "yes-no", "choice"
    choices: tuple[str, ...] = ()  # words that can be chosen, in addition to what the kind allows


def _read_bool(text: str) -> bool:
    return {"yes": True, "true": True, "no": False, "false": False}[text]


def numbers(looks_like: str) -> Form:
    """Make the form of whole numbers with commas between them."""
    return Form(lambda text: tuple(map(int, text.split(","))), lambda value: ",".join(map(str, value)), looks_like)


def optional(word: str, form: Form) -> Form:
    """Extend a form by a word that stands for None."""
    return Form(
        lambda text: None if text == word else form.read(text),
        lambda value: word if value is None else form.write(value),
        f"{word}, or {form.looks_like}",
        form.kind,
        (word, *form.choices),
    )


def one_of(kind: type[StrEnum]) -> Form:
    """Make the form of a choice between the words of an enumeration."""
    return Form(kind, str, ", ".join(kind), "choice", tuple(kind))


WHOLE = Form(int, str, "a whole number", "whole")
YES_NO = Form(_read_bool, lambda value: "yes" if value else "no", "yes or no", "yes-no", ("yes", "no"))
SEAT = Form(lambda text: int(text) - 1, lambda value: str(value + 1), "a seat, from 1", "whole")


def setting(rule: str, form: Form, meaning: str) -> Any:
    """Declare a field of a ruleset that editions and tables may change."""
    return field(metadata={"rule": rule, "form": form, "meaning": meaning})


def _declared(rules: Any) -> Mapping[str, Field[Any]]:
    return {item.name: item for item in fields(rules) if item.metadata}


def forms(rules: Any) -> Mapping[str, Form]:
    """Return the form of each setting."""
    return {name: item.metadata["form"] for name, item in _declared(rules).items()}


def settings(rules: Any) -> list[Setting]:
    """List every setting as text, in the order of the rules."""
    return [
        Setting(
            name, item.metadata["rule"], item.metadata["form"].write(getattr(rules, name)), item.metadata["meaning"]
        )
        for name, item in _declared(rules).items()
    ]


def with_house_rules(rules: Rules, house: tuple[tuple[str, str], ...], check: Callable[[Rules], None]) -> Rules:
    """Return the rules with single settings changed; `check` refuses what cannot be played."""
    known = _declared(rules)
    changes: dict[str, Any] = {}
    for name, text in house:
        if name not in known:
            raise BadRuleset(f"there is no setting '{name}'; there are: {', '.join(known)}")
        form: Form = known[name].metadata["form"]
        try:
            changes[name] = form.read(text)
        except (ValueError, KeyError):
            raise BadRuleset(f"'{text}' does not fit '{name}'; it takes {form.looks_like}") from None
    changed: Rules = replace(rules, **changes)  # type: ignore[type-var]  # a dataclass, which TypeVar cannot say
    check(changed)
    return changed


def refuse_first(obstacles: list[tuple[bool, str]]) -> None:
    """Refuse a ruleset for the first of these reasons that holds."""
    for wrong, reason in obstacles:
        if wrong:
            raise BadRuleset(reason)


def edition_of(editions: Mapping[int, Mapping[str, Rules]], newest: int, name: str, version: int | None) -> Rules:
    """Return a printed edition by a rules version, or by the newest version if none is named."""
    known = editions.get(newest if version is None else version)
    if known is None:
        raise BadRuleset(f"there are no rules of version {version}; known: {', '.join(map(str, editions))}")
    if name not in known:
        raise BadRuleset(f"there is no edition '{name}'; there are: {', '.join(known)}")
    return known[name]


def with_turn_limit(name: RulesetName, present: int | None, limit: int) -> RulesetName:
    """Return the rules with this limit of turns, unless they have a limit already."""
    return name if present is not None else replace(name, house=(*name.house, ("turn_limit", str(limit))))
