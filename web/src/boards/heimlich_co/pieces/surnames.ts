// The seven agents of Heimlich & Co.: their surnames, whose first letters tell them apart without colour.

export const SURNAMES: Readonly<Record<string, string>> = {
  gray: "Schulz",
  yellow: "Perry",
  orange: "Bucci",
  red: "Jaques",
  green: "Mirkov",
  blue: "Doyle",
  violet: "Larsson",
};

export const letterOf = (agent: string): string => (SURNAMES[agent] ?? agent).slice(0, 1);
