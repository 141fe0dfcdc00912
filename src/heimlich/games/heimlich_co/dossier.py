"""Secret dossiers (D1 to D4): when play halts for them, how they are written, and what they are worth."""

from heimlich.game import Seat
from heimlich.games.heimlich_co.actions import NameOwner, write_answer
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.state import BLANK, Answer, DossierTable, Phase, State, Table, View, but, put
from heimlich.games.heimlich_co.state import Ballot as Answers
from heimlich.offer import Ballot


def watch(before: Table, after: Table) -> tuple[Table, bool]:
    """Note which markers crossed the line or fell back after they moved (D4), and whether play halts (D1, D3)."""
    rules, dossier = after.rules, after.dossier
    if dossier is None or before.points == after.points:
        return after, False
    beyond = {agent for agent in after.agents if after.marker(agent) >= rules.dossier_from}
    if dossier.halts == 0:
        return but(after, dossier=dossier._replace(beyond=frozenset(beyond))), bool(beyond)
    if rules.dossier_again_below is None:
        return after, False
    fallen = {agent for agent in dossier.beyond if after.marker(agent) < rules.dossier_again_below}
    passed = {agent for agent in beyond if before.marker(agent) < rules.dossier_from}
    halts = dossier.again and bool(passed)
    again = bool(fallen) or (dossier.again and not halts)
    noted = dossier._replace(beyond=(dossier.beyond | beyond) - fallen, again=again)
    return but(after, dossier=noted), halts


def halt(state: State, resume: Phase) -> State:
    """Halt play; all seats write at once, unseen by each other (D1)."""
    table, secrets = state
    dossier = dossier_table(table)
    dossier = dossier._replace(halts=dossier.halts + 1, written=(False,) * table.players)
    return State(
        but(table, phase=Phase.DOSSIER, resume=resume, dossier=dossier),
        but(secrets, drafts=((),) * table.players),
    )


def dossier_table(table: Table) -> DossierTable:
    """Return the dossiers of a table that plays with them."""
    assert table.dossier is not None, "only reached with dossiers"
    return table.dossier


def dossier_offer(view: View) -> Ballot:
    """Offer a question for every agent that is not the seat's own (D1)."""
    table = view.table
    open_questions = questions(table, view.agents)[len(view.draft) :]
    owners: list[Answer] = [seat for seat in range(table.players) if seat != view.seat]
    owners += [None, BLANK] if table.rules.dossier_blank else [None]
    options = tuple(map(write_answer, owners))
    return Ballot("name", tuple((agent, options) for agent in open_questions))


def questions(table: Table, own: tuple[Agent, ...]) -> tuple[Agent, ...]:
    """List the agents that a seat is asked about."""
    return tuple(agent for agent in table.agents if agent not in own)


def name_owner(state: State, seat: Seat, action: NameOwner) -> State:
    """Add one answer; the last one completes a dossier, and the last dossier ends the halt."""
    table, secrets = state
    draft = (*secrets.drafts[seat], (action.agent, action.owner))
    if len(draft) < len(questions(table, secrets.identities[seat])):
        return State(table, but(secrets, drafts=put(secrets.drafts, seat, draft)))
    return _complete(state, seat, draft)


def can_keep(view: View) -> bool:
    """Tell whether a seat may still keep all its answers: in a revision, before the first new one (D3)."""
    return dossier_table(view.table).halts > 1 and not view.draft


def keep_answers(state: State, seat: Seat) -> State:
    """Keep a seat's dossier unchanged (D3)."""
    return _complete(state, seat, ())


def _complete(state: State, seat: Seat, draft: Answers) -> State:
    table, secrets = state
    complete = _with_former_answers(table, draft, secrets.dossiers[seat])
    dossier = dossier_table(table)
    return State(
        but(table, dossier=dossier._replace(written=put(dossier.written, seat, True))),
        but(secrets, drafts=put(secrets.drafts, seat, ()), dossiers=put(secrets.dossiers, seat, complete)),
    )


def _with_former_answers(table: Table, draft: Answers, former: Answers) -> Answers:
    """Keep a seat's former answer for an agent that it has received since (D1)."""
    answers = {**dict(former), **dict(draft)}
    return tuple((agent, answers[agent]) for agent in table.agents if agent in answers)


def yet_to_write(dossier: DossierTable) -> tuple[Seat, ...]:
    """List the seats that have not completed a dossier in the present halt."""
    return tuple(seat for seat, done in enumerate(dossier.written) if not done)


def all_written(table: Table) -> bool:
    """Tell whether every dossier of this halt is complete."""
    return all(dossier_table(table).written)


def dossier_points(table: Table, dossiers: tuple[Answers, ...], kept: tuple[tuple[Agent, ...], ...]) -> tuple[int, ...]:
    """Count the points for each seat's answers, after double agents were given back (D2, D3)."""
    owners = {agent: seat for seat, agents in enumerate(kept) for agent in agents}
    return tuple(sum(_worth(table, answer, owners.get(agent)) for agent, answer in answers) for answers in dossiers)


def _worth(table: Table, answer: Answer, owner: Answer) -> int:
    if answer == BLANK:
        return 0
    return table.rules.dossier_right if answer == owner else table.rules.dossier_wrong
