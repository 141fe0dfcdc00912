import "./theme.css";
import "./base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { speak, wanted } from "./language.svelte";
import { showTheme } from "./preferences.svelte";
import { listen } from "./router.svelte";

showTheme();
listen();
await speak(wanted()).catch(() => speak("en"));
mount(App, { target: document.getElementById("app")! });
