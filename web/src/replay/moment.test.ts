// The address of a moment is read as it was written, and nonsense in it is passed over.
import { expect, test } from "vitest";
import { readMoment, writeMoment, type Eyes } from "./moment";

test.each<[number, Eyes]>([
  [12, 1],
  [0, null],
  [7, "open"],
])("move %s through the eyes of %s comes back", (move, eyes) => {
  expect(readMoment(writeMoment(move, eyes))).toEqual({ move, eyes });
});

test("what an address does not say is left open", () => {
  expect(readMoment("")).toEqual({ move: null, eyes: undefined });
  expect(readMoment("#move=-3&seat=99")).toEqual({ move: null, eyes: undefined });
});
