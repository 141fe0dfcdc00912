// What those in a ranking are called.

import type { SeasonPlayer } from "../../app/people/seasons";
import { memberName } from "../group/names";

export const playerName = ({ name, you, line }: SeasonPlayer): string => memberName({ number: line.member, name, you });
