// Playing a card in a race and in turns: what is sent, what is seen before the answer, and what comes back.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { KosmicznaEskadraView as View, Told } from "../../protocol";
import type { GameAction } from "./messages";
import { Playing } from "./playing.svelte";

const LEGAL: Record<string, string[]> = {
  draw: ["draw"],
  place: ["hold_somewhere", "release_somewhere"],
};

let view: View;
let legal: GameAction[];
let begun: boolean;
let acted: GameAction[];
let hovered: GameAction[];
let asked: GameAction[];
let answer: (done: boolean) => void;

function see(held: number | null, more: object = {}): void {
  view = {
    seat: 0,
    stage: "placing",
    round: 0,
    held,
    held_at: null,
    options: { mode: "lightning", placement_check: "accept" },
    table_size: [6000, 6000],
    table: [],
    asteroids: [{ pose: { x: 0, y: 0, rot: 0 } }],
    everybody: [{ unplayed: [0, 1, 2, 3], holds: held !== null }],
    ...more,
  } as unknown as View;
  legal = LEGAL[held === null ? "draw" : "place"]!.map((id) => ({ id, args: {} }) as GameAction);
}

const tells = async () => ({ lines: ["into space"], problem: null });

function sit(live = true, aim: typeof tells | null = tells): Playing {
  const act = (action: GameAction) => {
    acted.push(action);
    return new Promise<boolean>((done) => (answer = done));
  };
  const hover = (action: Told) => void hovered.push(action as GameAction);
  const table = { timing: null, now: () => 0, hover, ready: () => {}, aim };
  const why = (action: GameAction) => void asked.push(action);
  return new Playing(() => ({ view, legal, seat: 0, live: live ? table : null, begun, act, why }));
}

beforeEach(() => {
  vi.useFakeTimers();
  begun = true;
  [acted, hovered, asked] = [[], [], []];
});
afterEach(() => vi.useRealTimers());

test("nobody draws before the signal", () => {
  see(null);
  begun = false;
  expect(sit().draw()).toBe(false);
  expect(acted).toEqual([]);
});

test("a drawn card can be moved before it is named, and keeps its place then", () => {
  see(null);
  const playing = sit();
  playing.take();
  expect(playing.draw()).toBe(true);
  expect(playing.draw()).toBe(false);
  expect(playing.unknown && playing.free).toBe(true);
  playing.holding.carryTo(500, -700);
  playing.letGo();
  expect(acted.map(({ id }) => id)).toEqual(["draw"]); // nobody lays a card without having seen it
  see(2);
  playing.take();
  expect([playing.unknown, playing.held]).toEqual([false, 2]);
  expect(playing.pose).toEqual({ x: 500, y: -700, rot: 0 });
  expect(hovered).toEqual([{ id: "hold", args: { x: 500, y: -700, rot: 0 } }]);
});

test("a card that was let go lies there at once, and comes back to the hand when it is refused", async () => {
  see(2);
  const playing = sit();
  playing.take();
  playing.holding.carryTo(100, 200);
  playing.letGo();
  expect(acted).toEqual([{ id: "release", args: { x: 100, y: 200, rot: 0 } }]);
  expect(playing.laid?.pose).toEqual({ x: 100, y: 200, rot: 0 });
  expect(playing.held).toBeNull();
  answer(false);
  await vi.runAllTimersAsync();
  expect(playing.laid).toBeNull();
  expect(playing.held).toBe(2);
  expect(playing.over).toBe(false);
});

test("a card that is let go beside the table comes back to the hand with the reason", () => {
  see(2);
  const playing = sit();
  playing.take();
  playing.holding.carryTo(3001, 0);
  playing.letGo();
  expect(acted).toEqual([]);
  expect([playing.over, playing.held]).toEqual([false, 2]);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ id: "release", args: { x: 3001 } }); // a place that the server refuses
});

test("where the table tells nobody what lasers would meet, nobody asks", async () => {
  see(2, { options: { mode: "turns" } });
  const playing = sit(true, null);
  playing.take();
  playing.moved(false);
  await vi.runAllTimersAsync();
  expect(playing.aiming.said).toBeNull();
});

test("what was held last before Stop is said when Stop comes", () => {
  see(2);
  const playing = sit();
  playing.take();
  playing.holding.carryTo(1, 1);
  playing.moved();
  playing.holding.carryTo(2, 2);
  playing.moved();
  expect(hovered).toHaveLength(1);
  see(2, { stage: "stopping", held_at: { x: 1, y: 1, rot: 0 } });
  playing.take();
  expect(hovered.at(-1)!.args).toEqual({ x: 2, y: 2, rot: 0 });
});

test("after Stop the card is where the table says", () => {
  see(2);
  const playing = sit();
  playing.take();
  playing.holding.carryTo(900, 900);
  see(2, { stage: "stopping", held_at: { x: 1, y: 2, rot: 3 } });
  legal = [
    { id: "drop", args: {} },
    { id: "keep", args: {} },
  ];
  playing.take();
  expect(playing.pose).toEqual({ x: 1, y: 2, rot: 3 });
  expect(playing.over && !playing.free).toBe(true);
  expect(playing.answer("keep")).toBe(true);
  expect(playing.answer("draw")).toBe(false);
  expect(acted.map(({ id }) => id)).toEqual(["keep"]);
});

test("in turns nothing is laid by letting go, hands are told to nobody, and a card that must stay says why", async () => {
  see(2, { options: { mode: "turns" } });
  const playing = sit();
  playing.take();
  expect([playing.racing, playing.free, playing.over]).toEqual([false, true, true]);
  playing.holding.moveTo(10, 10);
  playing.moved();
  vi.advanceTimersByTime(1000);
  expect([acted, hovered]).toEqual([[], []]);
  playing.lay();
  expect(acted).toEqual([{ id: "release", args: { x: 10, y: 10, rot: 0 } }]);
  playing.lay();
  expect(acted).toHaveLength(1); // pressed twice in a hurry
  answer(true);
  await vi.runAllTimersAsync();
  legal = [];
  playing.lay();
  expect(asked).toHaveLength(1);
});

test("whoever moves the card without pointing is told what it aims at, once it rests", async () => {
  see(2);
  const playing = sit();
  playing.take();
  playing.moved(false);
  await vi.advanceTimersByTimeAsync(200);
  playing.moved(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(playing.aiming.said).toBeNull();
  await vi.advanceTimersByTimeAsync(200);
  expect(playing.aiming.said?.lines).toEqual(["into space"]);
  playing.moved();
  expect(playing.aiming.said).toBeNull();
});

test("in turns whoever drags it with a mouse is told too; in a race that would keep them", async () => {
  for (const [mode, told] of [
    ["turns", ["into space"]],
    ["lightning", undefined],
  ] as const) {
    see(2, { options: { mode } });
    const playing = sit();
    playing.take();
    playing.moved();
    await vi.advanceTimersByTimeAsync(400);
    expect(playing.aiming.said?.lines).toEqual(told);
  }
});

test("in a replay nothing can be done, and the card is where it was held", () => {
  see(2, { held_at: { x: 7, y: 8, rot: 9 } });
  legal = [];
  const playing = sit(false);
  playing.take();
  expect([playing.racing, playing.free, playing.over]).toEqual([false, false, true]);
  expect(playing.pose).toEqual({ x: 7, y: 8, rot: 9 });
});

test("a card that is seen over the table is told at once, and what it aims at too", async () => {
  see(null);
  const playing = sit();
  playing.take();
  playing.draw();
  playing.bring();
  expect(hovered).toEqual([]); // nobody knows which card it is
  see(2);
  playing.take();
  expect(hovered).toEqual([{ id: "hold", args: { ...playing.pose } }]);
  await vi.advanceTimersByTimeAsync(400);
  expect(playing.aiming.said?.lines).toEqual(["into space"]);
  playing.take();
  expect(hovered).toHaveLength(1);
});

test("a card that was in hand before the page was opened is told when the time is known", () => {
  see(2);
  begun = false;
  const playing = sit();
  playing.take();
  expect(hovered).toEqual([]);
  begun = true;
  playing.take();
  expect(hovered).toHaveLength(1);
});

test("a second press while the first is under way asks nothing", () => {
  see(2);
  const playing = sit();
  playing.take();
  playing.lay();
  playing.lay();
  expect([acted.length, asked.length]).toEqual([1, 0]);
});
