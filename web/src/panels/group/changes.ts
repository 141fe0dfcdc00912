// What the parts of a group's page need to change the group.

import type { Group } from "../../app/people/groups";

export interface GroupChanges {
  group: Group;
  /** Do something; if it is refused, say why. */
  attempt: (action: () => Promise<unknown>) => Promise<void>;
  /** The same, and then show the group as it is now. */
  change: (action: () => Promise<unknown>) => Promise<void>;
  /** The group has another link from now on; "": one is not in it any more. */
  move: (link: string) => void;
}

/** Whether the reader is in charge of the group. */
export const isKeeper = (group: Group): boolean => group.members.some((member) => member.you && member.keeper);
