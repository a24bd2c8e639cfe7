// Drawing geometry: where cards lie and where beams end.
import { describe, expect, it } from "vitest";
import { cardOutline, innerCorner, meeting, onTable, wayOf } from "./geometry";

const CARD = [600, 900] as const;

describe("a card", () => {
  it("turned by a quarter to the left looks to the left", () => {
    const front = onTable({ x: 100, y: 50, rot: 90 }, 0, 450);
    expect(front.x).toBeCloseTo(-350);
    expect(front.y).toBeCloseTo(50);
  });

  it("has its corners around its centre", () => {
    expect(cardOutline({ x: 10, y: 0, rot: 0 }, CARD)[2]).toEqual({ x: 310, y: 450 });
  });
});

describe("a beam", () => {
  const target = cardOutline({ x: 0, y: 2000, rot: 0 }, CARD);

  it("ends at the nearer edge of what it meets", () => {
    expect(meeting({ x: 0, y: 450 }, { x: 0, y: 1 }, target)).toBe(1100);
  });

  it("passes what lies beside or behind it", () => {
    expect(meeting({ x: 400, y: 450 }, { x: 0, y: 1 }, target)).toBeNull();
    expect(meeting({ x: 0, y: 450 }, { x: 0, y: -1 }, target)).toBeNull();
  });

  it("that meets nothing ends at the edge of the table", () => {
    const laser = { x: 300, y: 0, dx: 1, dy: 0, power: 1 };
    const { from, to } = wayOf({ x: 0, y: 0, rot: 90 }, laser, [6000, 4000]);
    expect(from.y).toBeCloseTo(300);
    expect(to.y).toBeCloseTo(2000);
  });
});

it("finds the corner of a card that looks to the middle of the table, however the card is turned", () => {
  const size = [600, 900] as const;
  expect(innerCorner({ x: 3000, y: 4000, rot: 0 }, size)).toEqual([-1, -1]);
  expect(innerCorner({ x: -3000, y: 4000, rot: 0 }, size)).toEqual([1, -1]);
  expect(innerCorner({ x: 3000, y: 4000, rot: 180 }, size)).toEqual([1, 1]);
  expect(innerCorner({ x: 3000, y: 4000, rot: 90 }, size)).toEqual([-1, 1]);
  expect(innerCorner({ x: 0, y: 0, rot: 30 }, size)).toEqual([1, 1]);
});
