// The clock of a round: three, two, one, go, then the seconds that are left.
import { expect, test } from "vitest";
import { clockAt } from "./clock";

const round = { go_at: 10_000, ends_at: 70_000, ready: null };

test("three, two, one, go, and then nothing is in the way", () => {
  const counts = [7000, 7999, 8000, 9500, 9999, 10_000, 10_899, 10_900].map(
    (now) => clockAt(round, now).count,
  );
  expect(counts).toEqual([3, 3, 2, 1, 1, 0, 0, null]);
});

test("nobody may act before go", () => {
  expect(clockAt(round, 9999).begun).toBe(false);
  expect(clockAt(round, 10_000).begun).toBe(true);
});

test("seconds are rounded up, and there are never fewer than none", () => {
  expect(clockAt(round, 10_001).left).toBe(60);
  expect(clockAt(round, 69_999).left).toBe(1);
  expect(clockAt(round, 70_000).left).toBe(0);
  expect(clockAt(round, 99_000).left).toBe(0);
});

test("it says when to look again: each moment at which it changes, one after the other", () => {
  let now = 7300;
  const seen: [number, number | null, number][] = [];
  for (let looks = 0; looks < 8; looks += 1) {
    const face = clockAt(round, now);
    seen.push([now, face.count, face.left]);
    now += face.next!;
  }
  expect(seen.slice(0, 6)).toEqual([
    [7300, 3, 63],
    [8000, 2, 62],
    [9000, 1, 61],
    [10_000, 0, 60],
    [10_900, null, 60],
    [11_000, null, 59],
  ]);
});

test("after the end it does not change any more", () => {
  expect(clockAt(round, 70_000).next).toBeNull();
});

test("where nothing begins only the end is counted", () => {
  expect(clockAt({ go_at: null, ends_at: 3000, ready: null }, 500)).toEqual({
    count: null,
    begun: true,
    left: 3,
    next: 500,
  });
});
