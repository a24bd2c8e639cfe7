import { expect, test } from "vitest";
import { drawn } from "./counting";
import { altOf, rowsOf, type Shown } from "./picture";

const SECRET = "the captain holds a joker";
const result = {
  scores: [3, 7],
  returns: [0, 60],
  count: [{ id: "cards", args: { hidden: SECRET }, points: [3, 7] }],
};
const seats = [
  { seat: 0, name: "Ada", colour: "red", bot: false, you: true },
  { seat: 1, name: "Bob", colour: "blue", bot: false, you: false },
];

test("a picture is made of names, places and points, best first, and of no card", () => {
  const rows = rowsOf(drawn(result), seats);
  expect(rows.map(({ name, place, score }) => [place, name, score])).toEqual([
    [1, "Bob", 7],
    [2, "Ada", 3],
  ]);
  expect(JSON.stringify(rows)).not.toContain(SECRET);
  expect(Object.keys(rows[0]!)).toEqual(["name", "colour", "place", "score", "parts"]);
});

test("in words it says the same", () => {
  const shown: Shown = {
    game: "Piraci",
    headline: "Bob wins",
    more: "",
    when: "today",
    rows: rowsOf(drawn(result), seats),
    low: 0,
    high: 7,
  };
  expect(altOf(shown)).toBe("Piraci; Bob wins; 1. Bob: 7; 2. Ada: 3; today");
});
