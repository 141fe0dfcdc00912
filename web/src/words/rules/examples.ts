// What is drawn of the rules' examples, by name: docs/rules/examples.json, which is made from docs/rules
// (docs/pictures/make_examples.py).

import type { GamePicture } from "../../table/messages/model";

export interface DrawnExample {
  readonly game: string;
  readonly edition: string;
  /** What happens between the pictures, in notation. */
  readonly events: readonly string[];
  readonly pictures: readonly [GamePicture, ...GamePicture[]];
}

type Examples = Readonly<Record<string, DrawnExample>>;
const files = import.meta.glob<Examples>("../../../../docs/rules/examples.json", { import: "default" });

export async function loadExamples(): Promise<Examples> {
  const [read] = Object.values(files);
  return (await read?.()) ?? {};
}
