import { expect, test } from "vitest";
import type { Result } from "../protocol";
import { countedSoFar, drawn, placeOf, ranked, winnersOf } from "./counting";

const step = (id: string, ...points: (number | null)[]) => ({ id, args: {}, points });

const result = (scores: number[], returns: number[], ...count: ReturnType<typeof step>[]): Result => ({
  scores,
  returns,
  count,
});

test("bars grow category by category, and come to the scores", () => {
  const all = drawn(result([7, 4], [60, 0], step("a", 3, 4), step("none", 0, null), step("b", 4, null)));
  expect(all.categories).toEqual([0, 2]);
  expect(all.bars[0]!.parts).toEqual([
    { category: 0, from: 0, to: 3 },
    { category: 1, from: 3, to: 7 },
  ]);
  expect([0, 1, 2].map((n) => all.bars.map((bar) => countedSoFar(bar, n)))).toEqual([
    [0, 0],
    [3, 4],
    [7, 4],
  ]);
  expect([all.low, all.high]).toEqual([0, 7]);
});

test("lost points go back, also below nothing", () => {
  const all = drawn(result([1, -2], [60, 0], step("a", 3, 1), step("damage", -2, -3)));
  expect(all.bars[0]!.parts.at(-1)).toEqual({ category: 1, from: 3, to: 1 });
  expect(all.bars[1]!.parts.at(-1)).toEqual({ category: 1, from: 1, to: -2 });
  expect([all.low, all.high]).toEqual([-2, 3]);
});

test("a count that explains nothing, or not all, is one part more", () => {
  const bare = drawn(result([5, 2], [60, 0]));
  expect(bare.categories).toEqual([null]);
  expect(bare.bars.map((bar) => bar.parts)).toEqual([
    [{ category: 0, from: 0, to: 5 }],
    [{ category: 0, from: 0, to: 2 }],
  ]);
  expect(drawn(result([5, 2], [60, 0], step("a", 5, 1))).categories).toEqual([0, null]);
});

test("a game without a point has bars without parts", () => {
  const all = drawn(result([0, 0], [30, 30]));
  expect(all.bars.map((bar) => bar.parts.length)).toEqual([0, 0]);
  expect(all.high).toBe(1);
});

test("what only says something is a note", () => {
  const all = drawn(result([3, 3], [60, 0], step("a", 3, 3), step("tie", null, null)));
  expect(all.notes).toEqual([1]);
  expect(all.categories).toEqual([0]);
});

test("a broken tie has a first and a second, a shared win two firsts", () => {
  const broken = { scores: [3, 5, 5, 1], returns: [0, 0, 60, 0] };
  expect([0, 1, 2, 3].map((seat) => placeOf(broken, seat))).toEqual([3, 2, 1, 4]);
  const shared = { scores: [5, 2, 5, 2], returns: [30, 0, 30, 0] };
  expect([0, 1, 2, 3].map((seat) => placeOf(shared, seat))).toEqual([1, 3, 1, 3]);
  expect(winnersOf(shared)).toEqual([0, 2]);
});

test("the best stands first, equals by their seats", () => {
  const { bars } = drawn(result([5, 2, 5], [30, 0, 30]));
  expect(ranked(bars).map((bar) => bar.seat)).toEqual([0, 2, 1]);
});
