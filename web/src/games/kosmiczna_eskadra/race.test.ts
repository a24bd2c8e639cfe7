// A lightning round ahead of the server: cards asked for and let go, until the server has said so or not.
import { expect, test } from "vitest";
import type { KosmicznaEskadraView as View } from "../../protocol";
import { isUrgent, Race } from "./race.svelte";

const view = (held: number | null, unplayed: number, more: object = {}): View =>
  ({
    stage: "placing",
    round: 0,
    held,
    options: { mode: "lightning", placement_check: "accept" },
    everybody: [{ unplayed: Array.from({ length: unplayed }, (_, i) => i), holds: held !== null }],
    ...more,
  }) as unknown as View;
const somewhere = { x: 1, y: 2, rot: 3 };

test("a card that was asked for is counted out of the pack at once", () => {
  const race = new Race();
  expect(race.pack(view(null, 10), 0)).toBe(10);
  race.asked = true;
  expect(race.pack(view(null, 10), 0)).toBe(9);
  expect(race.mayDraw(view(null, 10), 0)).toBe(false);
  race.take(view(4, 10));
  expect(race.asked).toBe(false);
  expect(race.pack(view(4, 10), 0)).toBe(9);
});

test("after letting go the next card can be drawn before the answer comes", () => {
  const race = new Race();
  race.laid = { card: 4, round: 0, pose: somewhere };
  const before = view(4, 10);
  race.take(before);
  expect(race.held(before)).toBeNull();
  expect(race.mayDraw(before, 0)).toBe(true);
  race.asked = true;
  race.take(before);
  expect(race.asked).toBe(true); // the card in the view is the one that was let go
  expect(race.pack(before, 0)).toBe(8);
  race.take(view(null, 9));
  expect(race.laid).toBeNull();
  expect(race.asked).toBe(true);
  race.take(view(7, 9));
  expect(race.asked).toBe(false);
  expect(race.held(view(7, 9))).toBe(7);
});

test("where a card may be refused, its answer comes first", () => {
  const race = new Race();
  race.laid = { card: 4, round: 0, pose: somewhere };
  expect(race.mayDraw(view(4, 10, { options: { placement_check: "reject" } }), 0)).toBe(false);
});

test("the last card leaves nothing to draw", () => {
  const race = new Race();
  expect(race.mayDraw(view(2, 1), 0)).toBe(false);
  race.laid = { card: 2, round: 0, pose: somewhere };
  expect(race.mayDraw(view(2, 1), 0)).toBe(false);
});

test("Stop settles everything that was not answered", () => {
  const race = new Race();
  race.laid = { card: 4, round: 0, pose: somewhere };
  race.asked = true;
  race.take(view(4, 10, { stage: "stopping" }));
  expect(race.laid).toBeNull();
  expect(race.asked).toBe(false);
});

test("nothing keeps anybody from seeing what lies or answering Stop; a shoot-out has its time", () => {
  expect(isUrgent(view(null, 10))).toBe(true);
  expect(isUrgent(view(4, 10, { stage: "stopping" }))).toBe(true);
  expect(isUrgent(view(null, 10, { stage: "between" }))).toBe(false);
  expect(isUrgent(view(4, 10, { options: { mode: "turns" } }))).toBe(false);
});
