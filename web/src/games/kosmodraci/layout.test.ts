// Everything has a place of its own, large enough to be touched, on every table.
import { describe, expect, it } from "vitest";
import { around, layOut, leastHeight, spread, type Layout, type Rect } from "./layout";

const TABLES = [
  [390, 520],
  [390, 700],
  [768, 790],
  [1100, 790],
  [1000, 560],
  [698, 334],
  [521, 319],
] as const;
const CASES = TABLES.flatMap(([w, h]) => [3, 4, 5].map((players) => [w, h, players] as const));

function zones(at: Layout): Rect[] {
  return [...at.scores, at.dragon, at.middle, ...at.ships, at.hand, at.memory];
}

function overlap(a: Rect, b: Rect): boolean {
  const slack = 0.01;
  return (
    a.x + slack < b.x + b.w && b.x + slack < a.x + a.w && a.y + slack < b.y + b.h && b.y + slack < a.y + a.h
  );
}

describe.each(CASES)("a table of %i by %i with %i players", (w, h, players) => {
  const at = layOut(w, Math.max(h, leastHeight(w, h, players)), players, 1, true);

  it("keeps everything apart and inside", () => {
    const all = zones(at);
    for (const zone of all) {
      expect(zone.x).toBeGreaterThanOrEqual(0);
      expect(zone.x + zone.w).toBeLessThanOrEqual(w);
      expect(zone.y + zone.h).toBeLessThanOrEqual(Math.max(h, leastHeight(w, h, players)));
    }
    all.forEach((a, i) => all.slice(i + 1).forEach((b) => expect(overlap(a, b)).toBe(false)));
  });

  it("can be touched: ships, scoring cards and the fullest hand", () => {
    for (const zone of [...at.ships, ...at.scores, at.memory]) {
      expect(Math.min(zone.w, zone.h)).toBeGreaterThanOrEqual(44);
    }
    expect(spread(at.hand, 9, 124, 7).scale * 100).toBeGreaterThanOrEqual(44);
  });
});

it("looks at the opponents clockwise and at the viewer last", () => {
  expect(around(4, 1)).toEqual([2, 3, 0, 1]);
  expect(around(3, null)).toEqual([0, 1, 2]);
});
