// A story of Heimlich & Co. as lines over its moments.

import type { Course } from "../../../table/replay/courses";
import type { HeimlichStory, Suspicion } from "../../../table/messages/messages";
import { say } from "../../../words/language/language.svelte";

export const agentName = (agent: string | undefined): string => (agent ? say(`heimlich-co.agent.${agent}`) : "");
const colourOf = (agent: string): string => `var(--agent-${agent})`;

/** How likely each agent was this seat's, as an observer saw it; nothing where the observer says nothing. */
export function suspicionOf(story: HeimlichStory, observer: Suspicion, seat: number): readonly Course[] {
  const silent = (agent: number): boolean => observer.beliefs.every((belief) => (belief[seat]?.[agent] ?? -1) < 0);
  return story.agents.flatMap((word, agent) =>
    silent(agent)
      ? []
      : {
          word,
          name: agentName(word),
          colour: colourOf(word),
          strong: story.owners[seat]?.includes(agent) ?? false,
          points: observer.moments.map((moment, index): [number, number | null] => {
            const belief = observer.beliefs[index]?.[seat]?.[agent] ?? -1;
            return [moment, belief < 0 ? null : belief];
          }),
        },
  );
}

export const pointsOf = (story: HeimlichStory): readonly Course[] =>
  story.agents.map((word, agent) => ({
    word,
    name: agentName(word),
    colour: colourOf(word),
    strong: story.owners.some((own) => own.includes(agent)),
    points: story.points.moments.map((moment, index): [number, number] => [moment, story.points.by_agent[agent]?.[index] ?? 0]),
  }));
