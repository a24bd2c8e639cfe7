// Times of a replay: as they were, without countdowns, long waits shortened, and found again by time.
import { expect, test } from "vitest";
import { clockText, frameAt, isRace, isTimed, timesOf } from "./timeline";

const frames = [
  { at: 5_000, countdown: 3000 },
  { at: 8_400, countdown: 0 },
  { at: 8_900, countdown: 0 },
  { at: 40_900, countdown: 3000 },
  { at: 44_000, countdown: 0 },
];

test("pauses are as they were, but nobody waits for three, two, one", () => {
  expect(timesOf(frames, null)).toEqual([0, 400, 900, 32_900, 33_000]);
});

test("long waits can be shortened; the others stay", () => {
  expect(timesOf(frames, 2000)).toEqual([0, 400, 900, 2900, 3000]);
});

test("what came while a countdown ran comes at once", () => {
  expect(timesOf([frames[0]!, { at: 6_000, countdown: 0 }], null)).toEqual([0, 0]);
});

test("a time shows the last move made by then", () => {
  const times = timesOf(frames, null);
  expect([0, 399, 400, 1000, 32_950, 99_999].map((ms) => frameAt(times, ms))).toEqual([0, 0, 1, 2, 3, 4]);
  expect(frameAt([], 10)).toBe(0);
});

test("a record may not say when, and only a race has a countdown", () => {
  expect([isTimed(frames), isRace(frames)]).toEqual([true, true]);
  expect([isTimed([]), isRace([])]).toEqual([false, false]);
  expect(isTimed([frames[1]!, frames[2]!])).toBe(false);
});

test("times are written in minutes, seconds and tenths", () => {
  expect([0, 950, 64_560, 600_000].map(clockText)).toEqual(["0:00.0", "0:00.9", "1:04.5", "10:00.0"]);
});
