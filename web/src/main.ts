import "./theme.css";
import "./base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { nextTask } from "./gradual";
import { speak, wanted } from "./language.svelte";
import { expectPage } from "./pages";
import { showTheme } from "./preferences.svelte";
import { listen, route } from "./router.svelte";

// Each step is a task of its own: together they would keep a slow phone busy for too long.
await nextTask(); // all that was imported has just been run
expectPage(route().page);
await nextTask();
showTheme();
listen();
await speak(wanted()).catch(() => speak("en"));
await nextTask();
mount(App, { target: document.getElementById("app")! });
