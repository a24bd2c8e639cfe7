// Things of the table in words, for labels: tiles with their edges, planets with what they need or are worth.
import type { KosmicznaMisjaPlanetView, KosmicznaMisjaView } from "../../protocol";
import type { Speaker } from "../contract";
import type { Tile } from "./shapes";

/** The server's words for the usual labels of edges; others are numbers. */
const EDGES: Record<number, string> = { 0: "blank", 1: "half" };

export function describe(say: Speaker, tile: Tile): string {
  const { number, stations, aliens, left, right } = tile;
  return say.ui("tile", {
    tile: number,
    stations,
    aliens,
    left: EDGES[left] ?? left,
    right: EDGES[right] ?? right,
  });
}

export function lowestFace(view: KosmicznaMisjaView): number {
  return Math.min(...view.die);
}

export function describePlanet(
  say: Speaker,
  view: KosmicznaMisjaView,
  index: number,
  planet: KosmicznaMisjaPlanetView,
): string {
  const { stations, aliens, needed_roll: roll } = planet;
  const n = planet.tiles.filter((tile) => tile !== null).length;
  const told = { planet: index, stations, aliens, roll, n };
  if (planet.finished) return say.ui("planet_finished", told);
  return roll > lowestFace(view) ? say.ui("planet_needs", told) : say.ui("planet_any", told);
}
