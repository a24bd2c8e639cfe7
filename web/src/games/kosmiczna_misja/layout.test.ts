// The table fits its place at every size, and a tile lies as its quadrant says.
import { describe, expect, it } from "vitest";
import { layOut, type Disc, type Layout, type Place } from "./layout";
import { poses } from "./poses";
import { planet, table, tile } from "./sample";

const full = (first: number) => planet([tile(first), tile(first + 1), tile(first + 2), tile(first + 3)], 3);
const open = (first: number) => planet([tile(first), null, null, null]);
/** Four players with two planets under way and some finished ones. */
const crowded = table([
  [open(1), full(2), full(6), open(10)],
  [open(11), full(12), full(16), open(20)],
  [open(21), open(22)],
  [full(23), open(27), full(28), open(32)],
]);

const PLACES: [string, number, number, number][] = [
  ["a phone", 390, 690, 16],
  ["a phone with little room", 390, 510, 16],
  ["a phone with text twice as large", 390, 350, 32],
  ["a tablet", 768, 870, 16],
  ["a tablet with text twice as large", 768, 660, 32],
  ["a desktop", 1090, 780, 16],
];
const at = ([, width, height, rem]: (typeof PLACES)[number], me: number | null): Place => ({
  width,
  height,
  rem,
  me,
  cards: 1,
});
const things = (layout: Layout): Disc[] => [
  ...layout.planets,
  ...(layout.fresh ? [layout.fresh] : []),
  layout.die,
];

describe.each(PLACES)("%s", (...place) => {
  it.each([0, null])("holds everything, seen from seat %s", (me) => {
    const { width, height } = at(place, me);
    for (const { x, y, r } of things(layOut(crowded, at(place, me)))) {
      expect(x - r).toBeGreaterThanOrEqual(0);
      expect(y - r).toBeGreaterThanOrEqual(0);
      expect(x + r).toBeLessThanOrEqual(width);
      expect(y + r).toBeLessThanOrEqual(height);
    }
  });

  it("lets nothing lie on something else", () => {
    const all = things(layOut(crowded, at(place, 0)));
    for (const [i, a] of all.entries())
      for (const b of all.slice(i + 1))
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(a.r + b.r);
  });

  it("gives a finger room on the own places and in the bank", () => {
    const { planets, slots, fresh } = layOut(crowded, at(place, 0));
    for (const { big, r } of planets) if (big) expect(r).toBeGreaterThanOrEqual(44);
    for (const { r } of slots) expect(r * Math.SQRT2).toBeGreaterThanOrEqual(44);
    expect(fresh!.r * 2).toBeGreaterThanOrEqual(44);
  });
});

it("shows every tile once, the one that flies on top of the others", () => {
  const layout = layOut(crowded, at(PLACES[5]!, 0));
  const seen = poses(crowded, layout, { kind: "lay", hole: null, tile: 41 });
  expect(new Set(seen.map((one) => one.tile.number)).size).toBe(seen.length);
  const flying = poses(crowded, layout, { kind: "refill", hole: null, tile: 41 });
  expect(flying.at(-1)!.tile.number).toBe(41);
  expect(flying.filter((one) => one.from !== null)).toHaveLength(1);
});

it("turns a tile by a quarter for each quadrant", () => {
  const layout = layOut(crowded, at(PLACES[5]!, 0));
  const turns = poses(crowded, layout, null).filter(({ tile: { number } }) => number >= 2 && number <= 5);
  expect(turns.map(({ pose }) => pose.turn)).toEqual([0, 90, 180, -90]);
});
