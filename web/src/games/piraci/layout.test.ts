// Everything on the table is inside its box, large enough to touch, and nothing lies on something else.
import { describe, expect, it } from "vitest";
import { arrange, slotOf, type Box } from "./layout";

const SIZES = [
  { name: "a phone", w: 390, h: 600 },
  { name: "a tablet", w: 768, h: 840 },
  { name: "a desktop", w: 1090, h: 790 },
  { name: "a phone on its side", w: 698, h: 334 },
  { name: "a small phone on its side", w: 521, h: 319 },
];
const apart = (a: Box, b: Box) =>
  a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;

describe.each(SIZES)("on $name", ({ w, h }) => {
  describe.each([3, 4, 5])("with %i players", (players) => {
    const layout = arrange(w, h, players, 1);
    const boxes: Box[] = [...layout.ships, layout.supply, ...layout.planks];

    it("keeps everything inside and apart", () => {
      for (const box of boxes) {
        expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
        expect(box.x + box.w).toBeLessThanOrEqual(w);
        expect(box.y + box.h).toBeLessThanOrEqual(h);
      }
      boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => expect(apart(a, b)).toBe(true)));
    });

    it("leaves 44 pixels and more for every pirate", () => {
      const gaps = [0, 1, 2, 3].map((disc) => slotOf(layout, disc + 1).x - slotOf(layout, disc).x);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(44);
      expect(layout.r).toBeGreaterThanOrEqual(18);
    });

    it("puts the viewer last", () => {
      const mine = layout.planks[1]!;
      expect(layout.planks.every((plank) => plank.y + plank.h <= mine.y + mine.h)).toBe(true);
    });
  });
});

it("lays the supply in a strip where it would be higher than the ships beside it", () => {
  expect(arrange(740, 430, 5, 1).column).toBe(false);
  expect(arrange(1090, 790, 5, 1).column).toBe(true);
});

it("stays in one column where a phone has little room left", () => {
  const { planks } = arrange(390, 430, 5, 0);
  expect(new Set(planks.map((plank) => plank.x)).size).toBe(1);
});
