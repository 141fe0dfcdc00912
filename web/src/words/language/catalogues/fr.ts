import { type Entry, join } from "../catalogue";

type Files = Record<string, Record<string, Entry>>;

export default join(
  import.meta.glob(
    [
      "../../../../../src/heimlich/text/fr/*.json",
      "!../../../../../src/heimlich/text/fr/terminal.json",
      "!../../../../../src/heimlich/text/fr/unmask.json", // these come with their pages
      "!../../../../../src/heimlich/text/fr/*+*.json",
      "!../../../../../src/heimlich/text/fr/asking.json",
      "!../../../../../src/heimlich/text/fr/mine.json",
      "!../../../../../src/heimlich/text/fr/guess.json",
      "!../../../../../src/heimlich/text/fr/case.json",
      "!../../../../../src/heimlich/text/fr/lesson*.json",
      "!../../../../../src/heimlich/text/fr/rules.json",
      "!../../../../../src/heimlich/text/fr/word.json",
      "!../../../../../src/heimlich/text/fr/app.json",
      "!../../../../../src/heimlich/text/fr/sheets.json", // on paper
      "!../../../../../src/heimlich/text/fr/teachers.json",
      "!../../../../../src/heimlich/text/fr/call.json",
      "!../../../../../src/heimlich/text/fr/group.json",
      "!../../../../../src/heimlich/text/fr/season.json",
    ],
    { eager: true, import: "default" },
  ) as Files,
);
