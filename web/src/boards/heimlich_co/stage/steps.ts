// What an act consists of, step by step: where agents pass on a walk, and markers in a scoring.

import { wrap } from "../picture";

export type Numbers = Readonly<Record<string, number>>;

/** A number that floats up from an agent, some time after the scoring began; the scoring as a whole takes longer. */
export interface Gain {
  agent: string;
  n: number;
  after: number;
  ms: number;
  whole: number;
}

const STOPS = 3; // of a marker on its way: enough to go round a corner

/** The stations between two places: all of them on foot, only the last when sent from afar. */
export function way(from: number, to: number, steps?: number): number[] {
  const ahead = wrap(to - from);
  const back = wrap(from - to);
  if (steps !== undefined) return Array.from({ length: steps }, (_, i) => wrap(from + i + 1));
  if (ahead <= 3) return Array.from({ length: ahead }, (_, i) => wrap(from + i + 1));
  if (back <= 3) return Array.from({ length: back }, (_, i) => wrap(from - i - 1));
  return [to];
}

/** Where all agents are after each step, until every one stands where it goes to. */
export function walkTo(from: Numbers, goal: Numbers, steps: Numbers | null): Numbers[] {
  const ways = Object.entries(goal).flatMap(([agent, to]) => {
    const start = from[agent] ?? to;
    return start === to ? [] : [[agent, way(start, to, steps?.[agent])] as const];
  });
  const longest = Math.max(0, ...ways.map(([, stations]) => stations.length));
  const after = (i: number): [string, number][] =>
    ways.map(([agent, stations]) => [agent, stations[Math.min(i, stations.length - 1)]!]);
  return Array.from({ length: longest }, (_, i) => ({ ...from, ...Object.fromEntries(after(i)) }));
}

/** A scoring, marker by marker, each of which takes so many ms: what each gains, and where all are at each beat. */
export function count(before: Numbers, after: Numbers, ms: number): { gains: Gain[]; beats: Numbers[]; pace: number } {
  const gains: Omit<Gain, "whole">[] = [];
  const beats: Numbers[] = [];
  let points = before;
  for (const [agent, to] of Object.entries(after)) {
    const from = points[agent] ?? to;
    if (from === to) continue;
    gains.push({ agent, n: to - from, after: gains.length * ms, ms });
    for (let i = 1; i <= STOPS; i++) {
      points = { ...points, [agent]: from + Math.round(((to - from) * i) / STOPS) };
      beats.push(points);
    }
  }
  const whole = gains.length * ms;
  return { gains: gains.map((gain) => ({ ...gain, whole })), beats, pace: ms / STOPS };
}
