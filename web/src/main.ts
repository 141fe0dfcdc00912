import "./theme.css";
import "./base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { speak, wanted } from "./language.svelte";
import { expectPage } from "./pages";
import { showTheme } from "./preferences.svelte";
import { listen, route } from "./router.svelte";

showTheme();
listen();
expectPage(route().page);
await speak(wanted()).catch(() => speak("en"));
await new Promise((resolve) => setTimeout(resolve)); // a task of its own
mount(App, { target: document.getElementById("app")! });
