// What is told of a season in a few words.

import type { SeasonSummary } from "../../app/people/seasons";
import { language, say } from "../../words/language/language.svelte";

const dayOf = (at: number): string => new Date(at).toLocaleDateString(language(), { dateStyle: "medium" });

export const endOf = ({ ends_at, over }: SeasonSummary): string => say(over ? "season.over" : "season.running", { day: dayOf(ends_at) });

export const rulesOf = ({ terms, deals }: SeasonSummary): string =>
  say("season.facts", { game: say(`${terms.game}.title`), players: terms.seats, n: deals });

/** What one can do now: play the next deal, go on with one, or nothing. */
export function nextOf(season: SeasonSummary): string {
  if (season.over) return "";
  if (season.begun) return say("season.go-on", { n: season.done + 1 });
  return season.done < season.deals ? say("season.play", { n: season.done + 1 }) : "";
}

export const allPlayed = (season: SeasonSummary): string => say("season.all-played", { day: dayOf(season.ends_at) });
