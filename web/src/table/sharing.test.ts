// People at one device look one after another.
import { expect, test } from "vitest";
import { nextViewer } from "./sharing";

test("whoever has to decide goes on looking", () => {
  expect(nextViewer([1, 2], [0, 1, 2], 1)).toBe(1);
});

test("the next person of this device follows clockwise, and the first after the last", () => {
  expect(nextViewer([0, 2], [0, 1, 2], 1)).toBe(2);
  expect(nextViewer([0], [0, 1, 2], 2)).toBe(0);
});

test("while bots or people elsewhere decide, the last viewer stays", () => {
  expect(nextViewer([3], [0, 1], 1)).toBe(1);
  expect(nextViewer([], [0, 1], null)).toBeNull();
});

test("in a decision of all at once, seats go one after another", () => {
  expect(nextViewer([0, 1, 2], [0, 1], null)).toBe(0);
  expect(nextViewer([1, 2], [0, 1], 0)).toBe(1);
  expect(nextViewer([2], [0, 1], 1)).toBe(1);
});
