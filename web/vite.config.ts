import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// The server that a page in development talks to; `HEIMLICH_SERVER=http://127.0.0.1:8101 npm run dev` for another.
const api = process.env.HEIMLICH_SERVER ?? "http://127.0.0.1:8000";

/** Compresses what was built, once and well, so that the server need not. */
function compress(folder: string): Plugin {
  return {
    name: "compress",
    apply: "build",
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(css|html|js|json|svg)$/.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const whole = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(whole, { level: 9 }));
        writeFileSync(`${path}.br`, brotliCompressSync(whole));
      }
    },
  };
}

/** Puts the licence of the typeface beside it, as that licence asks for. */
function licences(folder: string): Plugin {
  return {
    name: "licences",
    apply: "build",
    closeBundle: () => copyFileSync("node_modules/@fontsource/abril-fatface/LICENSE", join(folder, "abril-fatface.LICENSE.txt")),
  };
}

const built = "../src/heimlich/server/static";

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), compress(built), licences(built)],
  build: {
    outDir: built,
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy forbids what is inlined
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: {
      checks: { pluginTimings: false },
      // What several pages share is one file: a request more costs a slow phone more than some bytes.
      output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 2, test: /web\/src|node_modules/ }] } },
    },
  },
  server: {
    fs: { allow: [".."] }, // the catalogues lie in ../src/heimlich/text
    proxy: { "/api": { target: api, ws: true } },
  },
  // Components are tested as in a browser, not as rendered on a server.
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"], restoreMocks: true },
}));
