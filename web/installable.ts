// What makes the page an app: the service worker, made for the files of this very build, and a manifest in each language.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { build, type Plugin, type Rolldown } from "vite";

const LANGUAGES = ["en", "de", "fr"];
const NIGHT = "#0c1322";
const WORKER = "src/worker/worker.ts";

/** The worker as one script that imports nothing, with what it has to know of this build. */
async function bundleWorker(files: readonly string[], entry: string, stamp: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: { BUILD: JSON.stringify(stamp), FILES: JSON.stringify(files), ENTRY: JSON.stringify(entry) },
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: WORKER, output: { format: "iife", codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

function manifest(language: string): string {
  const words = JSON.parse(readFileSync(`../src/heimlich/text/${language}/app.json`, "utf-8")) as Record<string, string>;
  const icon = (name: string, size: number, purpose: string): object => ({
    src: `./icons/${name}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return JSON.stringify({
    name: "heimlich",
    short_name: "heimlich",
    description: words.about,
    lang: language,
    // Relative to the manifest: so it holds under any path.
    id: "./",
    start_url: "./",
    scope: "./",
    display: "standalone",
    background_color: NIGHT,
    theme_color: NIGHT,
    categories: ["games"],
    icons: [
      icon("icon-192", 192, "any"),
      icon("icon-512", 512, "any"),
      icon("maskable-192", 192, "maskable"),
      icon("maskable-512", 512, "maskable"),
    ],
    shortcuts: ["new", "case", "rules"].map((path) => ({ name: words[`shortcut-${path}`], url: `./${path}` })),
  });
}

export function installable(): Plugin {
  return {
    name: "installable",
    apply: "build",
    async generateBundle(_, bundle) {
      const isFirst = (one: (typeof bundle)[string]): boolean =>
        one.type === "chunk" && one.moduleIds.some((id) => id.endsWith("/src/main.ts"));
      const entry = Object.values(bundle).find(isFirst)?.fileName;
      // The page names the file that holds main.ts. An entry that only imports that one is not written.
      const files = Object.entries(bundle)
        .filter(([name, one]) => name.startsWith("assets/") && !(one.type === "chunk" && one.isEntry && name !== entry))
        .map(([name]) => name)
        .sort();
      if (!entry) throw new Error("no file of the page holds main.ts");
      const stamp = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 16);
      this.emitFile({ type: "asset", fileName: "sw.js", source: await bundleWorker(files, entry, stamp) });
      for (const language of LANGUAGES) {
        this.emitFile({ type: "asset", fileName: `manifest.${language}.webmanifest`, source: manifest(language) });
      }
    },
  };
}
