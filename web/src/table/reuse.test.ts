// What has not changed is the same thing, and what comes out is always equal to what went in.
import { expect, test } from "vitest";
import { reuse } from "./reuse";

const before = {
  stage: "placing",
  held: 3,
  table: [{ card: 1, pose: { x: 1, y: 2 } }],
  options: { wins: 3 },
};
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

test("what is equal is the old thing itself", () => {
  expect(reuse(before, copy(before))).toBe(before);
});

test("a new card leaves those that lie there untouched", () => {
  const now = copy({ ...before, held: null, table: [...before.table, { card: 2, pose: { x: 5, y: 6 } }] });
  const kept = reuse(before, now);
  expect(kept).toEqual(now);
  expect(kept).not.toBe(before);
  expect(kept.table[0]).toBe(before.table[0]);
  expect(kept.options).toBe(before.options);
});

test("a change deep inside changes everything around it, and nothing beside it", () => {
  const now = copy(before);
  now.table[0]!.pose.x = 9;
  const kept = reuse(before, now);
  expect(kept).toEqual(now);
  expect(kept.table).not.toBe(before.table);
  expect(kept.table[0]!.pose).not.toBe(before.table[0]!.pose);
  expect(kept.options).toBe(before.options);
});

test("lists that became shorter, records that lost a field and things of another kind are new", () => {
  for (const [old, now] of [
    [[1, 2], [1]],
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: undefined }, { b: undefined }],
    [[1], { 0: 1 }],
    [null, { a: 1 }],
    [{ a: 1 }, null],
    [undefined, []],
  ] as [unknown, unknown][])
    expect(reuse(old, now)).toStrictEqual(now);
});
