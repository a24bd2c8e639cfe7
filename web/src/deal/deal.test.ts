// The deal in a browser: the same sums as the server's, a device that gives nothing to a table that cheats, and the check.
import { beforeEach, describe, expect, test } from "vitest";
import type { DealState } from "../protocol";
import { check, type Fair } from "./checking";
import { Broken, Device } from "./device";
import { commitmentOf, digestOf, keyOf, promiseOf } from "./fair";
import vectors from "./vectors.json";

const TABLE = vectors.table;

beforeEach(() => {
  const kept = new Map<string, string>();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
});

test("the sums are those of the server", () => {
  expect(commitmentOf(vectors.secret, TABLE, vectors.round)).toBe(vectors.commitment);
  expect(promiseOf(TABLE, vectors.seat, vectors.round, vectors.values[vectors.seat]!)).toBe(vectors.promise);
  expect(digestOf(vectors.frozen)).toBe(vectors.digest);
  expect(keyOf(vectors.secret, vectors.frozen, vectors.values)).toBe(vectors.key);
});

function state(more: Partial<DealState> = {}): DealState {
  return { round: 0, commitment: "c".repeat(64), frozen: null, until: null, void: [], ...more };
}

function frozen(device: Device, more: object = {}): DealState {
  const seats = [{ promise: device.promised(0, 0) }, { bot: "casual" }];
  const text = JSON.stringify({ table: TABLE, round: 0, commitment: "c".repeat(64), seats, ...more });
  return state({ frozen: text });
}

describe("a device", () => {
  test("promises a fresh value in every round and for every seat, and keeps it", () => {
    const device = Device.at(TABLE);
    const first = device.promise(0, state());
    expect(device.promised(0, 0)).toBe(first);
    expect(device.promised(1, 0)).toBeNull();
    expect(device.promise(1, state())).not.toBe(first);
    expect(device.promise(0, state({ round: 1 }))).not.toBe(first);
    const again = Device.at(TABLE);
    expect([again.promised(0, 0), again.name]).toEqual([first, device.name]);
    expect(Device.at("another").promised(0, 0)).toBeNull();
  });

  test("reveals when its promise and the first commitment are frozen, and keeps what was", () => {
    const device = Device.at(TABLE);
    device.promise(0, state());
    expect(device.reveal(0, state())).toBeNull();
    const deal = frozen(device);
    const value = device.reveal(0, deal)!;
    expect(promiseOf(TABLE, 0, 0, value)).toBe(device.promised(0, 0));
    expect(Device.at(TABLE).kept.seats).toEqual([
      { seat: 0, round: 0, commitment: "c".repeat(64), value, frozen: deal.frozen },
    ]);
    expect(device.reveal(1, deal)).toBeNull();
  });

  test.each([
    [{ table: "another" }, "other_table"],
    [{ round: 1 }, "other_table"],
    [{ commitment: "d".repeat(64) }, "other_secret"],
    [{ seats: [{ promise: "0" }] }, "not_frozen"],
    [{ seats: [] }, "not_frozen"],
  ])("reveals nothing to a table that froze %o", (change, why) => {
    const device = Device.at(TABLE);
    device.promise(0, state());
    expect(() => device.reveal(0, frozen(device, change))).toThrow(new Broken(why as never));
  });

  test("reveals nothing to a table whose commitment has changed since it was first seen", () => {
    const device = Device.at(TABLE);
    device.saw(state({ commitment: "d".repeat(64) }));
    device.promise(0, state());
    expect(() => device.reveal(0, frozen(device))).toThrow("other_secret");
  });

  test("promises nothing more in a round in which it has revealed, whatever seat it is told to have", () => {
    const device = Device.at(TABLE);
    device.promise(0, state());
    const value = device.reveal(0, frozen(device));
    for (const [tab, seat] of [
      [device, 0],
      [device, 1],
      [Device.at(TABLE), 0],
    ] as const)
      expect(() => tab.promise(seat, state())).toThrow(new Broken("frozen_twice"));
    expect(Device.at(TABLE).kept.seats.map((one) => one.value)).toEqual([value]);
    expect(device.promise(0, state({ round: 1 }))).toBe(device.promised(0, 1));
  });

  test("reveals nothing for one seat where something else was frozen for another", () => {
    const device = Device.at(TABLE);
    const promises = [0, 1].map((seat) => ({ promise: device.promise(seat, state()) }));
    device.reveal(0, frozen(device, { seats: promises }));
    const other = frozen(device, { seats: promises, options: {} });
    expect(() => device.reveal(1, other)).toThrow(new Broken("frozen_twice"));
  });

  test("is one in all tabs, and none of them loses what another has kept", () => {
    const [one, other] = [Device.at(TABLE), Device.at(TABLE)];
    const promise = one.promise(0, state());
    expect([other.promised(0, 0), other.name]).toEqual([promise, one.name]);
    const deal = frozen(one);
    const value = one.reveal(0, deal);
    other.saw(state({ round: 1 }));
    expect(other.reveal(0, deal)).toBe(value);
    expect(Device.at(TABLE).kept.seats).toMatchObject([{ value, frozen: deal.frozen }]);
  });

  test("knows afterwards whether the table played by what was frozen", () => {
    const device = Device.at(TABLE);
    expect(device.agrees(0, state({ frozen: "{}" }))).toBeNull();
    device.promise(0, state());
    const deal = frozen(device);
    expect(device.agrees(0, deal)).toBeNull();
    device.reveal(0, deal);
    expect(Device.at(TABLE).agrees(0, deal)).toBe(true);
    expect(device.agrees(0, { ...deal, frozen: "{}" })).toBe(false);
    expect(device.agrees(1, deal)).toBeNull();
  });

  test("keeps what it promised however many tables it only looks at", () => {
    const device = Device.at(TABLE);
    const promise = device.promise(0, state());
    for (let n = 0; n < 60; n++) Device.at(`table ${n}`).saw(state());
    expect(Device.at(TABLE).promised(0, 0)).toBe(promise);
  });

  test("reveals nothing a second time for something else, and nothing for what is not JSON", () => {
    const device = Device.at(TABLE);
    device.promise(0, state());
    device.reveal(0, frozen(device));
    expect(() => device.reveal(0, frozen(device, { options: {} }))).toThrow("frozen_twice");
    expect(() => device.reveal(0, state({ frozen: "{" }))).toThrow("other_table");
    expect(() => device.reveal(0, state({ frozen: "null" }))).toThrow("other_table");
  });
});

describe("the check", () => {
  const fair: Fair = {
    table: TABLE,
    secret: vectors.secret,
    commitment: vectors.commitment,
    round: vectors.round,
    void: [],
    frozen: vectors.frozen,
    values: vectors.values,
    key: vectors.key,
  };
  const value = vectors.values[vectors.seat]!;
  const mine = { seat: vectors.seat, round: vectors.round, commitment: vectors.commitment, value };
  const kept = { table: TABLE, seats: [{ ...mine, frozen: vectors.frozen }] };
  const nothing = { table: TABLE, seats: [] };
  const keys = (found: readonly { key: string }[]) => found.map((one) => one.key.slice("check.".length));

  test("says that nobody chose the deal where this browser took part", () => {
    expect(keys(check(fair, kept))).toEqual(["commitment", "upgraded", "promises", "key", "kept"]);
  });

  test("says that only consistency is shown where it kept nothing", () => {
    expect(keys(check(fair, nothing)).at(-1)).toBe("only_consistent");
    expect(keys(check(fair, { ...kept, table: "another" })).at(-1)).toBe("only_consistent");
  });

  test("names a deal that was made without what this browser promised", () => {
    expect(keys(check(fair, { ...kept, seats: [{ ...mine, frozen: null }] })).at(-1)).toBe("left_out");
    const both = [{ ...mine, seat: 0, frozen: null }, ...kept.seats];
    expect(keys(check(fair, { ...kept, seats: both })).at(-1)).toBe("kept");
  });

  test("names a deal of an older program that the record does not tell of", () => {
    expect(vectors.round).toBe(1);
    expect(keys(check(fair, kept))).toContain("upgraded");
    expect(keys(check({ ...fair, void: [[0, [2]]] }, kept))).not.toContain("upgraded");
  });

  test("names rounds that failed, and does not call them nothing", () => {
    const found = check({ ...fair, void: [[0, [2]]] }, kept);
    expect(keys(found)).toEqual(["commitment", "void", "promises", "key", "kept_after_void"]);
    expect(found[1]).toMatchObject({ holds: false, args: { round: 1, seats: [2] } });
  });

  test("does not call a deal unchosen that was made at another table", () => {
    const frozen = JSON.stringify({ ...JSON.parse(vectors.frozen), continues: "0f".repeat(32) });
    const other = { ...fair, frozen, key: keyOf(fair.secret, frozen, fair.values) };
    const seen = { ...kept, seats: [{ ...mine, frozen }] };
    expect(keys(check(other, seen)).at(-1)).toBe("kept_continued");
    expect(keys(check({ ...other, void: [[0, [2]]] }, seen)).at(-1)).toBe("kept_after_void");
  });

  test("finds out a record that leaves out a deal in which this browser took part", () => {
    for (const round of [0, 2]) {
      const more = { ...kept, seats: [...kept.seats, { ...kept.seats[0]!, round }] };
      expect(keys(check(fair, more))).toEqual(["round_missing"]);
      expect(keys(check(fair, { ...more, table: "another" })).at(-1)).toBe("only_consistent");
    }
    const failed = { ...kept, seats: [...kept.seats, { ...kept.seats[0]!, round: 0 }] };
    expect(keys(check({ ...fair, void: [[0, [2]]] }, failed)).at(-1)).toBe("kept_after_void");
  });

  test.each([
    [[[1, [0]]]],
    [
      [
        [0, [0]],
        [0, [0]],
      ],
    ],
  ])("finds out rounds that cannot be: %j", (rounds) => {
    expect(keys(check({ ...fair, void: rounds as Fair["void"] }, nothing))).toEqual(["round_missing"]);
  });

  test.each([
    [{ secret: "00".repeat(32) }, "commitment_wrong"],
    [{ commitment: "00".repeat(32) }, "commitment_wrong"],
    [{ values: fair.values.map(() => null) }, "promise_wrong"],
    [{ values: [...fair.values, "00".repeat(32)] }, "promise_wrong"],
    [{ frozen: fair.frozen + " " }, "key_wrong"],
    [{ frozen: "{" }, "promise_wrong"],
    [{ key: "00".repeat(32) }, "key_wrong"],
  ])("finds out a record with %o", (change, wrong) => {
    expect(keys(check({ ...fair, ...change } as Fair, nothing))).toEqual([wrong]);
  });

  test.each([
    [{ commitment: "00".repeat(32) }, "kept_commitment"],
    [{ frozen: "{}" }, "kept_frozen"],
    [{ value: "00".repeat(32) }, "kept_value"],
  ])("finds out a record that is not what this browser saw: %o", (change, wrong) => {
    const other = { ...kept, seats: [{ ...kept.seats[0]!, ...change }] };
    expect(keys(check(fair, other))).toEqual([wrong]);
  });

  test("finds out a record that passes for one of before, where this browser has promised", () => {
    expect(keys(check({ table: TABLE, luck: ["x"] }, kept))).toEqual(["kept_promises"]);
    expect(keys(check({ table: "another", luck: ["x"] }, kept))).toEqual(["first_way"]);
  });

  test("names deals of before, and records that say nothing", () => {
    expect(keys(check({ table: TABLE, luck: ["x"] }, nothing))).toEqual(["first_way"]);
    expect(keys(check(undefined, nothing))).toEqual(["nothing"]);
  });
});
