// Colours of a table: what the rules call by the usual colour is said in the colour that is drawn.
import { expect, test } from "vitest";
import { recolour } from "./speaker";

const usual = ["red", "blue", "yellow"];
const here = ["green", "red", "blue"];

test("every colour becomes that of the seat at this table, also in lists", () => {
  const told = {
    id: "move",
    args: { colour: "red", disc: 3, target_colour: "blue", covered: ["yellow", "?"] },
  };
  expect(recolour(told, usual, here)).toEqual({
    id: "move",
    args: { colour: "green", disc: 3, target_colour: "red", covered: ["blue", "?"] },
  });
});

test("without other colours nothing changes", () => {
  const told = { id: "move", args: { colour: "red", n: 2 } };
  expect(recolour(told, [], [])).toEqual(told);
});
