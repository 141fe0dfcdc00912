import "./type.css";
import "./theme.css";
import "./base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { nextTask } from "./pace/slices";
import { speak, wanted } from "./words/language.svelte";
import { expectPage } from "./app/pages";
import { showTheme } from "./app/preferences.svelte";
import { listen, route } from "./app/router.svelte";
import { startWorker } from "./app/worker.svelte";

// Each step is a task of its own: together they would keep a slow phone busy for too long.
await nextTask(); // all that was imported has just been run
expectPage(route().page);
await nextTask();
showTheme();
listen();
await speak(wanted()).catch(() => speak("en"));
await nextTask();
mount(App, { target: document.getElementById("app")! });
startWorker();
