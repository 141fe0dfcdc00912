import { expect, test } from "vitest";
import { catalogueFiles } from "../testing/voice";

const board = (language: string): [string, string][] =>
  Object.entries(catalogueFiles(language)["board-heimlich-co.json"]!)
    .map(([key, entry]) => {
      const forms = typeof entry === "string" ? [entry] : [entry.one, entry.other];
      return [key, [...new Set(forms.flatMap((form) => form.match(/\{\w+\}/g) ?? []))].toSorted().join(" ")];
    });

test.each(["de", "fr"])("the board has the same words with the same gaps in %s as in English", (language) => {
  expect(board(language).toSorted()).toEqual(board("en").toSorted());
});
