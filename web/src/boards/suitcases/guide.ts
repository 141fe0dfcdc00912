// What to touch next in a lesson. Places are named as in the notation, own agents `agent <number>`, suitcases to be put down
// `letter <letter>`; what is sent with one press is named by the whole action, and `confirm` and `reset` by their roles.

import type { Guide, Hint } from "../contract";

const on = (touch: string): Hint => ({ touch, astray: false });
const back = (touch: string): Hint => ({ touch, astray: true });

export const guide: Guide = ([action = ""], draft) => {
  const [verb = "", item = "", place = ""] = action.split(" ");
  if (draft.phase === "spoils") return on(action); // the agent is the winner
  // Another agent may still be chosen from the turn before: that is no mistake.
  if (verb === "step") return draft.agent === Number(item) ? on(place) : on(`agent ${item}`);
  if (verb === "place" && draft.put) return draft.put === place && draft.letter === item ? on("confirm") : back("reset");
  if (verb === "place") return draft.letter === item ? on(place) : on(`letter ${item}`);
  if (["take", "exchange", "drop"].includes(verb)) return draft.agent === Number(item) ? on(action) : on(`agent ${item}`);
  return on(action);
};
