// Less than is asked for, but never less than the last thing.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PerFrame, Throttle } from "./pace";

let frames: (() => void)[];
beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (does: () => void) => frames.push(does));
  vi.stubGlobal("cancelAnimationFrame", (n: number) => (frames[n - 1] = () => {}));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("of what is said within a frame the last thing is done, once", () => {
  const done: number[] = [];
  const card = new PerFrame<number>((x) => done.push(x));
  card.soon(1);
  card.soon(2);
  expect(done).toEqual([]);
  frames.splice(0).forEach((frame) => frame());
  expect(done).toEqual([2]);
});

test("letting go does not wait for a frame, and the frame does nothing any more", () => {
  const done: number[] = [];
  const card = new PerFrame<number>((x) => done.push(x));
  card.soon(1);
  card.now();
  card.now();
  frames.forEach((frame) => frame());
  expect(done).toEqual([1]);
});

test("a moving hand says at most twenty poses a second, and the one where it rests", () => {
  const said: number[] = [];
  const hand = new Throttle<number>((x) => said.push(x), 50);
  for (let ms = 0; ms < 1000; ms += 1) {
    hand.say(ms);
    vi.advanceTimersByTime(1);
  }
  vi.advanceTimersByTime(200);
  expect(said[0]).toBe(0);
  expect(said.at(-1)).toBe(999);
  expect(said.length).toBeLessThanOrEqual(21);
  expect(said.length).toBeGreaterThan(18);
  hand.say(5000);
  expect(said.at(-1)).toBe(5000);
});

test("when it is over, what waits is said at once, and nothing after it", () => {
  const said: number[] = [];
  const hand = new Throttle<number>((x) => said.push(x), 50);
  hand.say(1);
  hand.say(2);
  hand.flush();
  hand.flush();
  vi.advanceTimersByTime(500);
  expect(said).toEqual([1, 2]);
});

test("what was let go is not said any more", () => {
  const said: number[] = [];
  const hand = new Throttle<number>((x) => said.push(x), 50);
  hand.say(1);
  hand.say(2);
  hand.cancel();
  vi.advanceTimersByTime(500);
  expect(said).toEqual([1]);
});
