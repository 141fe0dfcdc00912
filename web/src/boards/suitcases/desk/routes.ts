// How far an agent could go with the steps that it has, along the lines of the map. The server says where a walk stops;
// only the first step of a route is known to be allowed, and each further one is sent only once the server offers it.

import type { Atlas } from "../map/atlas";
import { stepsFor, type Picture } from "../picture";

/** Place by place, the route of an agent to every place that seems within reach; the nearest first. */
export function routesFrom(
  atlas: Atlas,
  picture: Picture,
  number: number,
  first: readonly string[],
): Map<string, readonly string[]> {
  const routes = new Map<string, readonly string[]>();
  const origin = picture.at[`${picture.seat}-${number}`];
  const most = stepsFor(picture, number);
  let edge: string[] = [];
  for (const place of first) {
    routes.set(place, [place]);
    edge.push(place);
  }
  for (let step = 1; step < most; step++) {
    const next: string[] = [];
    for (const place of edge) {
      if (!leadsOn(atlas, picture, place)) continue;
      for (const beyond of atlas.neighbours.get(place) ?? []) {
        if (routes.has(beyond) || beyond === origin || atlas.places.get(beyond)?.kind !== "city") continue;
        routes.set(beyond, [...(routes.get(place) ?? []), beyond]);
        next.push(beyond);
      }
    }
    edge = next;
  }
  return routes;
}

/** Whether a route may lead on from here: it ends at whatever is no city, and where the server says that a walk stops. */
function leadsOn(atlas: Atlas, { stops }: Picture, place: string): boolean {
  return atlas.places.get(place)?.kind === "city" && !stops?.includes(place);
}
