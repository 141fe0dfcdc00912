// What a server's refusal is to the page, over HTTP and over a table's socket alike.

/** Something was refused: a code for programs, a text for people; by the rules of a game, which rule and why. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly rule = "",
    /** A line of the game's catalogue, as it travels. */
    readonly line: Readonly<Record<string, unknown>> = {},
  ) {
    super(text);
  }
}

/** Words for people, and the address of the rule that they are about, if there is one. */
export class Barred extends Error {
  constructor(
    text: string,
    readonly rule = "",
    readonly href = "",
  ) {
    super(text);
  }
}

/** For something that cannot be done now, and can say why: the action in notation, "" for what is asked (panels/asking). */
export const barred = (off: boolean, action: string): { "aria-disabled"?: true; "data-why"?: string } =>
  off ? { "aria-disabled": true, "data-why": action } : {};
