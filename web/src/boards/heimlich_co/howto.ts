// Heimlich & Co. in a minute, as the settings of a table have it.

import type { HowToPart } from "../contract";
import { say } from "../../words/language/language.svelte";
import { variantName } from "../../words/game/settings";

type Values = Readonly<Record<string, string>>;

const tell = (key: string, more: Record<string, string | number> = {}): string => say(`howto.heimlich-co.${key}`, more);
const part = (key: string, ...told: string[]): HowToPart => ({ head: tell(`${key}-head`), text: told.join(" ") });

function cards(values: Values): HowToPart {
  const asked = tell(values.card_round === "asked" ? "top-secret-asked" : "top-secret-round");
  const draw = tell(values.draw_for_cards === "yes" ? "top-secret-draw" : "top-secret-draw-move");
  return { head: variantName("top-secret"), text: `${asked} ${draw}` };
}

function dossier(values: Values): HowToPart {
  const told = [tell("dossier", { from: values.dossier_from!, n: Number(values.dossier_right) })];
  const wrong = -Number(values.dossier_wrong);
  if (wrong > 0) told.push(tell("dossier-wrong", { n: wrong }));
  if (values.dossier_blank === "yes") told.push(tell("dossier-blank"));
  if (values.dossier_again_below !== "never") told.push(tell("dossier-again"));
  return { head: variantName("dossier"), text: told.join(" ") };
}

/** Without settings, only what holds at every table. */
export function howTo(values: Values | undefined): HowToPart[] {
  const aim = part("aim", tell("aim"));
  if (!values) return [aim];
  const is = (name: string): boolean => values[name] === "yes";
  const end = tell(is("play_out_round") ? "end-round" : "end-now");
  const win = tell(is("last_scoring_wins") ? "win-last-scoring" : "win-furthest");
  return [
    aim,
    part("turn", tell(is("one_agent") ? "turn-one" : "turn")),
    part("safe", tell("safe"), tell(`safe-${values.safe_goes}`)),
    part("end", end, win, tell(is("free_agents_win") ? "free-win" : "free-barred")),
    ...(is("top_secret") ? [cards(values)] : []),
    ...(is("dossier") ? [dossier(values)] : []),
  ];
}
