import { expect, test } from "vitest";
import { loadGlossary } from "./glossary";
import { loadLab, minutesOf, PACE } from "./lab";

test("every word is there in three languages, with its rule and the words of the books", async () => {
  const [heimlich, suitcases] = await loadGlossary();
  const safe = heimlich!.find(({ ours }) => ours.en === "safe")!;
  expect(safe).toMatchObject({ ours: { de: "Tresor", fr: "coffre-fort" }, rule: "H10" });
  expect(safe.books).toEqual({ "rio-grande": "safe", escale: "dossier Top-Secret", cie: "coffre-fort", engine: "safe" });
  expect(heimlich!.find(({ ours }) => ours.en === "unowned agent")!.books["cie"]).toBe("");
  expect(suitcases!.find(({ ours }) => ours.en === "extra step")).toMatchObject({ rule: "C16", books: { jumbo: "bonus move" } });
  for (const { ours, rule } of [...heimlich!, ...suitcases!]) {
    expect(Object.values(ours).every(Boolean)).toBe(true);
    expect(rule).toMatch(/^[HTDC]\d+$/);
  }
});

test("minutes are turns and scorings at a human pace, and not more exact than that", async () => {
  expect(minutesOf(10, 30, 4)).toBe(7);
  expect(minutesOf(66, 30, 6)).toBe(35);
  const { games, studies } = await loadLab();
  expect(games).toBe(1_000_000);
  expect(studies["rio-grande"]!["4"]!.turns[0] * PACE.turn).toBeGreaterThan(600);
});
