import { expect, test } from "vitest";
import { figure } from "./lab";

test.each(["en", "de", "fr"] as const)("figures are written as everybody writes them in %s", (language) => {
  for (const n of [0, 7, 34.5, 99.9, 100, 1000, 12345, 100000, 1000000, 1234.5]) {
    expect(figure(n, language)).toBe(n.toLocaleString(language));
  }
});
