// A table as this browser is at it: who one is there, whose eyes one looks with, and what one can ask of it.
//
// With one seat there is one follower, and one sees what that seat sees. With several (hot-seat) each seat has its own,
// and so have the spectators: screen.svelte.ts decides whose eyes look.

import { beGuest, showTable, type TableSummary } from "../../app/server/api";
import { Refused } from "../../app/server/refused";
import type { OpenTransport } from "../connection/connection";
import { Follower } from "../connection/follower.svelte";
import type { Command, Done, You } from "../messages/messages";
import { isFinished, type Known, seatsOf } from "../messages/model";
import type { Padbook } from "../pad/padbook.svelte";
import { Screen } from "./screen.svelte";

/** Why there is nothing to see. `door`: one may sit down but not look on. */
export type Trouble = "" | "table" | "kicked" | "door" | "twin" | "season" | "protocol" | "offline" | "other";

const ENTROPY_BYTES = 16;

export class Room {
  trouble: Trouble = $state("");
  troubleText = $state("");
  /** The table as its link tells of it; before one has come in. */
  summary: TableSummary | null = $state.raw(null);
  person = $state(0);
  blocked: number[] = $state.raw([]);
  private followers: Map<number | null, Follower> = $state.raw(new Map());
  /** Who of several has this screen just now. */
  readonly screen = new Screen({
    mine: () => this.mine,
    known: () => this.known,
    follower: (seat) => this.followers.get(seat),
  });
  private seats: number[] = [];
  private over = false;
  private refusals = 0;
  private looking = true;

  readonly main: Follower | null = $derived.by(() => this.pick());
  readonly known: Known | null = $derived(this.main?.known ?? null);
  readonly mine: number[] = $derived(this.known ? seatsOf(this.known.picture.table, this.person) : []);
  readonly lost: boolean = $derived(this.main?.lost ?? false);

  /** Who has a seat or looks on, and has no connection now. */
  isAway(person: number): boolean {
    const here = this.main?.here;
    return Boolean(here) && !this.lost && person !== this.person && !here!.includes(person);
  }

  constructor(
    readonly id: string,
    private readonly boardOnly = false,
    private readonly openTransport?: OpenTransport,
  ) {}

  /** Whose eyes one looks with now. */
  get seat(): number | null {
    return this.main?.seat ?? null;
  }

  /** The pad of these eyes. */
  get pad(): Padbook | null {
    return this.main?.pad ?? null;
  }

  /** How far the server's clock is ahead of this one, in ms. */
  get offset(): number {
    return this.main?.offset ?? 0;
  }

  /** Come to the table. */
  async enter(): Promise<void> {
    try {
      await beGuest();
      await this.learn();
    } catch (error) {
      this.fail(error);
      return;
    }
    const seats = this.boardOnly ? [] : this.seats;
    // With several seats nobody's eyes come first: what one of them knows is not for the others at this screen.
    const follower = this.follow(seats.length === 1 ? seats[0]! : null, false);
    try {
      if (!seats.length) await this.watch(follower);
      follower.join();
    } catch (error) {
      if (!this.over) this.fail(error);
    }
  }

  /** The table as its link tells of it, and who one is there. */
  private async learn(): Promise<void> {
    const { table, you } = await showTable(this.id);
    this.summary = table;
    this.introduced(you);
  }

  /** Who one is here; the picture, which is the same for many, cannot tell. */
  private introduced(you: Partial<You>): void {
    this.seats = [...(you.seats ?? [])];
    this.person = you.number ?? 0;
    this.blocked = [...(you.blocked ?? [])];
  }

  /** Come to look on; for a big screen as a board, where that is so agreed. */
  private async watch(follower: Follower): Promise<void> {
    await follower.do({ do: "watch", board: this.boardOnly && Boolean(this.summary?.terms.board) });
  }

  private fail(error: unknown): void {
    const code = error instanceof Refused ? error.code : "";
    const known: Record<string, Trouble> = {
      table: "table",
      kicked: "kicked",
      watch: "door",
      twin: "twin",
      season: "season",
      protocol: "protocol",
      offline: "offline",
      request: "table", // a name that no table can have
    };
    this.troubleText = error instanceof Error ? error.message : "";
    this.trouble = known[code] ?? "other";
  }

  /** Someone who may not look on sits down: then he may. */
  async sitThroughTheDoor(seat: number): Promise<void> {
    const follower = this.followers.get(null) ?? this.follow(null, false);
    await follower.do({ do: "sit", seat });
    await this.learn();
    this.trouble = "";
    this.follow(seat, true);
    this.unfollow(null);
    void this.addEntropy(seat);
  }

  async refreshSummary(): Promise<void> {
    await this.learn();
  }

  // Eyes

  private follow(seat: number | null, join: boolean): Follower {
    const existing = this.followers.get(seat);
    if (existing) return existing;
    const follower = new Follower(
      this.id,
      seat,
      {
        changed: () => this.arrange(),
        introduced: (you) => this.introduced(you),
        refused: (code, text) => void this.shutOut(seat, code, text),
        stranger: () => void this.introduce(),
      },
      this.openTransport,
    );
    if (!this.looking) follower.attend(false);
    this.followers = new Map([...this.followers, [seat, follower]]);
    if (join) follower.join();
    return follower;
  }

  private unfollow(seat: number | null): void {
    const follower = this.followers.get(seat);
    if (!follower) return;
    this.followers = new Map([...this.followers].filter(([one]) => one !== seat));
    follower.close();
  }

  /** Have the eyes that one's seats ask for; to be called when the seats may have changed. */
  arrange(): void {
    if (this.over || this.trouble || !this.known) return;
    const mine = this.boardOnly ? [] : this.mine;
    const wanted: (number | null)[] = mine.length === 1 ? mine : [...mine, null];
    for (const seat of wanted) this.follow(seat, true);
    if (!wanted.every((seat) => this.followers.get(seat)?.known)) return; // look with the old ones until then
    for (const seat of this.followers.keys()) if (!wanted.includes(seat)) this.unfollow(seat);
  }

  /** Whose eyes look: those that are shown; else the only ones there are; never those of one of several seats. */
  private pick(): Follower | null {
    const wanted = this.followers.get(this.screen.shown);
    if (wanted?.known) return wanted;
    const all = [...this.followers.values()];
    const seated = all.filter(({ seat }) => seat !== null);
    if (seated.length > 1) return all.find(({ known }) => known?.picture.table.stage === "waiting") ?? null;
    return all.find(({ known }) => known) ?? all[0] ?? null;
  }

  private async shutOut(seat: number | null, code: string, text: string): Promise<void> {
    if (code === "seat" && this.refusals++ < 3) {
      // Stood up, was shut out, or the seats are not what they were: look again who one is.
      try {
        await this.learn();
        if (seat !== null) this.unfollow(seat);
        const follower = this.follow(null, false);
        if (this.seats[0] !== undefined && !this.boardOnly) this.follow(this.seats[0], true);
        await this.watch(follower);
        follower.join();
        this.refusals = 0;
      } catch (error) {
        this.fail(error);
      }
      return;
    }
    this.fail(new Refused(code, text));
  }

  private async introduce(): Promise<void> {
    try {
      await beGuest(true);
      await this.learn();
    } catch (error) {
      this.fail(error);
      return;
    }
    for (const follower of this.followers.values()) follower.retry();
  }

  // Commands

  async do(command: Command): Promise<Done> {
    if (!this.main) throw new Refused("offline", "");
    return this.main.do(command);
  }

  async decide(action: string): Promise<void> {
    if (!this.main) throw new Refused("offline", "");
    await this.screen.decide(this.main, action);
  }

  async sit(seat: number): Promise<void> {
    await this.do({ do: "sit", seat });
    this.arrange();
    void this.addEntropy(seat);
  }

  /** A part in the dice, so that nobody, the server included, could have chosen them. */
  private async addEntropy(seat: number): Promise<void> {
    const bytes = crypto.getRandomValues(new Uint8Array(ENTROPY_BYTES));
    const entropy = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    await this.do({ do: "add-entropy", seat, entropy }).catch(() => undefined); // a twin's dice are settled already
  }

  async block(person: number, off: boolean): Promise<void> {
    await this.do({ do: "block", person, off });
    this.blocked = off ? this.blocked.filter((one) => one !== person) : [...this.blocked, person];
  }

  /** Someone looks at this page, or nobody does: a guest who looks is not called. */
  attend(looking: boolean): void {
    this.looking = looking;
    for (const follower of this.followers.values()) follower.attend(looking);
  }

  probe(): void {
    for (const follower of this.followers.values()) follower.probe();
  }

  leave(): void {
    this.over = true;
    for (const follower of this.followers.values()) follower.close();
  }

  get finished(): boolean {
    return this.known ? isFinished(this.known.picture.table.stage) : false;
  }
}
