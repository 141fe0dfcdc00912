// What a server's refusal is to the page, over HTTP and over a table's socket alike.

/** Something was refused: a code for programs, a text for people. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}
