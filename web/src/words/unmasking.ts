// The words of the unmasking and of stories: only pages that show them load them.

import { learnWords } from "./lessons";

export const learnUnmasking = (): Promise<void> => learnWords("unmask");
