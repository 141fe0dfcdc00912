import { beforeEach, expect, test } from "vitest";
import { canSay, learn, say, speak } from "./language.svelte";
import { learnWords } from "./on-demand";

beforeEach(() => speak("en"));

test("words of the unmasking are known once they were asked for, in every language", async () => {
  expect(canSay("unmask.title")).toBe(false);
  await learnWords("unmask");
  expect(say("unmask.title")).toBe("The unmasking");
  expect(say("heimlich-co.story-plain", { deed: "Anna waits" })).toBe("Anna waits.");
  expect(say("page.skip")).not.toBe("page.skip"); // the others stay known
  await speak("de");
  expect(say("unmask.title")).toBe("Die Enthüllung");
  await learnWords("unmask");
  expect(say("unmask.title")).toBe("Die Enthüllung");
});

test("a language that is chosen while words come in is the one they are said in", async () => {
  let come = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (come = resolve));
  const learning = learn(async (language) => {
    if (language === "en") await waiting;
    return (key) => (key === "lesson.here" ? language : undefined);
  });
  await speak("fr");
  come();
  await learning;
  expect(say("lesson.here")).toBe("fr");
});
