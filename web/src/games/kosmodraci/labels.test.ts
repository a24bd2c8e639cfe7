// Points as they are printed on crew cards.
import { expect, test } from "vitest";
import { printedPoints } from "./labels";

test.each([
  [0, []],
  [2, [2]],
  [4, [2, 2]],
  [-1, [-1]],
  [-2, [-1, -1]],
  [3, [3]],
  [10, [10]],
])("%s points are the signs %j", (points, signs) => {
  expect(printedPoints(points)).toEqual(signs);
});
