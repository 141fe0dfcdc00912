// The words of "My games": only that page loads them.

import { learnWords } from "./lessons";

export const learnMine = (): Promise<void> => learnWords("mine");
