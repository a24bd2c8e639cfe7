// Component values are read back from how the server writes them, and put into tables.
import { expect, test } from "vitest";
import type { ComponentValue } from "../protocol";
import { Box, parse, parts } from "./values";

const known = (path: string, value: string): ComponentValue => ({
  path,
  value,
  standing: "documented",
  source: "0",
});

test("lists and named values are read, also inside each other", () => {
  expect(parse("[1, 2, T]")).toEqual(["1", "2", "T"]);
  expect(parse("{id: 1, loot: [rum, dagger], none: []}")).toEqual({
    id: "1",
    loot: ["rum", "dagger"],
    none: [],
  });
  expect(parse("Ważka")).toBe("Ważka");
  expect(parse("[{from: [0, -45], power: 2}]")).toEqual([{ from: ["0", "-45"], power: "2" }]);
});

test("entries of one kind become rows, whether they stand whole or value by value", () => {
  expect(parts([known("ships[0]", "{gold: 10, min: 2}"), known("ships[4].gold", "14")])).toEqual([
    {
      name: "ships",
      kind: "many",
      columns: ["gold", "min"],
      rows: [
        { number: 1, cells: { gold: "10", min: "2" } },
        { number: 5, cells: { gold: "14" } },
      ],
    },
  ]);
});

test("single values, lists of values and values by name stay single", () => {
  expect(
    parts([
      known("hand", "9"),
      known("die[0]", "1"),
      known("die[1]", "2"),
      known("table_mm.2", "[600, 600]"),
    ]),
  ).toEqual([
    { name: "hand", kind: "one", value: "9" },
    { name: "die", kind: "one", value: ["1", "2"] },
    { name: "table_mm", kind: "one", value: { "2": ["600", "600"] } },
  ]);
});

test("parts of an entry that stand apart come together in its row", () => {
  const ship = [known("ships[0].lasers[0].power", "2"), known("ships[0].lasers[1].power", "1")];
  expect(parts(ship)).toEqual([
    {
      name: "ships",
      kind: "many",
      columns: ["lasers"],
      rows: [{ number: 1, cells: { lasers: [{ power: "2" }, { power: "1" }] } }],
    },
  ]);
});

test("a box knows its pieces and how sure we are of each", () => {
  const ours = (path: string, value: string): ComponentValue => ({
    ...known(path, value),
    standing: "reconstructed",
  });
  const box = new Box([
    known("ships[0]", "{gold: 7, loot: [rum]}"),
    known("ships[1].gold", "9"),
    ours("ships[1].loot", "[]"),
    ours("discs", "[2, ?]"),
    known("value.rum", "12"),
  ]);
  expect(box.list("ships")).toEqual([
    { gold: "7", loot: ["rum"] },
    { gold: "9", loot: [] },
  ]);
  expect(box.texts("discs")).toEqual(["2", "?"]);
  expect(box.named("value")).toEqual({ rum: "12" });
  expect(["ships[0]", "ships[1]", "discs", "ships[10]"].map((path) => box.certainty(path))).toEqual([
    "documented",
    "partly",
    "reconstructed",
    null,
  ]);
});
