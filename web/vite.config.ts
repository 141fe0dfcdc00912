import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, inflateSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { installable } from "./installable.ts";

// The server that a page in development talks to; `HEIMLICH_SERVER=http://127.0.0.1:8101 npm run dev` for another.
const api = process.env.HEIMLICH_SERVER ?? "http://127.0.0.1:8000";

const SMALL = 1400; // bytes: it fits into one packet as it is

/** Compresses what was built, once and well, so that the server need not; it makes gzip from the whole files, for the few that ask. */
function compress(folder: string): Plugin {
  return {
    name: "compress",
    apply: "build",
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(css|html|js|json|svg|webmanifest)$/.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const whole = readFileSync(path);
        if (whole.length < SMALL) continue;
        writeFileSync(`${path}.br`, brotliCompressSync(whole));
      }
    },
  };
}

interface FontTable {
  tag: Buffer;
  sum: number;
  data: Buffer;
}

/** Unpacks a typeface: WOFF 1.0 is its tables, each compressed by itself, behind another head. */
function unpackTypeface(woff: Buffer): Buffer {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const entry = 44 + 20 * index;
    const [offset, packed, size, sum] = [4, 8, 12, 16].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number, number];
    const data = woff.subarray(offset, offset + packed);
    return { tag: woff.subarray(entry, entry + 4), sum, data: packed < size ? inflateSync(data) : data };
  });
  return typeface(woff.subarray(4, 8), tables);
}

/** Tables for hinting, for formulas, for its editor, and distances in pairs, which GPOS has, too: nothing that draws asks for them. */
const UNUSED = new Set(["fpgm", "prep", "cvt ", "gasp", "MATH", "FFTM", "kern"]);

/** Leaves out of a typeface what is unused, and the names of its glyphs: a `post` table of version 3 has none. */
function withoutUnused(whole: Buffer): Buffer {
  const tables = Array.from({ length: whole.readUInt16BE(4) }, (_, index) => {
    const entry = 12 + 16 * index;
    const [sum, offset, size] = [4, 8, 12].map((at) => whole.readUInt32BE(entry + at)) as [number, number, number];
    const tag = whole.subarray(entry, entry + 4);
    const data = whole.subarray(offset, offset + size);
    if (tag.toString("latin1") !== "post") return { tag, sum, data };
    const short = Buffer.from(data.subarray(0, 32));
    short.writeUInt32BE(0x00030000, 0);
    const words = Array.from({ length: 8 }, (_, at) => short.readUInt32BE(4 * at));
    return { tag, sum: words.reduce((one, other) => (one + other) % 2 ** 32), data: short };
  });
  const used = tables.filter(({ tag }) => !UNUSED.has(tag.toString("latin1")));
  return typeface(whole.subarray(0, 4), used);
}

/** A typeface of a kind of outlines, made of its tables. */
function typeface(kind: Buffer, tables: FontTable[]): Buffer {
  const count = tables.length;
  const head = Buffer.alloc(12 + 16 * count);
  kind.copy(head);
  const largest = 2 ** Math.floor(Math.log2(count));
  [count, 16 * largest, Math.log2(largest), 16 * (count - largest)].forEach((value, index) => head.writeUInt16BE(value, 4 + 2 * index));
  const parts = [head];
  let end = head.length;
  tables.forEach(({ tag, sum, data }, index) => {
    tag.copy(head, 12 + 16 * index);
    [sum, end, data.length].forEach((value, at) => head.writeUInt32BE(value, 16 + 16 * index + 4 * at));
    const padded = Buffer.alloc(Math.ceil(data.length / 4) * 4);
    data.copy(padded);
    parts.push(padded);
    end += padded.length;
  });
  return Buffer.concat(parts);
}

/** Puts the typefaces into `fonts/` with which the server draws pictures, and their licences beside them, as those ask for. */
function typefaces(folder: string): Plugin {
  const abril = "node_modules/@fontsource/abril-fatface";
  const dejavu = "node_modules/dejavu-fonts-ttf";
  return {
    name: "typefaces",
    apply: "build",
    closeBundle() {
      const fonts = join(folder, "fonts");
      mkdirSync(fonts, { recursive: true });
      copyFileSync(`${abril}/LICENSE`, join(folder, "abril-fatface.LICENSE.txt"));
      copyFileSync(`${dejavu}/LICENSE`, join(fonts, "dejavu.LICENSE.txt"));
      for (const name of ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"]) {
        writeFileSync(join(fonts, name), withoutUnused(readFileSync(`${dejavu}/ttf/${name}`)));
      }
      const packed = readFileSync(`${abril}/files/abril-fatface-latin-400-normal.woff`);
      writeFileSync(join(fonts, "AbrilFatface.ttf"), unpackTypeface(packed));
    },
  };
}

/** Lets the browser ask for what nearly every page shares along with the first file, and not only after that has run. */
function early(): Plugin {
  return {
    name: "early",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /\/shared-[^/]*\.(?:js|css)$/.test(file))
          .map((file) => ({
            tag: "link",
            attrs: { rel: file.endsWith(".css") ? "stylesheet" : "modulepreload", crossorigin: true, href: `/${file}` },
            injectTo: "head" as const,
          })),
    },
  };
}

/** Modules that no page needs on which a game is found or played. */
const LATER = new RegExp(
  `web/src/(?:${[
    "app/(?:device/calls|learning/schooling|people/(?:groups|seasons))\\.",
    "panels/(?:calls|case|group|lesson|mine|replay|rules|season)/",
    "panels/(?:asking/(?:Bubble|reasons)|play/(?:Hint|KeptBoard))\\.",
    "parts/(?:Chart|pad/Clues|text/(?:Word|Worded))\\.",
    "table/replay/reel\\.",
    "words/(?:language/on-demand|rules/(?:examples|glossary|house|lab|meanings|rulebook))\\.",
  ].join("|")})`,
);

const built = "../src/heimlich/server/static";

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), early(), installable(), compress(built), typefaces(built)],
  // The built page works under any path: scripts and styles find what they load by their own place. The server puts the
  // path into index.html when it sends it.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === "html" ? undefined : { relative: true }) },
  build: {
    outDir: built,
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy forbids what is inlined
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: {
      checks: { pluginTimings: false },
      // What the page begins with is one file, run in a task of its own. What several pages share is another: a request
      // more costs a slow phone more than some bytes. What only pages share that nobody needs to play (rules, replays,
      // figures, cases) is a third one.
      output: {
        codeSplitting: {
          groups: [
            { name: "first", test: /web\/src\/(?:main\.ts|App\.svelte)$/, priority: 3 },
            { name: "shared", minShareCount: 2, test: (id) => /web\/src|node_modules/.test(id) && !LATER.test(id), priority: 2 },
            { name: "later", minShareCount: 2, test: LATER, priority: 1 },
          ],
        },
      },
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
