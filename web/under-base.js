// Puts the page's links under the base path at build time.
//
// In the page's code an address of ours always begins with a slash and never names the base ("/table/x"). This step of the
// Svelte compiler adds the base to every `href` and `src` of an element that begins with a slash, or that an expression gives;
// app/router/base.ts does it for what scripts use. So no component can forget it.

import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "svelte/compiler";

const BASE = join(dirname(fileURLToPath(import.meta.url)), "src", "app", "router", "base");
const NAMES = new Set(["href", "src"]);
const ELEMENTS = new Set(["RegularElement", "SvelteElement"]);

/** All addresses in attributes of elements, at any depth. */
function* addressesIn(node) {
  if (Array.isArray(node)) for (const one of node) yield* addressesIn(one);
  else if (node && typeof node === "object") {
    if (ELEMENTS.has(node.type)) {
      yield* node.attributes.filter((one) => one.type === "Attribute" && NAMES.has(one.name) && one.value !== true);
    }
    for (const [key, child] of Object.entries(node)) if (key !== "parent") yield* addressesIn(child);
  }
}

/** What to write into the source for one address: [from, to, text]. */
function editsFor(attribute, code) {
  const [first] = Array.isArray(attribute.value) ? attribute.value : [attribute.value];
  if (first.type === "Text") return first.data.startsWith("/") ? [[first.start, first.start, "{__base}"]] : [];
  const { start, end } = first.expression;
  const wrapped = `{__at(${code.slice(start, end)})}`;
  if (code[attribute.start] === "{") return [[attribute.start, attribute.end, `${attribute.name}=${wrapped}`]];
  return [[first.start, first.end, wrapped]];
}

/** The source of a component with the base in its addresses. */
export function withBase(code, filename) {
  const ast = parse(code, { filename, modern: true });
  const edits = [...addressesIn(ast.fragment)].flatMap((one) => editsFor(one, code));
  if (!edits.length) return code;
  const path = relative(dirname(filename), BASE).replaceAll("\\", "/");
  const line = `import { at as __at, base as __base } from "${path.startsWith(".") ? path : `./${path}`}";`;
  if (ast.instance) edits.push([ast.instance.content.start, ast.instance.content.start, `\n${line}`]);
  else edits.push([0, 0, `<script lang="ts">${line}</script>\n`]);
  edits.sort((one, other) => other[0] - one[0]);
  return edits.reduce((text, [from, to, added]) => text.slice(0, from) + added + text.slice(to), code);
}

export const underBase = () => ({
  name: "under-base",
  markup: ({ content, filename }) =>
    filename && !filename.includes("node_modules") ? { code: withBase(content, filename) } : undefined,
});
