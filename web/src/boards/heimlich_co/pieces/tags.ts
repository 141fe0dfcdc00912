// A name on a tag below a figure: two short lines at most, and where something is left out, one sees that.

const LONGEST = 9;
const LINES = 2;

const cut = (word: string): string => (word.length > LONGEST ? `${word.slice(0, LONGEST - 1)}…` : word);

export function tagLines(name: string): string[] {
  const lines: string[] = [];
  for (const word of name.trim().split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= LONGEST) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(cut(word));
  }
  if (lines.length <= LINES) return lines.filter(Boolean);
  const [first, second] = lines as [string, string];
  return [first, second.endsWith("…") ? second : cut(`${second}…`)];
}
