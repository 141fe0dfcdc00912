// What the one at this screen is about to decide: everything arranged so far, all of it still to be undone. It knows
// the offer and nothing else of the rules.

import {
  backward,
  choices,
  type Distribute,
  forward,
  give,
  isWhole,
  mayStay,
  moveAction,
  type Spend,
} from "../../../table/offer/arrange";
import {
  type Aim,
  begin,
  candidates,
  isAimed,
  playAction,
  setAmount,
  type Targets,
  toggle,
} from "../../../table/offer/targets";
import { steady } from "../../../table/messages/patches";
import type { BoardProps, Part } from "../../contract";
import { type Picture, placeNumber, placeWord, wrap } from "../picture";
import type { Stage } from "../stage/stage.svelte";

type Kind<K extends Part["kind"]> = Extract<Part, { kind: K }>;

/** What tells one question from another. */
interface Question {
  readonly seat: number | null;
  readonly turn: number;
  readonly phase: string;
  readonly offer: readonly Part[];
}

interface Draft {
  readonly spend: Spend;
  readonly selected: string | null;
  readonly aim: Aim | null;
  readonly place: string | null;
  readonly error: Error | null;
}

const BLANK: Draft = { spend: {}, selected: null, aim: null, place: null, error: null };
/** Nothing is arranged yet for a question that has just come. */
const blankFor = (_question: Question): Draft => BLANK;

export class Desk {
  spend: Spend = $derived.by(() => blankFor(this.question).spend);
  selected: string | null = $derived.by(() => blankFor(this.question).selected);
  aim: Aim | null = $derived.by(() => blankFor(this.question).aim);
  /** Where the safe shall go. */
  place: string | null = $derived.by(() => blankFor(this.question).place);
  error: Error | null = $derived.by(() => blankFor(this.question).error);
  sending = $state(false);

  readonly #props: () => BoardProps;
  readonly #picture: () => Picture;
  readonly #stage: Stage;

  constructor(props: () => BoardProps, picture: () => Picture, stage: Stage) {
    this.#props = props;
    this.#picture = picture;
    this.#stage = stage;
  }

  readonly #same = steady<Question>();
  /** Another one makes void what was arranged for the last. */
  readonly question: Question = $derived.by(() => {
    const { seat, offer } = this.#props();
    const { turn, phase } = this.#picture();
    return this.#same({ seat, turn, phase, offer });
  });

  /** What is asked; nothing while it is being shown what became of the last answer. */
  readonly #offer: readonly Part[] = $derived.by(() => {
    const { busy, offer } = this.#props();
    return busy && this.#stage.playing ? [] : offer;
  });

  #part<K extends Part["kind"]>(kind: K): Kind<K> | null {
    return (this.#offer.find((part) => part.kind === kind) as Kind<K> | undefined) ?? null;
  }

  readonly move: Distribute | null = $derived.by(() => this.#part("distribute"));
  readonly pick: Kind<"pick"> | null = $derived.by(() => this.#part("pick"));
  readonly ballot: Kind<"ballot"> | null = $derived.by(() => this.#part("ballot"));
  readonly words: readonly string[] = $derived.by(() => this.#part("say")?.words ?? []);
  readonly plays: readonly Targets[] = $derived.by(() =>
    this.#offer.filter((part): part is Targets => part.kind === "targets"),
  );
  readonly card: Targets | null = $derived.by(() => this.plays.find((part) => part.item === this.aim?.item) ?? null);
  readonly blocked = $derived.by(() => this.#props().busy || this.sending);

  /** Forgets everything that was arranged. */
  reset(): void {
    ({ spend: this.spend, selected: this.selected, aim: this.aim, place: this.place, error: this.error } = BLANK);
  }

  // Agents

  /** Where an agent stands as arranged. */
  arranged(agent: string): number {
    return wrap((this.#picture().at[agent] ?? 0) + (this.spend[agent] ?? 0));
  }

  /** Whether the decision is about this agent. */
  isOffered(agent: string): boolean {
    if (this.move) return this.move.over.includes(agent);
    return this.card !== null && candidates(this.card).includes(agent);
  }

  isActive(agent: string): boolean {
    return !this.blocked && this.isOffered(agent);
  }

  tapAgent(agent: string): void {
    if (!this.isActive(agent)) return;
    this.#stage.skip();
    if (this.move) {
      this.selected = agent;
      this.spend = forward(this.move, this.spend, agent);
    } else if (this.card && this.aim) {
      this.aim = toggle(this.card, this.aim, agent);
    }
  }

  /** Shows where an agent could go. */
  look(agent: string): void {
    if (this.move && this.isActive(agent)) this.selected = agent;
  }

  /** One point more or less for an agent. */
  nudge(agent: string, by: 1 | -1): void {
    if (!this.move || !this.isActive(agent)) return;
    this.#stage.skip();
    this.selected = agent;
    this.spend = (by > 0 ? forward : backward)(this.move, this.spend, agent);
  }

  giveTo(agent: string, points: number): void {
    if (!this.move || this.blocked) return;
    this.#stage.skip();
    this.selected = agent;
    this.spend = give(this.move, this.spend, agent, points);
  }

  // Places

  /** Where the selected agent can land, with the points it takes; a step more than once round is not shown. */
  readonly landings: ReadonlyMap<number, number> = $derived.by(() => {
    const found = new Map<number, number>();
    const agent = this.selected;
    if (this.move && agent !== null && !this.blocked) return this.landingsOf(agent);
    const chosen = this.aim?.chosen;
    if (this.card?.amounts.length && chosen?.length === 1) {
      for (const amount of this.card.amounts) {
        found.set(wrap((this.#picture().at[chosen[0]!] ?? 0) + Number(amount)), Number(amount));
      }
    }
    return found;
  });

  landingsOf(agent: string): Map<number, number> {
    const found = new Map<number, number>();
    if (!this.move) return found;
    const home = this.#picture().at[agent] ?? 0;
    for (const points of choices(this.move, this.spend, agent)) {
      const place = wrap(home + points);
      if (!found.has(place) && place !== home) found.set(place, points);
    }
    return found;
  }

  /** Whether a place can be chosen now. */
  isOpen(place: number): boolean {
    if (this.blocked) return false;
    if (this.pick) return this.pick.options.includes(placeWord(place));
    if (this.card && candidates(this.card).includes(placeWord(place))) return true;
    return this.landings.has(place);
  }

  isChosen(place: number): boolean {
    const word = placeWord(place);
    if (this.place === word || this.aim?.chosen.includes(word)) return true;
    const amount = this.landings.get(place);
    return this.card !== null && amount !== undefined && Number(this.aim?.amount) === amount;
  }

  tapPlace(place: number): void {
    if (!this.isOpen(place)) return;
    this.#stage.skip();
    const word = placeWord(place);
    const points = this.landings.get(place);
    if (this.pick) this.place = this.place === word ? null : word;
    else if (this.move && this.selected !== null && points !== undefined) this.giveTo(this.selected, points);
    else if (this.card && this.aim && points !== undefined) this.chooseAmount(points);
    else if (this.card && this.aim) this.aim = toggle(this.card, this.aim, word);
  }

  chooseAmount(amount: number): void {
    const word = this.card?.amounts.find((text) => Number(text) === amount);
    if (this.card && this.aim && word !== undefined) this.aim = setAmount(this.card, this.aim, word);
  }

  // Cards

  takeCard(item: string): void {
    const part = this.plays.find((play) => play.item === item);
    if (!part || this.blocked) return;
    this.#stage.skip();
    this.aim = this.aim?.item === item ? null : begin(part);
  }

  // Deciding

  readonly ready = $derived.by(() => {
    if (this.blocked) return false;
    if (this.move) return isWhole(this.move, this.spend);
    if (this.pick) return this.place !== null;
    return this.card !== null && this.aim !== null && isAimed(this.card, this.aim);
  });

  /** What would be decided, in notation, as far as it is arranged; "" where that is nothing yet. */
  readonly draft: string = $derived.by(() => {
    if (this.move) return moveAction(this.move, this.spend);
    const { card, aim } = this;
    if (!card || !aim || (!aim.chosen.length && placeNumber(card.groups[0]?.[0] ?? "") >= 0)) return "";
    return playAction(card, aim);
  });

  /** What it would be to choose this place, where that is no choice; "" where places are not asked for. */
  barredPlace(place: number): string {
    if (this.blocked || this.isOpen(place)) return "";
    if (this.pick) return `${this.pick.verb} ${placeWord(place)}`;
    const steps = this.selected === null ? 0 : wrap(place - (this.#picture().at[this.selected] ?? 0));
    return this.move && steps ? moveAction(this.move, { [this.selected!]: steps }) : "";
  }

  /** What it would be to use the card that is taken on this agent, where that is no choice. */
  barredAgent(agent: string): string {
    const { card, aim } = this;
    if (this.blocked || !card || !aim || this.isOffered(agent)) return "";
    return placeNumber(candidates(card)[0] ?? "") >= 0 ? "" : playAction(card, { ...aim, chosen: [...aim.chosen, agent] });
  }

  readonly canStay = $derived.by(() => this.move !== null && mayStay(this.move));

  async confirm(): Promise<void> {
    if (!this.ready) return;
    if (this.move) await this.#send(moveAction(this.move, this.spend), { at: this.#arrangement() });
    else if (this.pick && this.place !== null) {
      await this.#send(`${this.pick.verb} ${this.place}`, { safe: placeNumber(this.place) });
    } else if (this.card && this.aim) await this.#send(playAction(this.card, this.aim));
  }

  /** Moves nobody, where that is offered. */
  async stay(): Promise<void> {
    if (this.move && this.canStay && !this.blocked) await this.#send(moveAction(this.move, {}));
  }

  /** Says a word of the offer: yes, no, pass … */
  async speak(word: string): Promise<void> {
    if (this.words.includes(word) && !this.blocked) await this.#send(word);
  }

  /** One answer of a dossier. */
  async answer(agent: string, owner: string): Promise<boolean> {
    return this.ballot !== null && !this.blocked && (await this.#send(`${this.ballot.verb} ${agent} ${owner}`));
  }

  #arrangement(): Record<string, number> {
    return Object.fromEntries(Object.keys(this.#picture().at).map((agent) => [agent, this.arranged(agent)]));
  }

  async #send(action: string, change: Parameters<Stage["anticipate"]>[0] | null = null): Promise<boolean> {
    this.sending = true;
    this.error = null;
    if (change) this.#stage.anticipate(change);
    try {
      await this.#props().act(action);
      return true;
    } catch (error) {
      this.error = error instanceof Error ? error : new Error(String(error));
      this.#stage.revert();
      return false;
    } finally {
      this.sending = false;
    }
  }
}
