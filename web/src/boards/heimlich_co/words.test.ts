import { expect, test } from "vitest";
import { catalogue } from "../testing/voice";

const board = (language: string): [string, string][] =>
  Object.entries(catalogue(language))
    .filter(([key]) => key.startsWith("board-heimlich-co."))
    .map(([key, entry]) => {
      const forms = typeof entry === "string" ? [entry] : [entry.one, entry.other];
      return [key, [...new Set(forms.flatMap((form) => form.match(/\{\w+\}/g) ?? []))].toSorted().join(" ")];
    });

test.each(["de", "fr"])("the board has the same words with the same gaps in %s as in English", (language) => {
  expect(board(language).toSorted()).toEqual(board("en").toSorted());
});
