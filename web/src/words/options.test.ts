// What was agreed on at a table, in words.
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { GameAbout, OptionAbout, TableSettings } from "../protocol";
import { Catalogue } from "./catalogue";
import { agreed } from "./options";
import { speak } from "./words.svelte";

const option = (name: string, kind: string, usual: unknown, choices: string[] = []): OptionAbout => ({
  name,
  kind,
  default: usual,
  wanted: "",
  choices,
  low: null,
  high: null,
  named: {},
  total: null,
  aid: false,
});
const ABOUT = {
  options: [
    option("players", "Whole", 3),
    option("mode", "Choice", "lightning", ["lightning", "turns"]),
    option("corsairs", "Flag", false),
    option("touching", "Flag", true),
    option("check", "Choice", "end", ["end", "reject"]),
    option("sides", "ChoiceMap", { gold: "a", iron: "a" }, ["a", "b"]),
    option("table", "WholeList", null),
    option("wins", "Whole", 3),
    { ...option("memory", "Flag", true), aid: true },
    { ...option("size", "WholeList", "by_players"), named: { large: [1200, 1200] } },
  ],
  calm: { mode: "turns" },
} as unknown as GameAbout;
const WORDS = new Catalogue("en", {
  term: { gold: "gold", iron: "iron" },
  option: {
    corsairs: "corsairs",
    touching: "no touching",
    check: "the check",
    sides: "sides",
    table: "the table",
    wins: "rounds to win",
    memory: "remembers for the players",
    size: "the size",
  },
  choice: { "check.reject": "at once", "sides.b": "side B", "size.large": "large" },
});
const USUAL = {
  options: {
    players: 4,
    mode: "lightning",
    corsairs: false,
    touching: true,
    check: "end",
    sides: { gold: "a", iron: "a" },
    table: null,
    wins: 3,
    size: "by_players",
  },
  clock: { type: "none" },
  components: null,
  sealed: false,
  take_back: true,
  continues: null,
} as unknown as TableSettings;
const lines = (changed: Partial<TableSettings>, options: Record<string, unknown> = {}) =>
  agreed(ABOUT, { ...USUAL, ...changed, options: { ...USUAL.options, ...options } }, WORDS);

beforeAll(async () => {
  vi.stubGlobal("document", { documentElement: {} }); // which says its language
  await speak("en");
});

describe("what a table has agreed on", () => {
  test("is only how it is played, where all is as usual", () => {
    expect(lines({})).toEqual(["Lightning: all at once, against the clock"]);
    expect(lines({}, { mode: "turns" })).toEqual(["Calm: in turns, nobody has to hurry"]);
    expect(agreed({ ...ABOUT, calm: {} }, USUAL, WORDS)).toEqual([]);
  });
  test("names every option that is not as usual", () => {
    const options = { corsairs: true, touching: false, check: "reject", table: [600, 400], wins: 1 };
    expect(lines({}, options).slice(1)).toEqual([
      "Corsairs",
      "No touching: no",
      "The check: at once",
      "The table: 600 × 400",
      "Rounds to win: 1",
    ]);
  });
  test("names the parts of an option that were changed", () => {
    expect(lines({}, { sides: { gold: "a", iron: "b" } })[1]).toBe("Sides: iron – side B");
  });
  test.each([
    [{ type: "move", seconds: 60 }, "Time to think: 1 minute a move"],
    [{ type: "move", seconds: 45 }, "Time to think: 45 s a move"],
    [{ type: "bank", seconds: 60, increment: 2 }, "Time to think: 60 s a game, 2 s more each move"],
  ] as const)("has the clock %j", (clock, words) => {
    expect(lines({ clock })[1]).toBe(words);
  });
  test("has what binds everybody besides", () => {
    const bound = { sealed: true, take_back: false, components: {}, continues: 7 };
    expect(lines(bound, { mode: "turns" }).slice(1)).toEqual([
      "A finished game, continued after move 7",
      "The host's own cards and boards",
      "Keep the record closed after the end",
      "Moves cannot be taken back",
    ]);
  });
  test("does not say of a lightning round that nothing can be taken back", () => {
    expect(lines({ take_back: false })).toEqual(lines({}));
    expect(agreed({ ...ABOUT, calm: {} }, { ...USUAL, take_back: false }, WORDS)).toEqual([
      "Moves cannot be taken back",
    ]);
  });
});

test("what helps people is named also where it is as usual, and sizes by their names", () => {
  expect(lines({}, { memory: true })).toContain("Remembers for the players");
  expect(lines({}, { memory: false }).some((line) => line.startsWith("Remembers for the players: "))).toBe(
    true,
  );
  expect(lines({}, { size: "large" })).toContain("The size: large");
});
