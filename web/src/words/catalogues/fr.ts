import { type Entry, join } from "../catalogue";

type Files = Record<string, Record<string, Entry>>;

export default join(
  import.meta.glob(
    [
      "../../../../src/heimlich/text/fr/*.json",
      "!../../../../src/heimlich/text/fr/terminal.json",
      "!../../../../src/heimlich/text/fr/unmask.json", // comes with its page
      "!../../../../src/heimlich/text/fr/*+story.json", // so do these
    ],
    { eager: true, import: "default" },
  ) as Files,
);
