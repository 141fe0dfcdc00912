import { type Entry, join } from "../catalogue";

type Files = Record<string, Record<string, Entry>>;

export default join(
  import.meta.glob(
    [
      "../../../../../src/heimlich/text/en/*.json",
      "!../../../../../src/heimlich/text/en/terminal.json",
      "!../../../../../src/heimlich/text/en/unmask.json", // these come with their pages
      "!../../../../../src/heimlich/text/en/*+*.json",
      "!../../../../../src/heimlich/text/en/asking.json",
      "!../../../../../src/heimlich/text/en/mine.json",
      "!../../../../../src/heimlich/text/en/guess.json",
      "!../../../../../src/heimlich/text/en/case.json",
      "!../../../../../src/heimlich/text/en/lesson*.json",
      "!../../../../../src/heimlich/text/en/rules.json",
      "!../../../../../src/heimlich/text/en/word.json",
      "!../../../../../src/heimlich/text/en/app.json",
      "!../../../../../src/heimlich/text/en/sheets.json", // on paper
      "!../../../../../src/heimlich/text/en/teachers.json",
      "!../../../../../src/heimlich/text/en/call.json",
      "!../../../../../src/heimlich/text/en/group.json",
      "!../../../../../src/heimlich/text/en/season.json",
    ],
    { eager: true, import: "default" },
  ) as Files,
);
