// Scenes are played in order, can be skipped, and always end at what is true.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AnyView, Moment, Scene } from "../games/contract";
import type { Told } from "../protocol";
import { Director } from "./director.svelte";

const view = (seat: number): AnyView => ({ seat, players: 3, to_act: [], options: {} });
const moment = (before: number, after: number): Moment<AnyView> => ({
  before: view(before),
  after: view(after),
  told: [],
  by: 0,
});
/** Two scenes of 100 ms, halfway and at the end. */
const halves = ({ before, after }: Moment<AnyView>): Scene<AnyView>[] =>
  [(before.seat + after.seat) / 2, after.seat].map((seat) => ({
    view: view(seat),
    ms: 100,
    told: null,
    fx: null,
  }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a move is shown step by step and ends at the truth", () => {
  const director = new Director(halves, () => 1);
  director.jump(view(0));
  director.follow(moment(0, 10));
  expect([director.view?.seat, director.playing]).toEqual([5, true]);
  vi.advanceTimersByTime(100);
  expect([director.view?.seat, director.playing]).toEqual([10, true]);
  vi.advanceTimersByTime(100);
  expect([director.view?.seat, director.playing]).toEqual([10, false]);
});

test("a second move waits for the first", () => {
  const director = new Director(halves, () => 1);
  director.jump(view(0));
  director.follow(moment(0, 10));
  director.follow(moment(10, 20));
  const seen = [director.view?.seat];
  for (let i = 0; i < 4; i++) {
    vi.advanceTimersByTime(100);
    seen.push(director.view?.seat);
  }
  expect(seen).toEqual([5, 10, 15, 20, 20]);
});

test("skipping shows the last truth at once, and nothing comes afterwards", () => {
  const director = new Director(halves, () => 1);
  director.follow(moment(0, 10));
  director.follow(moment(10, 20));
  director.skip();
  expect([director.view?.seat, director.playing]).toEqual([20, false]);
  vi.advanceTimersByTime(1000);
  expect(director.view?.seat).toBe(20);
});

test("without motion everything is shown at once", () => {
  const director = new Director(halves, () => 0);
  director.follow(moment(0, 10));
  expect([director.view?.seat, director.playing]).toEqual([10, false]);
});

test("who is far behind catches up instead of explaining", () => {
  const director = new Director(halves, () => 1);
  for (let i = 0; i < 20; i++) director.follow(moment(i, i + 1));
  vi.advanceTimersByTime(2000);
  expect([director.view?.seat, director.playing]).toEqual([20, false]);
});

test("speed shortens the scenes", () => {
  const director = new Director(halves, () => 2);
  director.follow(moment(0, 10));
  vi.advanceTimersByTime(100);
  expect(director.playing).toBe(false);
});

/** A move of which two things are told; only the first has a scene of its own. */
const telling = (name: string, ms = 100): { told: Told[]; scenes: Scene<AnyView>[] } => {
  const told = ["first", "second", "third"].map((id) => ({ id: `${name} ${id}`, args: {} }));
  return { told, scenes: [0, 2].map((i) => ({ view: view(i), ms, told: told[i]!, fx: null })) };
};
const untold = (director: Director) => [...director.unseen].map(({ id }) => id);

test("what has not been shown is not told: each thing with its scene, all of it at the end", () => {
  const [one, two] = [telling("one"), telling("two")];
  const director = new Director(
    ({ told }) => (told === one.told ? one.scenes : two.scenes),
    () => 1,
  );
  director.follow({ ...moment(0, 1), told: one.told });
  expect(untold(director)).toEqual(["one second", "one third"]);
  director.follow({ ...moment(1, 2), told: two.told });
  expect(untold(director)).toHaveLength(5);
  vi.advanceTimersByTime(100);
  expect(untold(director)).toEqual(["two first", "two second", "two third"]);
  vi.advanceTimersByTime(100);
  expect(untold(director)).toEqual(["two second", "two third"]);
  vi.advanceTimersByTime(200);
  expect(untold(director)).toEqual([]);
});

test("a move without scenes is told after the one that is being shown, and at once otherwise", () => {
  const [one, still] = [telling("one"), telling("still")];
  const director = new Director(
    ({ told }) => (told === one.told ? one.scenes : []),
    () => 1,
  );
  director.follow({ ...moment(0, 1), told: still.told });
  expect(untold(director)).toEqual([]);
  director.follow({ ...moment(1, 2), told: one.told });
  director.follow({ ...moment(2, 3), told: still.told });
  vi.advanceTimersByTime(100);
  expect(untold(director)).toEqual(still.told.map(({ id }) => id));
  vi.advanceTimersByTime(100);
  expect(untold(director)).toEqual([]);
});

test("whoever skips is told everything", () => {
  const one = telling("one");
  const director = new Director(
    () => one.scenes,
    () => 1,
  );
  director.follow({ ...moment(0, 1), told: one.told });
  director.skip();
  expect(untold(director)).toEqual([]);
});
