// Measures of the drawing: a tile is the north-west quarter of a disc of radius 100, and is turned from there.
import type { KosmicznaMisjaTileView } from "../../protocol";

export type Tile = KosmicznaMisjaTileView;

/** Radius of a planet in its own units. */
export const R = 100;

/** The quadrants as the server names them, clockwise. */
export const QUADRANTS = ["nw", "ne", "se", "sw"] as const;
export type Quadrant = (typeof QUADRANTS)[number];

/** A tile that lies free stands on its tip, so that its left and right edges are on the left and on the right. */
export const UPRIGHT = 45;

/** How a tile is turned in a quadrant; the shorter way round from upright. */
export function turnOf(quadrant: number): number {
  return [0, 90, 180, -90][quadrant] ?? 0;
}

/** A quarter disc, drawn a little smaller so that neighbours do not hide each other's outline. */
export function quarter(radius: number, inset = 0): string {
  const [near, far] = [-inset, -radius + inset / 2];
  return `M${near} ${near}L${far} ${near}A${radius} ${radius} 0 0 1 ${near} ${far}Z`;
}

/** One thing on the surface of a tile: how far from the planet's centre, at which angle from the tile's middle, how large. */
interface Spot {
  distance: number;
  angle: number;
  size: number;
}

const PLACES: readonly (readonly [number, number][])[] = [
  [],
  [[60, 0]],
  [
    [66, -17],
    [66, 17],
  ],
  [
    [72, -21],
    [72, 21],
    [46, 0],
  ],
  [
    [76, -26],
    [76, 0],
    [76, 26],
    [46, 0],
  ],
  [
    [78, -27],
    [78, 0],
    [78, 27],
    [50, -15],
    [50, 15],
  ],
];
/** More things than this on one tile are drawn once, with their number. */
export const MOST_DRAWN = PLACES.length - 1;

export function surface(things: number): Spot[] {
  const places = PLACES[Math.min(things, MOST_DRAWN)] ?? [];
  const size = things < 3 ? 1 : things < 4 ? 0.92 : 0.75;
  return places.map(([distance, angle]) => ({ distance, angle, size }));
}

/** Where along an edge its half stations stand, and how large they are. */
export function alongEdge(label: number): { at: number; size: number }[] {
  const size = label < 2 ? 1 : Math.max(0.35, 1.5 / label);
  const step = 26 * size;
  return Array.from({ length: label }, (_, i) => ({ at: 56 + (i - (label - 1) / 2) * step, size }));
}

/** Pairs of neighbouring quadrants whose tiles meet with stations on their edges, by the quadrant before the edge. */
export function metEdges(tiles: readonly (Tile | null)[], joined: readonly number[]): number[] {
  return QUADRANTS.map((_, q) => q).filter((q) => {
    const [before, after] = [tiles[q], tiles[(q + 1) % QUADRANTS.length]];
    return before && after && before.right === after.left && (joined[before.right] ?? 0) > 0;
  });
}
