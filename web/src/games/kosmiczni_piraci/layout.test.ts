// The table fits its box: on every screen, planets do not leave it, cover each other or the hand.
import { describe, expect, test } from "vitest";
import { CARD, CELL, handHeight, layoutOf, pileSpread, PILE } from "./layout";

const BOXES = [
  [390, 690],
  [390, 540],
  [768, 860],
  [1090, 800],
  [1090, 640],
] as const;

describe.each(BOXES)("a table of %i by %i", (width, height) => {
  const foot = handHeight(width, 1);
  const layout = layoutOf(width, height, 34, { foot, aside: 0 });
  const half = { x: (CELL.w * layout.scale) / 2, y: (CELL.h * layout.scale) / 2 };

  test("every planet stands between the players and the hand", () => {
    for (const { x, y } of layout.places) {
      expect(x - half.x).toBeGreaterThanOrEqual(-0.5);
      expect(x + half.x).toBeLessThanOrEqual(width + 0.5);
      expect(y - half.y).toBeGreaterThanOrEqual(33.5);
      expect(y + half.y).toBeLessThanOrEqual(height - foot + 0.5);
    }
  });

  test("no planet covers another, and neighbours follow clockwise", () => {
    const angles = layout.places.map(({ x, y }) => Math.atan2(y - layout.centre.y, x - layout.centre.x));
    layout.places.forEach((one, i) => {
      const next = (i + 1) % 6;
      expect((angles[next]! - angles[i]! + 4 * Math.PI) % (2 * Math.PI)).toBeLessThan(Math.PI);
      for (const other of layout.places.slice(i + 1)) {
        const apart =
          Math.abs(one.x - other.x) >= 2 * half.x - 1 || Math.abs(one.y - other.y) >= 2 * half.y - 1;
        expect(apart).toBe(true);
      }
    });
  });

  test("eight cards stand side by side, each wide enough for a finger", () => {
    const cards = layout.hand(8);
    const wide = CARD.w * cards[0]!.scale;
    expect(wide).toBeGreaterThanOrEqual(44);
    expect(cards[1]!.x - cards[0]!.x).toBeGreaterThanOrEqual(wide);
    expect(cards[7]!.x + wide / 2).toBeLessThanOrEqual(width);
  });
});

test.each([1, 5, 12, 40])("a pile of %i cards stays at its planet", (count) => {
  for (const card of pileSpread(count)) {
    expect(Math.abs(card.x) + (CARD.w * PILE.scale) / 2).toBeLessThanOrEqual(CELL.w / 2);
    expect(Math.abs(card.y - PILE.y)).toBeLessThanOrEqual(10);
  }
});
