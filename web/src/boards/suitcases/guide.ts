// What to touch next in a lesson. Places are named as in the notation, own agents `agent <number>`, suitcases to be put down
// `letter <letter>`; what is sent with one press is named by the whole action, and `confirm` and `reset` by their roles.

import type { Guide, Hint } from "../contract";

const on = (touch: string): Hint => ({ touch, astray: false });
const back = (touch: string): Hint => ({ touch, astray: true });

export const guide: Guide = ([action = ""], draft) => {
  const [verb = "", item = "", place = ""] = action.split(" ");
  if (verb === "step") return draft.agent === Number(item) ? on(place) : { touch: `agent ${item}`, astray: draft.agent !== null };
  if (verb === "place" && draft.put) return draft.put === place && draft.letter === item ? on("confirm") : back("reset");
  if (verb === "place") return draft.letter === item ? on(place) : on(`letter ${item}`);
  if (["take", "exchange", "drop"].includes(verb)) return draft.agent === Number(item) ? on(action) : on(`agent ${item}`);
  return on(action);
};
