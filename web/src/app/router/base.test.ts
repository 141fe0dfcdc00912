import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { withBase } from "../../../under-base.js";

afterEach(() => {
  delete document.documentElement.dataset["base"];
  vi.resetModules();
});

async function loadUnder(base: string) {
  vi.resetModules();
  if (base) document.documentElement.dataset["base"] = base;
  return import("./base");
}

describe("addresses under a base path", () => {
  test("at its own name, nothing is added", async () => {
    const { at, linkTo, ours } = await loadUnder("");
    expect(at("/table/x")).toBe("/table/x");
    expect(linkTo("/table/x")).toBe(new URL("/table/x", location.href).href);
    expect([ours("/"), ours("/games"), ours(""), ours("#top"), ours("https://example.org/")]).toEqual(["/", "/games", null, null, null]);
  });

  test("under a path, ours get it and others do not", async () => {
    const { at, linkTo, ours } = await loadUnder("/games");
    expect([at("/"), at("/games"), at("#top"), at("//example.org/"), at("data:,"), at(null)]).toEqual([
      "/games/", "/games/games", "#top", "//example.org/", "data:,", null,
    ]);
    expect(linkTo("/table/x")).toBe(new URL("/games/table/x", location.href).href);
    expect([ours("/games"), ours("/games/"), ours("/games/games?page=2"), ours("/other"), ours("/gamesome"), ours("")]).toEqual([
      "/", "/", "/games?page=2", null, null, null,
    ]);
  });
});

describe("the compiler's step", () => {
  const made = (code: string): string => withBase(code, join(process.cwd(), "src/pages/Some.svelte"));

  test("adds the base to what begins with a slash", () => {
    expect(made(`<a href="/table/{id}">x</a>`)).toContain(`<a href="{__base}/table/{id}">x</a>`);
    expect(made(`<img src="/favicon.svg" alt="" />`)).toContain(`src="{__base}/favicon.svg"`);
    expect(made(`{#if a}<a {href}>x</a>{:else}<a href={b ? "/x" : c}>y</a>{/if}`)).toContain(
      `<a href={__at(href)}>x</a>{:else}<a href={__at(b ? "/x" : c)}>y</a>`,
    );
    expect(made(`<script lang="ts">let x: number;</script><a href="/">x</a>`)).toMatch(/^<script lang="ts">\nimport .* from "..\/app\/router\/base";let x/);
  });

  test("leaves everything else alone", () => {
    for (const code of [`<a href="#top">x</a>`, `<use href="#tree" />`, `<Card href="/x" />`, `<p>href="/x"</p>`, `<a href="https://example.org/">x</a>`]) {
      expect(made(code)).toBe(code);
    }
  });
});

test("no script asks for an address without the base", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf-8" }).filter((name) => /(?<!\.test)\.(ts|svelte)$/.test(name));
  const wrong = files.flatMap((name) =>
    readFileSync(join("src", name), "utf-8")
      .split("\n")
      .filter((line) => /(?:fetch|new URL|new WebSocket|State\(null, "",|register|assign|open)\(?\s*[`"']\/(?!\/)/.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(wrong).toEqual([]);
});
