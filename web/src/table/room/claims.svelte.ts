// For whom a bot could be asked to move by now. Only the server knows since when it waits for someone, so it is asked:
// when somebody's decision is missing, when such a person comes or goes, and when a bot would be allowed.

import { showTable } from "../../app/server/api";

const SOON_MS = 20_000; // most people decide before, and no bot is allowed sooner
const LONGEST_MS = 3_600_000;

export class Claims {
  private due: ReadonlySet<number> = $state.raw(new Set());

  /**
   * `missing`: whose decision is missing and who of them is away, in any words; "" for nobody. `game`: what changes
   * whenever somebody has decided.
   */
  constructor(table: () => string, missing: () => string, game: () => unknown) {
    $effect(() => {
      const id = table();
      game();
      if (!missing()) return;
      let timer = setTimeout(() => void look(), SOON_MS);
      let over = false;
      const look = async (): Promise<void> => {
        let next = LONGEST_MS / 60;
        try {
          const { claims } = await showTable(id);
          if (over) return;
          const waits = Object.entries(claims).map(([seat, ms]) => [Number(seat), ms] as const);
          this.due = new Set(waits.filter(([, ms]) => ms <= 0).map(([seat]) => seat));
          next = Math.min(LONGEST_MS, ...waits.filter(([, ms]) => ms > 0).map(([, ms]) => ms + 200));
        } catch {
          // the server is away: later
        }
        if (!over) timer = setTimeout(() => void look(), next);
      };
      return () => {
        over = true;
        clearTimeout(timer);
        this.due = new Set();
      };
    });
  }

  isDue(seat: number): boolean {
    return this.due.has(seat);
  }
}
