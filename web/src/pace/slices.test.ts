import { expect, test } from "vitest";
import { breather, caughtUp, inTurn, later, nextTask } from "./slices";

test("what is asked for in turn begins in tasks of its own, and all of it is waited for", async () => {
  const order: string[] = [];
  let task = "first";
  const count = async (): Promise<void> => {
    for (const name of ["second", "third", "fourth"]) {
      await nextTask();
      task = name;
    }
  };
  const job = (name: string) => async (): Promise<string> => {
    order.push(`${name} in the ${task}`);
    return name;
  };
  const counting = count();
  expect(await inTurn(job("a"), job("b"))).toEqual(["a", "b"]);
  await counting;
  expect(order).toEqual(["a in the second", "b in the third"]);
});

test("a job that fails early is told when the others have begun", async () => {
  let begun = false;
  const asked = inTurn(
    () => Promise.reject(new Error("offline")),
    () => (begun = true),
  );
  await expect(asked).rejects.toThrow("offline");
  expect(begun).toBe(true);
});

test("one has caught up when all slices are there, and those that they asked for", async () => {
  const done: string[] = [];
  later(() => {
    done.push("outer");
    later(() => void done.push("inner"));
  });
  later(() => void done.push("next"));
  await caughtUp();
  expect(done).toEqual(["outer", "inner", "next"]);
});

test("a breath is taken when a task has lasted, and not before", async () => {
  let tasks = 0;
  setTimeout(() => tasks++);
  const breathe = breather();
  await breathe();
  expect(tasks).toBe(0);
  const end = performance.now() + 6;
  while (performance.now() < end);
  await breathe();
  expect(tasks).toBe(1);
});
