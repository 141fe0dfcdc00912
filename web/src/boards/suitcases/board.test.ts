// The whole board in a document: what it shows is the picture, what can be tapped follows from the offer, and what is
// sent is notation.

import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BoardProps, Part } from "../contract";
import Board from "./Board.svelte";
import { hurry } from "../../pace/slices";
import { changing } from "../testing/changing.svelte";
import { say, seats } from "../testing/voice";
import { games, maps, type Moment } from "./games";
import { wordsOf } from "./words";
import { isOff } from "../testing/off";

vi.setConfig({ testTimeout: 30_000 }); // whole games, maybe on a busy machine
const PATIENCE = { timeout: 20_000 }; // a second is too little for a first board on a busy machine
const OFTEN = { ...PATIENCE, interval: 5 };

let board: ReturnType<typeof mount> | undefined;

beforeEach(() => {
  vi.stubGlobal("fetch", (address: string) => Promise.resolve(Response.json(maps[address.split("/").at(-1)!])));
});
afterEach(async () => {
  if (board) await unmount(board);
  board = undefined;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** All that is due is done, also what comes bit by bit. */
function settle(): void {
  flushSync();
  hurry();
  flushSync();
}

/** Lets timers run out twenty times as fast: a game acts out minutes of duels and deliveries. */
function hasten(): void {
  const { setTimeout } = globalThis;
  vi.stubGlobal("setTimeout", (then: () => void, ms = 0) => setTimeout(then, ms / 20));
}

async function show(moment: Pick<Moment, "game" | "offer">, more: Partial<BoardProps> = {}) {
  const sent: string[] = [];
  const props = changing({
    game: moment.game as unknown as BoardProps["game"],
    seat: 0,
    seats: seats(moment.game.colours.length),
    terms: { game: "suitcases", edition: "jumbo", seats: moment.game.colours.length },
    offer: moment.offer,
    act: (action: string) => {
      sent.push(action);
      return Promise.resolve();
    },
    busy: false,
    news: [],
    highlight: new Set<string>(),
    peek: false,
    still: true,
    say,
    hurried: false,
    ...more,
  } satisfies BoardProps) as BoardProps & { -readonly [Key in keyof BoardProps]: BoardProps[Key] };
  board = mount(Board, { target: document.body, props });
  await vi.waitFor(() => expect(document.querySelector("[data-place]")).not.toBe(null), PATIENCE);
  settle();
  return { props, sent };
}

const all = (selector: string): Element[] => [...document.querySelectorAll(selector)];
const button = (name: RegExp): HTMLButtonElement => {
  const found = all("button").find((one) => name.test(one.getAttribute("aria-label") ?? one.textContent?.trim() ?? ""));
  if (!found)
    throw new Error(
      `there is no button ${name}; there are: ${all("button")
        .map((one) => one.textContent?.trim())
        .join(" | ")}`,
    );
  return found as HTMLButtonElement;
};
const place = (id: string): Element => document.querySelector(`.place[data-place="${id}"]`)!;
const token = (id: string): Element => document.querySelector(`[data-agent="${id}"]`)!;
const text = (): string => document.body.textContent ?? "";

async function tap(element: Element): Promise<void> {
  element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  settle();
  await tick();
}
async function press(element: Element, key: string): Promise<void> {
  element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  settle();
  await tick();
}

/** The first moment of the games in which seat 0 has an action like this. */
function moment(like: RegExp, fits: (moment: Moment) => boolean = () => true): Moment {
  const found = games.flat().find((one) => one.actions.some((action) => like.test(action)) && fits(one));
  if (!found) throw new Error(`no moment has ${like}`);
  return found;
}

/** What can be seen of the pieces: where each agent is, who carries something, what lies and what was delivered. */
function drawn() {
  const names = (attribute: string) => all(`[${attribute}]`).map((one) => one.getAttribute(attribute)!);
  const agents = all("[data-agent]");
  const id = (one: Element) => one.getAttribute("data-agent")!;
  return {
    at: Object.fromEntries(agents.map((one) => [id(one), one.getAttribute("data-place")])),
    loads: agents
      .filter((one) => one.getElementsByClassName("case").length)
      .map(id)
      .sort(),
    lying: names("data-case").sort(),
    delivered: names("data-home").sort(),
  };
}

test.each(games.map((game, index) => [index, game] as const))(
  "in game %i the board always ends up as the picture is, however many updates come at once",
  async (_, game) => {
    const { props } = await show(game[0]!);
    hasten();
    const news: BoardProps["news"][number][] = [];
    for (let index = 1; index < game.length; index++) {
      const { game: picture, offer, events } = game[index]!;
      news.push({ n: index, events });
      if (index % 17 && index < game.length - 1) continue; // a burst
      Object.assign(props, { game: picture, offer, news: [...news] });
      settle();
      await vi.waitFor(() => {
        settle(); // a duel or a delivery is acted out first
        expect(drawn()).toEqual({
          at: picture.at,
          loads: Object.keys(picture.loads).sort(),
          lying: Object.keys(picture.lying).sort(),
          delivered: Object.values(picture.delivered).flatMap(Object.keys).sort(),
        });
      }, OFTEN);
    }
    expect(text()).not.toContain("The game is over"); // it is to be unmasked before anything tells it
    Object.assign(props, { unmasked: true });
    settle();
    expect(text()).toContain("The game is over");
  },
);

test("a tap on an agent shows where it can go, and a tap there sends one step", async () => {
  const here = moment(/^step 1 /, ({ actions }) => actions.filter((action) => action.startsWith("step")).length > 2);
  const goal = here.actions.find((action) => action.startsWith("step 1 "))!.split(" ")[2]!;
  const { sent } = await show(here);
  await press(place(goal), "Escape");
  await tap(token("0-1"));
  expect(place(goal).getAttribute("aria-label")).toMatch(/Within reach: 1 step/);
  await tap(place(goal));
  expect(sent).toEqual([`step 1 ${goal}`]);
});

test("a place farther off is walked to step by step, each sent only when it is offered", async () => {
  const step = (number: string, ...places: string[]): Part => ({
    kind: "targets", verb: "step", item: number, groups: [places], picks: [1], ordered: false, amounts: [],
  });
  const base = { ...moment(/^step/, ({ game }) => game.map === "europe").game, steps: 3, roll: [2, 1] };
  const at = (where: string) => ({ ...base, at: { "0-1": where, "0-2": "start-red", "1-1": "start-green" } });
  const { props, sent } = await show({
    game: { ...at("vienna"), steps: 3 },
    offer: [step("1", "prague", "munich"), step("2", "dublin")],
  });
  await tap(token("0-1"));
  await tap(place("oslo"));
  expect(sent).toEqual([]); // too far: its card is shown
  await tap(button(/^Close/));
  await tap(place("berlin"));
  expect(sent).toEqual(["step 1 prague"]);
  settle();
  expect(sent).toHaveLength(1);
  Object.assign(props, {
    game: { ...at("prague"), steps: 2 },
    offer: [step("1", "berlin", "vienna", "warsaw"), step("2", "dublin")],
  });
  settle();
  expect(sent).toEqual(["step 1 prague", "step 1 berlin"]);
  expect(document.querySelector("[data-agent='0-1'] .chosen")).not.toBe(null);
});

test("a walk ends where the next step is not offered", async () => {
  const here = moment(/^step 1 /, ({ game }) => (game.steps ?? 0) > 1);
  const { props, sent } = await show(here);
  await press(place("start-red"), "Escape");
  await tap(token("0-1"));
  const far = all(".place").find((one) => /Within reach: 2 steps$/.test(one.getAttribute("aria-label") ?? ""))!;
  await tap(far);
  expect(sent).toHaveLength(1);
  Object.assign(props, {
    offer: [{ kind: "pick", verb: "duel", options: ["0", "3"] }],
    game: { ...here.game, phase: "duel" },
  });
  settle();
  await tick();
  expect(sent).toHaveLength(1);
});

test("ending a turn with steps left is asked about; without, it is not", async () => {
  const { sent } = await show(moment(/^end$/, ({ game }) => (game.steps ?? 0) > 0));
  await tap(button(/^End turn$/));
  expect(sent).toEqual([]);
  await tap(button(/^Keep moving$/));
  await tap(button(/^End turn$/));
  await tap(button(/^End it$/));
  expect(sent).toEqual(["end"]);
  await unmount(board!);
  document.body.replaceChildren();
  const idle = await show(moment(/^end$/, ({ game }) => !game.steps && !game.extra));
  await tap(button(/^End turn$/));
  expect(idle.sent).toEqual(["end"]);
});

test("the arrow keys follow lines, Enter chooses and steps, a digit chooses an agent, Escape lets go", async () => {
  const here = moment(/^step 1 /, ({ game }) => game.map === "europe" && game.at["0-1"] === "start-red");
  const { sent } = await show(here);
  await press(place("start-red"), "Escape");
  await press(place("start-red"), "1");
  expect(document.querySelector("[data-agent='0-1'] .chosen")).not.toBe(null);
  await press(place("start-red"), "ArrowDown");
  await tick();
  expect(document.activeElement?.getAttribute("data-place")).toBe("dublin");
  await press(document.activeElement!, "Enter");
  expect(sent).toEqual(["step 1 dublin"]);
});

test("packing is arranged at leisure and locked letter by letter", async () => {
  const [first, ...rest] = games[0]!.filter(({ actions }) => actions.some((action) => action.startsWith("pack")));
  const { props, sent } = await show(first!);
  expect(isOff(button(/^Lock/))).toBe(true);
  for (const content of [/^1 state secret$/, /bomb$/, /^3 state/, /^5 state/]) {
    await tap(all(".content").find((one) => content.test(one.querySelector(".unseen")!.textContent!))!);
  }
  await tap(button(/^Lock/));
  expect(sent).toEqual(["pack A 1"]);
  const left = (letters: string[], contents: string[]): Part[] => [
    { kind: "ballot", verb: "pack", questions: letters.map((letter) => [letter, contents] as const) },
  ];
  for (const offer of [left(["B", "C", "D"], ["5", "3", "bomb"]), left(["C", "D"], ["5", "3"]), left(["D"], ["5"])]) {
    Object.assign(props, { offer });
    settle();
  }
  expect(sent).toEqual(["pack A 1", "pack B bomb", "pack C 3", "pack D 5"]);
  expect(rest.length).toBeGreaterThan(0);
});

test("what one player arranges is gone when another one looks at the same screen", async () => {
  const packing = games[0]![0]!;
  const { props } = await show(packing);
  await tap(button(/^Shuffle$/));
  expect(all(".choice .case.open").length).toBeGreaterThan(4);
  Object.assign(props, { seat: 1, game: { ...packing.game } });
  settle();
  expect(isOff(button(/^Lock/))).toBe(true);
  expect(all(".choice .case.open")).toHaveLength(1); // the bomb that can be chosen
});

test("luggage, duel cards, spoils and losses are buttons", async () => {
  for (const like of [/^take \d/, /^exchange \d/, /^drop/, /^duel/, /^leave$/, /^lose/, /^stay$/]) {
    const here = moment(like);
    const { sent } = await show(here);
    const agent = /^(take|exchange|drop) (\d+)/.exec(here.actions.find((action) => like.test(action))!)?.[2];
    if (agent && here.game.phase === "move") await tap(token(`0-${agent}`));
    const buttons = all(".luggage button, .panel :is(.row, .picks) > button");
    for (const one of buttons) await tap(one);
    expect(
      sent.some((action) => like.test(action)),
      `${like}`,
    ).toBe(true);
    for (const action of sent) expect(here.actions).toContain(action);
    await unmount(board!);
    board = undefined;
    document.body.replaceChildren();
  }
});

test("one's own contents are shown while peeking and never else; onlookers never see any", async () => {
  const here = games[0]!.find(({ game }) => game.phase === "move")!;
  const { props } = await show(here);
  const told = (): string[] => all(".own .case.open").map((one) => one.textContent!.trim());
  expect(told()).toEqual([]);
  expect(text()).toContain("hidden");
  Object.assign(props, { peek: true });
  settle();
  expect(told()).toHaveLength(4);
  await unmount(board!);
  board = undefined;
  document.body.replaceChildren();
  const { own, ...rest } = here.game;
  expect(own).toBeDefined();
  await show({ game: rest, offer: [] }, { seat: null, peek: true });
  expect(document.querySelector(".own")).toBe(null);
});

test("a chosen duel card lies face down unless one peeks", async () => {
  const duel = moment(/^duel/);
  const game = { ...duel.game, own: { contents: {}, chosen: 4 } };
  const { props } = await show({ game, offer: [] });
  expect(document.querySelector(".face")!.textContent!.trim()).toBe("");
  Object.assign(props, { peek: true });
  settle();
  expect(document.querySelector(".face")!.textContent!.trim()).toBe("4");
});

test("what the server refuses is said, and nothing more is sent", async () => {
  const here = moment(/^step 1 /, ({ game }) => (game.steps ?? 0) > 1);
  const asked: string[] = [];
  const act = (action: string) => {
    asked.push(action);
    return Promise.reject(new Error("not now"));
  };
  await show(here, { act });
  await press(place("start-red"), "Escape");
  await tap(token("0-1"));
  await tap(all(".place").find((one) => /Within reach: 2 steps$/.test(one.getAttribute("aria-label") ?? ""))!);
  await vi.waitFor(() => expect(document.querySelector("[role=alert]")?.textContent).toBe("not now"), PATIENCE);
  expect(asked).toHaveLength(1);
});

test("what the log points at shines", async () => {
  const here = games[0]!.find(({ game }) => Object.keys(game.lying).length > 3 && game.phase === "move")!;
  const [suitcase] = Object.keys(here.game.lying);
  const { props } = await show(here);
  expect(document.querySelector(".shine")).toBe(null);
  Object.assign(props, { highlight: new Set(["vienna", "red-1", suitcase]) });
  settle();
  expect(all(".shine")).toHaveLength(3);
  expect(token("0-1").querySelector(".shine")).not.toBe(null);
});

test("a map that cannot be fetched can be asked for again", async () => {
  const fetched = vi.fn(() => Promise.resolve(new Response("", { status: 500 })));
  vi.stubGlobal("fetch", fetched);
  const here = { ...games[0]![0]!, game: { ...games[0]![0]!.game, map: "elsewhere" } };
  board = mount(Board, {
    target: document.body,
    props: {
      game: here.game as unknown as BoardProps["game"], seat: null, seats: seats(2), offer: [], news: [], say, hurried: false,
      terms: { game: "suitcases", edition: "jumbo", seats: 2 }, act: () => Promise.resolve(), busy: false,
      highlight: new Set<string>(), peek: false, still: true,
    },
  });
  await vi.waitFor(() => expect(document.querySelector("[role=alert]")).not.toBe(null), PATIENCE);
  await tap(button(/^Try again$/));
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2), PATIENCE);
});

test("those who share a win are named as in a sentence", () => {
  const { won } = wordsOf(say, seats(3));
  expect(won([])).toBe("");
  expect(won([1])).toBe("Bob wins.");
  expect(won([0, 1])).toBe("Anna and Bob share the win.");
  expect(won([0, 1, 2])).toBe("Anna, Bob and Chris share the win.");
});

test("a suitcase is put into a city, can be taken back, and is hidden when that is confirmed; one sees what is inside", async () => {
  const here = moment(/^place /);
  const [, letter, city] = here.actions.find((action) => action.startsWith("place "))!.split(" ") as [string, string, string];
  const { sent } = await show(here);
  const name = `${here.game.colours[0]}-${letter}`;
  const inside = here.game.own!.contents[letter]!;
  expect(button(new RegExp(`suitcase ${letter}: `)).getAttribute("aria-label")).toContain(inside === "bomb" ? "bomb" : inside);
  expect(isOff(button(/^Hide it here/))).toBe(true);
  await tap(place(city));
  expect([sent, document.querySelector(`[data-case="${name}"]`)?.getAttribute("data-place")]).toEqual([[], city]);
  await tap(button(/^Take it back/));
  expect(document.querySelector(`[data-case="${name}"]`)).toBe(null);
  await tap(place(city));
  await tap(button(/^Hide it here/));
  expect(sent).toEqual([`place ${letter} ${city}`]);
});

test("a city that is looked at in a duel does not push its cards away", async () => {
  const here = moment(/^duel /);
  await show(here);
  const city = all(".place")[0]!;
  await tap(city);
  const [card, panel] = [".suitcases-around .city", ".panel"].map((one) => document.querySelector(one)!) as [Element, Element];
  expect(panel.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
