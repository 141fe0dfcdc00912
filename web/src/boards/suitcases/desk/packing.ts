// Arranging contents before they are locked: who puts a content elsewhere takes it out of where it was.

export type Inside = Readonly<Record<string, string>>;

export function put(inside: Inside, letter: string, content: string): Inside {
  const others = Object.entries(inside).filter(([one, what]) => one !== letter && what !== content);
  return { ...Object.fromEntries(others), [letter]: content };
}

/**
 * The actions that lock what was arranged, letter by letter. Null while something is missing. Where there are fewer
 * sorts of contents than suitcases, one suitcase is packed at a time: only the server knows how many of each are left.
 */
export function arranged(letters: readonly string[], contents: readonly string[], inside: Inside): string[] | null {
  const [first] = letters;
  if (first && letters.length !== contents.length) return inside[first] ? [`pack ${first} ${inside[first]}`] : null;
  const actions = letters.flatMap((letter) => (inside[letter] ? [`pack ${letter} ${inside[letter]}`] : []));
  return actions.length === letters.length && actions.length > 0 ? actions : null;
}

/** Any arrangement, each as likely. */
export function shuffled(letters: readonly string[], contents: readonly string[], random: () => number): Inside {
  const left = [...contents];
  const inside: Record<string, string> = {};
  for (const letter of letters) {
    const [content] = left.splice(Math.floor(random() * left.length), 1);
    if (content !== undefined) inside[letter] = content;
  }
  return inside;
}
