import "./type.css";
import "./theme.css";
import "./base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { nextTask } from "./pace/slices";
import { speak, wanted } from "./words/language/language.svelte";
import { expectPage } from "./app/router/pages";
import { showTheme } from "./app/device/preferences.svelte";
import { listen, route } from "./app/router/router.svelte";
import { startWorker } from "./app/device/worker.svelte";

/** The whole document is there, and its styles: its script is run without waiting for them. */
async function styled(): Promise<void> {
  if (document.readyState === "loading") await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve, { once: true }));
  const sheets = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  await Promise.all(sheets.map((link) => link.sheet || new Promise((resolve) => (link.onload = link.onerror = resolve))));
}

/**
 * Each step is a task of its own: together they would keep a slow phone busy for too long. None is awaited at the top of
 * this file: the pages' files use parts of it, and would wait for all of it.
 */
async function begin(): Promise<void> {
  const ready = styled();
  await nextTask(); // all that was imported has just been run
  expectPage(route().page);
  await nextTask();
  showTheme();
  listen();
  await speak(wanted()).catch(() => speak("en"));
  await ready;
  await nextTask();
  mount(App, { target: document.getElementById("app")! });
  await nextTask();
  startWorker();
}

void begin();
