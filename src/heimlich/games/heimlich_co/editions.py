"""Every printed edition, as a value. Another edition is what differs from `rio-grande`, and nothing more.

A corrected rule becomes a setting, and each rules version pins its values here: a record names the version it was
played by, so old games stay what they were. A test holds the values of every published version fixed.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from heimlich.errors import BadRuleset
from heimlich.game import RulesetName
from heimlich.games.heimlich_co.names import KINDS, Agent, Card
from heimlich.games.heimlich_co.ruleset import CardRound, DoubleAgents, Ruleset, SafeGoes, with_house_rules
from heimlich.settings import edition_of

_SINGLE = {Card.ALL_TO_CHURCH, Card.TRADE_PLACES, Card.JOIN_AGENT, Card.DOUBLE_AGENT}
_ORDINARY_DIE = ((1,), (2,), (3,), (4,), (5,), (6,))
_CHOICE_DIE = ((2,), (3,), (4,), (5,), (6,), (1, 2, 3))

RIO_GRANDE = Ruleset(
    edition="rio-grande",
    version=1,
    values=(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -3),
    agents_in_play=(5, 6, 7, 7, 7, 7),
    colours=None,
    safe_start=7,
    first=None,
    die=_CHOICE_DIE,
    one_agent=False,
    floor=0,
    safe_goes=SafeGoes.ELSEWHERE,
    target=42,
    play_out_round=False,
    last_scoring_wins=False,
    free_agents_win=True,
    turn_limit=None,
    top_secret=False,
    cards=tuple(1 if kind in _SINGLE else 2 for kind in KINDS),
    hand_start=2,
    hand_limit=4,
    stay_for_card=True,
    draw_for_cards=True,
    reuse_discards=True,
    card_round=CardRound.ASKED,
    pass_aloud=False,
    last_card_passes_turn=False,
    place_cards_score=True,
    idle_church_card=False,
    marker_steps=3,
    marker_limit=40,
    double_agents=DoubleAgents.GIVE_BACK,
    idle_double_stays=False,
    dossier=False,
    dossier_from=29,
    dossier_again_below=None,
    dossier_right=5,
    dossier_wrong=0,
    dossier_blank=False,
)

ESCALE = replace(
    RIO_GRANDE,
    edition="escale",
    agents_in_play=(4, 5, 6, 7, 7, 7),  # H4
    die=_ORDINARY_DIE,  # H8
    safe_goes=SafeGoes.UNOCCUPIED,  # H12
    last_scoring_wins=True,  # H15
    double_agents=DoubleAgents.KEEP,  # T11
    idle_double_stays=True,  # T11
)

CIE = replace(
    RIO_GRANDE,
    edition="cie",
    agents_in_play=(4, 5, 6, 7, 7, 7),  # H4
    first=0,  # H7
    die=_ORDINARY_DIE,  # H8
    one_agent=True,  # H9
    safe_goes=SafeGoes.UNOCCUPIED,  # H12
    target=41,  # H14
    play_out_round=True,  # H14
    dossier_from=30,  # D3: beyond 29
    dossier_again_below=29,  # D3
    dossier_right=2,  # D3
    dossier_wrong=-1,  # D3
    dossier_blank=True,  # D3
)

ENGINE = replace(
    RIO_GRANDE,
    edition="engine",
    first=0,  # H7
    cards=tuple(0 if kind is Card.DOUBLE_AGENT else count for kind, count in zip(KINDS, RIO_GRANDE.cards, strict=True)),
    draw_for_cards=False,  # T4
    reuse_discards=False,  # T5
    card_round=CardRound.FROM_NEXT,  # T6
)

ENGINE_1_0_1 = replace(
    ENGINE,
    edition="engine-1.0.1",
    colours=(Agent.YELLOW, Agent.GRAY, Agent.BLUE, Agent.RED, Agent.ORANGE, Agent.GREEN, Agent.VIOLET),  # H4
    floor=None,  # H11
    card_round=CardRound.FROM_MOVER,  # T6
    pass_aloud=True,  # T6
    last_card_passes_turn=True,  # T6
    place_cards_score=False,  # T8
    idle_church_card=True,  # T9
)

VERSION = 1
EDITIONS: Mapping[int, Mapping[str, Ruleset]] = {
    1: {rules.edition: rules for rules in (RIO_GRANDE, ESCALE, CIE, ENGINE, ENGINE_1_0_1)},
}

# D2: in the editions whose dossier names a player as the winner, free agents cannot win and the furthest marker does.
_PLAYERS_ONLY = {"free_agents_win": False, "last_scoring_wins": False}

VARIANTS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "rio-grande": {"top-secret": {"top_secret": True}, "dossier": {"dossier": True, **_PLAYERS_ONLY}},
    "escale": {
        "top-secret": {"top_secret": True, "die": _CHOICE_DIE},  # H8: the cards need its "1-3"
        "advanced": {"safe_goes": SafeGoes.ANYWHERE, "dossier": True, **_PLAYERS_ONLY},
    },
    "cie": {"dossier": {"dossier": True}},
    "engine": {"top-secret": {"top_secret": True}},
    "engine-1.0.1": {"top-secret": {"top_secret": True}},
}


def ruleset(name: RulesetName) -> Ruleset:
    """Return the rules of an edition with its variants and a table's house rules."""
    rules = edition_of(EDITIONS, VERSION, name.edition, name.version)
    for variant in name.variants:
        rules = replace(rules, **_variant(name.edition, variant))
    return with_house_rules(rules, name.house)


def _variant(edition_name: str, variant: str) -> Mapping[str, Any]:
    allowed = VARIANTS[edition_name]
    if variant in allowed:
        return allowed[variant]
    if variant == "dossier" and "advanced" in allowed:
        raise BadRuleset(f"'{edition_name}' has the dossier only as part of its variant 'advanced'")
    known = {known for variants in VARIANTS.values() for known in variants}
    if variant not in known:
        raise BadRuleset(f"there is no variant '{variant}'; '{edition_name}' has: {', '.join(allowed)}")
    raise BadRuleset(f"'{edition_name}' has no variant '{variant}'; it has: {', '.join(allowed)}")


def edition_names() -> Mapping[str, tuple[str, ...]]:
    """List every edition with the variants that it allows, the default first."""
    return {name: tuple(variants) for name, variants in VARIANTS.items()}
