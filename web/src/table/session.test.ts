// Questions to the table are settled by what happens to seats, without a message of their own.
import { expect, test, vi } from "vitest";
import { deviceAt } from "../deal/device";
import type { Position, Proposal, SeatChanged, SeatState } from "../protocol";
import { nameAt, unnamed } from "./naming";
import {
  inRace,
  lastRound,
  looks,
  Session,
  stillOpen,
  tellsAim,
  whyNotBack,
  type LogLine,
} from "./session.svelte";

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

test("names of people keep their own direction wherever they stand", () => {
  const seat: SeatState = {
    name: null,
    colour: "red",
    bot: null,
    person: true,
    ready: true,
    reserved: null,
    aided: false,
    promise: null,
    revealed: false,
    host: false,
    took_over: null,
  };
  const seats = [
    { ...seat, name: "Żaneta" },
    { ...seat, name: "שרה" },
    { ...seat, person: false, reserved: "علی" },
    { ...seat, person: false, bot: "casual" as const },
  ];
  expect(looks(seats, 0, (one) => `${one.colour} bot`).map((look) => look.name)).toEqual([
    "Żaneta",
    "\u2068שרה\u2069",
    "\u2068علی\u2069",
    "red bot",
  ]);
});

test("somebody whose name was deleted is still called something", () => {
  const person = { name: "", colour: "red", bot: null, person: true } as SeatState;
  const seats = [person, { ...person, bot: "casual" as const }, { ...person, person: false, reserved: "" }];
  expect(looks(seats, null, unnamed).map((look) => look.name)).toEqual([
    "game.person",
    "game.person",
    "free",
  ]);
  expect(nameAt(seats, 1)).toBe("game.person");
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

test("while a bot plays for somebody, nobody is asked to go back", () => {
  const seat = (person: boolean, bot: string | null) => ({ person, bot }) as SeatState;
  expect(whyNotBack([seat(true, null), seat(false, "casual")])).toBeNull();
  expect(whyNotBack([seat(true, null), seat(true, "casual")])).toBe("given_away");
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

test("a table that forgets keeps the lines of the last round, and what was said of the table", () => {
  const line = (move: number | null) => ({ move }) as LogLine;
  const log = [line(null), line(4), line(5), line(6), line(6), line(7)];
  expect(lastRound(log, 8, 3).map(({ move }) => move)).toEqual([null, 6, 6, 7]);
});

test.each([
  ["calm", false, false, true],
  ["calm", true, false, false],
  ["calm", true, true, true],
  ["always", true, false, true],
  ["never", false, false, false],
  [undefined, false, false, false],
])("aim is told by the option %s (a race: %s, granted: %s): %s", (aim_help, lightning, aided, told) => {
  const session = { settings: { options: { aim_help } }, lightning, seat: 0, seats: [{ aided }] };
  expect(tellsAim(session as unknown as Session)).toBe(told);
});

class Line extends EventTarget {
  static last: Line;
  onmessage?: (event: { data: string }) => void;
  constructor() {
    super();
    Line.last = this;
  }
  send(): void {}
  close(): void {}
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** What the table has told of itself, by the keys of the pages' words. */
function toldBy(...messages: object[]): { key: string; args: Record<string, unknown> }[] {
  const session = opened();
  for (const message of messages) Line.last.says(message);
  session.close();
  vi.unstubAllGlobals();
  return session.log.map((line) => line.table!);
}

function opened(): Session {
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  return new Session("t");
}
const position = { move: 3, to_act: [], view: {}, legal: [], clock: { left: [], running: [] }, result: null };
const shown = (phase: string, continues: number | null) => ({
  type: "snapshot",
  n: 5,
  at: 0,
  phase,
  settings: { continues, options: {} },
  deal: { round: 0, commitment: "c", frozen: null, until: null, void: [] },
  seats: [],
  proposals: [],
  chat: [],
  position: phase === "gathering" ? null : position,
});

test("everybody who plays a continued game is told once that its past is public", () => {
  const told = { key: "log.continues", args: { n: 3 } };
  expect(toldBy(shown("playing", 3), shown("playing", 3))).toEqual([told]);
  const begun = { type: "begun", n: 6, at: 0, options: {}, position };
  expect(toldBy(shown("gathering", 3), begun)).toEqual([{ key: "log.begun", args: {} }, told]);
  expect(toldBy(shown("playing", null))).toEqual([]);
});

test("a table that takes back what was frozen gets no other value in its place", () => {
  const session = opened();
  const device = deviceAt("t");
  const gathering = {
    ...shown("gathering", null),
    seats: [{ person: true, promise: null, revealed: false }],
  };
  Line.last.says({ type: "welcome", seat: 0, host: false });
  Line.last.says(gathering);
  const seats = [{ promise: device.promised(0, 0) }];
  const frozen = JSON.stringify({ table: "t", round: 0, commitment: "c", seats });
  Line.last.says({ ...gathering, deal: { ...gathering.deal, frozen } });
  const value = device.kept.seats[0]!.value;
  expect(device.kept.seats).toMatchObject([{ frozen }]);
  Line.last.says(gathering);
  expect(session.broken).toBe("frozen_twice");
  expect(device.kept.seats).toMatchObject([{ value, frozen }]);
  session.close();
  vi.unstubAllGlobals();
});

test("a seat that is opened here promises anew, whatever another device has promised for it", () => {
  const session = opened();
  const device = deviceAt("t");
  const opening = (promise: string) => ({
    ...shown("gathering", null),
    deal: { round: 1, commitment: "c", frozen: null, until: null, void: [] },
    seats: [{ person: true, promise, revealed: false }],
  });
  Line.last.says({ type: "welcome", seat: 0, host: false });
  Line.last.says(opening("of another device"));
  const own = device.promised(0, 1)!;
  Line.last.says(opening(own));
  Line.last.says({ ...opening("of another device"), type: "deal", n: 6, cause: "promised" });
  expect(device.promised(0, 1)).toBe(own);
  Line.last.says(opening("of another device"));
  expect(device.promised(0, 1)).not.toBe(own);
  session.close();
  vi.unstubAllGlobals();
});

test("who plays is told where this browser has no part in the deal, or where it was changed afterwards", () => {
  const device = deviceAt("t");
  const round = { round: 7, commitment: "c", until: null, void: [] };
  const seats = [{ promise: device.promise(0, round) }];
  const frozen = JSON.stringify({ table: "t", round: 7, commitment: "c", seats });
  const told = (frozen: string | null, seat: number | null) => {
    const playing = { ...shown("playing", null), deal: { ...round, frozen } };
    return toldBy({ type: "welcome", seat, host: false }, playing, playing).map((line) => line.key);
  };
  expect(told(frozen, 0)).toEqual(["deal.not_here"]); // the table left its promise out
  device.reveal(0, { ...round, frozen });
  expect(told(frozen, 0)).toEqual([]);
  expect(told(frozen, 1)).toEqual(["deal.not_here"]); // a seat that was taken over
  expect(told("{}", 0)).toEqual(["deal.broken_frozen_twice"]);
  expect(told(null, 1)).toEqual([]); // a deal of before
  expect(told(frozen, null)).toEqual([]);
});
