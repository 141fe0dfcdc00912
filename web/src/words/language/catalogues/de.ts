import { type Entry, join } from "../catalogue";

type Files = Record<string, Record<string, Entry>>;

export default join(
  import.meta.glob(
    [
      "../../../../../src/heimlich/text/de/*.json",
      "!../../../../../src/heimlich/text/de/terminal.json",
      "!../../../../../src/heimlich/text/de/unmask.json", // these come with their pages
      "!../../../../../src/heimlich/text/de/*+*.json",
      "!../../../../../src/heimlich/text/de/asking.json",
      "!../../../../../src/heimlich/text/de/mine.json",
      "!../../../../../src/heimlich/text/de/guess.json",
      "!../../../../../src/heimlich/text/de/case.json",
      "!../../../../../src/heimlich/text/de/lesson*.json",
      "!../../../../../src/heimlich/text/de/rules.json",
      "!../../../../../src/heimlich/text/de/word.json",
      "!../../../../../src/heimlich/text/de/app.json",
      "!../../../../../src/heimlich/text/de/sheets.json", // on paper
      "!../../../../../src/heimlich/text/de/teachers.json",
      "!../../../../../src/heimlich/text/de/call.json",
      "!../../../../../src/heimlich/text/de/group.json",
      "!../../../../../src/heimlich/text/de/season.json",
    ],
    { eager: true, import: "default" },
  ) as Files,
);
