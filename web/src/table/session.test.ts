// Questions to the table are settled by what happens to seats, without a message of their own.
import { expect, test } from "vitest";
import type { Position, Proposal, SeatChanged } from "../protocol";
import { inRace, stillOpen } from "./session.svelte";

const back: Proposal = {
  number: 5,
  by: 0,
  what: "back",
  moves: 3,
  absent: null,
  level: null,
  yes: [0],
  waiting: [1, 2],
};
const bot: Proposal = { ...back, number: 6, what: "bot", moves: null, absent: 1, waiting: [2] };
const change = (cause: SeatChanged["cause"]): SeatChanged => ({
  type: "seat",
  n: 7,
  at: 0,
  seat: 1,
  cause,
  seats: [],
  position: null,
});

test("a bot that takes a seat settles the question about it, and nobody waits for that seat", () => {
  expect(stillOpen([back, bot], change("given"))).toEqual([{ ...back, waiting: [2] }]);
});

test("whoever comes back was not asked about going back", () => {
  expect(stillOpen([back, bot], change("returned"))).toEqual([bot]);
});

test("other changes of seats settle nothing", () => {
  expect(stillOpen([back, bot], change("erased"))).toEqual([back, bot]);
});

const racing = (to_act: number[], more: Partial<Position> = {}): Position =>
  ({
    to_act,
    legal: to_act.length > 0 ? [{ id: "draw", args: {} }] : [],
    result: null,
    timing: { go_at: 1000, ends_at: 61_000, ready: null },
    ...more,
  }) as Position;

test("while chance names somebody's card in a race, everybody's decision goes on", () => {
  const during = inRace(racing([]), racing([0, 1]));
  expect(during.to_act).toEqual([0, 1]);
  expect(during.legal).toEqual([{ id: "draw", args: {} }]);
});

test("when nobody has anything to decide, nobody is asked", () => {
  const waiting = racing([], { timing: { go_at: null, ends_at: 61_000, ready: [] } });
  expect(inRace(waiting, racing([0, 1]))).toBe(waiting);
  expect(inRace(racing([1]), racing([0, 1])).to_act).toEqual([1]);
});
