// Layouts of real tables: kept, sent in a link, and read back from whatever somebody made of it.
import { describe, expect, it } from "vitest";
import type { OptionAbout } from "../../../protocol";
import { EMPTY, nameOfSeat, readHash, readLayout, same, writeHash, type Layout } from "./layout";

const option = (name: string, kind: string, bounds: Partial<OptionAbout> = {}): OptionAbout => ({
  name,
  kind,
  default: null,
  wanted: "",
  choices: [],
  low: null,
  high: null,
  named: {},
  total: null,
  aid: false,
  ...bounds,
});
const KNOWN = [
  option("mode", "Choice", { choices: ["lightning", "turns"] }),
  option("asteroids", "Choice", { choices: ["one", "two"] }),
  option("asteroid_gap", "Whole", { low: 30, high: 190 }),
  option("ore_split", "WholeList", { low: 1, high: 11, total: 12 }),
  option("corsairs", "Flag"),
  option("table", "WholeList", { low: 300, high: 2500 }),
];
const card = (seat: number, ship: number, x = 0) => ({ seat, ship, x, y: -125, rot: 90 });
const table: Layout = {
  players: 3,
  names: ["Żaneta", "Jiří"],
  options: { corsairs: true, table: [700, 650] },
  cards: [card(0, 3), card(2, 9, -1999), card(1, 0, 5)],
};

describe("a link", () => {
  it("brings the same table to somebody else", () => {
    expect(readHash(writeHash(table)!, KNOWN)).toEqual(table);
    expect(same(readHash(writeHash(table)!, KNOWN)!, table)).toBe(true);
    expect(same(table, EMPTY)).toBe(false);
  });

  it("has only letters that survive in a message", () => {
    expect(writeHash(table)).toMatch(/^#table=[\w-]+$/);
  });

  it("carries a full table", () => {
    const cards = Array.from({ length: 40 }, (_, i) => ({
      seat: i % 4,
      ship: Math.floor(i / 4),
      x: -20_000,
      y: -20_000,
      rot: 359,
    }));
    const full = { ...table, players: 4, cards };
    expect(readHash(writeHash(full)!, KNOWN)).toEqual(full);
  });

  it.each(["", "#", "#table=", "#table=%%%", "#table=bnVsbA", "#table=e30", "#move=3"])(
    "that says nothing is no table: %s",
    (hash) => expect(readHash(hash, KNOWN)).toBeNull(),
  );
});

it("players without a name are letters", () => {
  expect([0, 1, 2].map((seat) => nameOfSeat(table, seat))).toEqual(["Żaneta", "Jiří", "C"]);
});

it("names that a link brings are cleaned, and turn nothing around them", () => {
  const sent = readLayout({ names: ["\u202eevil", "😀".repeat(40), "שרה"] }, KNOWN)!;
  expect(sent.names).toEqual(["evil", "😀".repeat(24), "שרה"]);
  expect([0, 2].map((seat) => nameOfSeat(sent, seat))).toEqual(["evil", "\u2068שרה\u2069"]);
});

describe("what was kept", () => {
  it("is read without what cannot be", () => {
    const stored = {
      players: 2,
      names: ["x".repeat(50), null],
      options: { corsairs: true, mode: "lightning" },
      cards: [card(0, 3), card(0, 3, 7), card(2, 3), card(1, 10), card(1, 1, 20_001), { seat: 1 }, null],
    };
    const found = readLayout(stored, KNOWN);
    expect(found).toEqual({
      players: 2,
      names: ["x".repeat(24), ""],
      options: { corsairs: true },
      cards: [card(0, 3)],
    });
  });

  it.each([
    { asteroid_gap: 190, ore_split: [1, 11], table: [300, 2500] },
    { asteroids: "two", corsairs: false, asteroid_gap: 30 },
  ])("has options with values that they may have: %j", (options) => {
    expect(readLayout({ options }, KNOWN)?.options).toEqual(options);
  });

  it.each([
    { asteroid_gap: 99_999, ore_split: [12, 0], table: [600, 2501] },
    { asteroid_gap: 29, ore_split: [6, 7] },
    { asteroid_gap: "12", ore_split: [6], table: "by_players" },
    { asteroid_gap: 1.5, asteroids: "three", corsairs: 1 },
    { asteroid_gap: null, ore_split: { 0: 6, 1: 6, length: 2 }, corsairs: null, touch_is_illegal: true },
    ["corsairs"],
    "corsairs",
    7,
  ])("has no options that the server would refuse: %j", (options) => {
    expect(readLayout({ options }, KNOWN)?.options).toEqual({});
  });

  it.each([null, 7, "text", undefined])("may be nothing: %s", (value) => {
    expect(readLayout(value, KNOWN)).toBeNull();
  });

  it("may be of another time: what is missing is as usual", () => {
    expect(readLayout({}, KNOWN)).toEqual(EMPTY);
  });
});
