// The wheel of a mouse and of a trackpad: notches, not events.
import { expect, test } from "vitest";
import { wheelWay } from "./pointers";

let now = 0;
const turn = (deltaY: number, more: Partial<WheelEvent> = {}, after = 10) =>
  wheelWay({ deltaX: 0, deltaY, deltaMode: 0, timeStamp: (now += after), ...more } as WheelEvent);
const notches = (deltas: number[]) => deltas.reduce((sum, delta) => sum + turn(delta), 0);

test("each notch of a mouse counts once, whatever its length, and sideways too", () => {
  expect([turn(100), turn(-120), turn(53), turn(3, { deltaMode: 1 })]).toEqual([-1, 1, -1, -1]);
  expect(turn(0, { deltaX: -100 })).toBe(1);
});

test("many small movements of a trackpad are few notches", () => {
  turn(0, {}, 1000);
  expect(notches(Array<number>(30).fill(4))).toBe(-2);
  turn(0, {}, 1000);
  expect(notches(Array<number>(30).fill(-4))).toBe(2);
});

test("nothing is left of a movement that has ended, or turned round", () => {
  turn(0, {}, 1000);
  expect(turn(40)).toBe(0);
  expect(turn(40, {}, 1000)).toBe(0);
  expect(turn(-40)).toBe(0);
});

test("no movement turns nothing", () => {
  expect(turn(0)).toBe(0);
});
