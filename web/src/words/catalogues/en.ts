import { type Entry, join } from "../catalogue";

type Files = Record<string, Record<string, Entry>>;

export default join(
  import.meta.glob(
    [
      "../../../../src/heimlich/text/en/*.json",
      "!../../../../src/heimlich/text/en/terminal.json",
      "!../../../../src/heimlich/text/en/unmask.json", // comes with its page
      "!../../../../src/heimlich/text/en/*+story.json", // so do these
    ],
    { eager: true, import: "default" },
  ) as Files,
);
