import { expect, test } from "vitest";
import { kindOf, outdated } from "./keeping";

test("every page of ours is shown without a network, and nothing else that a browser can be sent to", () => {
  for (const path of ["", "new", "games", "table/abc", "rules/x/y", "case/2026-02-28/easy", "learn", "learn/first"]) {
    expect(kindOf(path, true)).toBe("page");
  }
  for (const path of ["api/guest/export", "schema/openapi.json", "embed/abc", "favicon.svg", "sw.js", "icons/a.png", "sheets/dossier.pdf"]) {
    expect(kindOf(path, true)).toBe("other");
  }
});

test("only these answers are kept: nothing with a secret of a game, and nothing that is told once", () => {
  for (const path of ["api/games", "api/guest", "api/guest/tables", "api/cases", "api/cases/2026-02-28/easy", "api/maps/europe"]) {
    expect(kindOf(path, false)).toBe("data");
  }
  for (const path of [
    "api/guest/export",
    "api/guest/codes",
    "api/tables",
    "api/tables/abc",
    "api/tables/abc/record",
    "api/tables/abc/story",
    "api/cases/2026-02-28/easy/answer",
    "api/calls",
    "api/socket",
    "health",
  ]) {
    expect(kindOf(path, false)).toBe("other");
  }
  expect(kindOf("assets/index-abc.js", false)).toBe("file");
});

test("the page of the build before stays, for a tab that is still open", () => {
  const names = ["p-1", "p-2", "data", "p-3", "p-4"];
  expect(outdated(names, "p-", "p-4")).toEqual(["p-1", "p-2"]);
  expect(outdated(["p-4"], "p-", "p-4")).toEqual([]);
});
