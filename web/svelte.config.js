import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { underBase } from "./under-base.js";

export default { preprocess: [vitePreprocess(), underBase()], compilerOptions: { runes: true } };
