// Copies all drawings within an element into one SVG: its viewBox, the colour of its ground, and its parts as text.
// What the browser has worked out from styles becomes attributes; what cannot be seen is left out, and numbers are rounded.
([selector, ratio, width]) => {
  const root = document.querySelector(selector);
  const frame = root.getBoundingClientRect();
  const scale = width / frame.width;

  // Each property with the value that it has by itself.
  const INHERITED = {
    fill: "rgb(0, 0, 0)",
    stroke: "none",
    "stroke-width": "1px",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-dasharray": "none",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "paint-order": "normal",
    "fill-rule": "nonzero",
  };
  const OF_TEXT = { "text-anchor": "start", "font-size": "", "font-weight": "400", "dominant-baseline": "auto", "letter-spacing": "normal" };
  const OF_STOPS = { "stop-color": "", "stop-opacity": "1" };
  const GEOMETRY = (
    "d x y x1 y1 x2 y2 cx cy r rx ry fx fy width height points transform viewBox id href offset overflow gradientUnits " +
    "gradientTransform patternUnits patternTransform preserveAspectRatio clip-path mask filter"
  ).split(" ");
  const TEXTS = ["text", "tspan"];
  const SHAPES = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"];
  const STORES = ["defs", "linearGradient", "radialGradient", "pattern", "clipPath", "mask", "symbol"];
  const KNOWN = new Set([...TEXTS, ...SHAPES, ...STORES, "g", "svg", "use", "stop"]);

  const round = (value) => Math.round(value * 10) / 10;
  const short = (text) => text.replace(/-?\d*\.\d+(e-?\d+)?/g, (number) => String(round(Number(number))));
  const quote = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
  const hex = (text) =>
    text.replace(/rgba?\(([^)]*)\)/g, (_, inner) => {
      const [red, green, blue, alpha = 1] = inner.split(/[ ,/]+/).map(Number);
      const two = (part) => Math.round(part).toString(16).padStart(2, "0");
      return alpha === 0 ? "none" : `#${two(red)}${two(green)}${two(blue)}${alpha < 1 ? two(alpha * 255) : ""}`;
    });
  const plain = (value) => short(hex(value).replace(/url\("#([^"]*)"\)/, "url(#$1)").replace(/px/g, ""));

  function copy(node, inherited, stored) {
    const name = node.localName;
    if (node.nodeType === Node.TEXT_NODE) {
      return TEXTS.includes(node.parentNode.localName) ? quote(node.textContent.trim()) : "";
    }
    if (!KNOWN.has(name)) return "";
    const style = getComputedStyle(node);
    const inside = stored || STORES.includes(name);
    if (!inside && (style.display === "none" || style.visibility === "hidden" || style.opacity === "0")) return "";
    const unpainted = ["none", "rgba(0, 0, 0, 0)"].includes(style.fill) && style.stroke === "none";
    if (!inside && SHAPES.includes(name) && unpainted) return "";

    const attributes = [];
    const known = { ...inherited };
    const note = (property, before) => {
      const value = style.getPropertyValue(property);
      if (value === "" || value === before) return;
      if (property.startsWith("stroke-") && style.stroke === "none" && SHAPES.includes(name)) return;
      if (property in INHERITED) known[property] = value;
      attributes.push(`${property}="${quote(plain(value))}"`);
    };
    for (const property of Object.keys(INHERITED)) note(property, inherited[property]);
    note("opacity", "1");
    if (TEXTS.includes(name)) for (const [property, usual] of Object.entries(OF_TEXT)) note(property, usual);
    if (name === "stop") for (const [property, usual] of Object.entries(OF_STOPS)) note(property, usual);
    // Files that are shown as pictures get no typefaces.
    if (name === "text" && style.fontFamily.includes("Abril")) attributes.push('font-family="Georgia, serif"');
    for (const attribute of GEOMETRY) {
      if (node.hasAttribute(attribute)) attributes.push(`${attribute}="${quote(short(node.getAttribute(attribute)))}"`);
    }
    if (style.transform !== "none" && !node.hasAttribute("transform") && name !== "svg") {
      attributes.push(`transform="${short(style.transform)}"`);
    }
    const children = [...node.childNodes].map((child) => copy(child, known, inside)).join("");
    if (name === "g" && (!children || !attributes.length)) return children;
    const opening = [name, ...attributes].join(" ");
    return children ? `<${opening}>${children}</${name}>` : `<${opening}/>`;
  }

  function isSeen(svg) {
    if (!svg.getBoundingClientRect().width || getComputedStyle(svg).visibility === "hidden" || svg.closest("button")) return false;
    for (let up = svg; up !== root; up = up.parentNode) if (getComputedStyle(up).opacity === "0") return false;
    return true;
  }

  const parts = [];
  for (const svg of root.querySelectorAll("svg")) {
    if (svg.parentNode.closest("svg") || !isSeen(svg)) continue;
    const body = [...svg.childNodes].map((child) => copy(child, INHERITED, false)).join("");
    const box = svg.getBoundingClientRect();
    const [x, y] = [round((box.left - frame.left) * scale), round((box.top - frame.top) * scale)];
    const size = `width="${round(box.width * scale)}" height="${round(box.height * scale)}"`;
    const view = short(svg.getAttribute("viewBox") ?? `0 0 ${box.width} ${box.height}`);
    if (body) parts.push(`<svg x="${x}" y="${y}" ${size} viewBox="${view}" overflow="visible">${body}</svg>`);
  }
  const height = frame.height * scale;
  const shown = Math.min(height, width / ratio);
  const ground = hex(getComputedStyle(root).backgroundColor);
  return [`0 ${round((height - shown) / 2)} ${width} ${round(shown)}`, ground, ...parts];
};
