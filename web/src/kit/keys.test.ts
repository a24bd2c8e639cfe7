// Arrow keys lead along a row and over a drawing.
import { expect, test, vi } from "vitest";
import { arrowOf, nearest, walkAlong } from "./keys";

const press = (key: string, target: unknown = null) => ({ key, target, preventDefault: vi.fn() }) as never;
const row = () => [0, 1, 2].map(() => ({ focus: vi.fn() }));

test("an arrow points a way, and other keys point nowhere", () => {
  expect(arrowOf(press("ArrowUp"))).toEqual([0, -1]);
  expect(arrowOf(press("a"))).toBeUndefined();
});

test.each([
  ["ArrowRight", 0, 1],
  ["ArrowDown", 0, 1],
  ["ArrowLeft", 2, 1],
  ["ArrowRight", 2, 0],
  ["ArrowUp", 0, 2],
])("%s leads from %i to %i: a row has no end", (key, from, to) => {
  const stops = row();
  walkAlong(press(key, stops[from]), stops as never);
  expect(stops.map((one) => one.focus.mock.calls.length)).toEqual([0, 1, 2].map((i) => Number(i === to)));
});

test("a key that is pressed beside the row belongs to somebody else", () => {
  const [stops, event] = [row(), press("ArrowRight", {})];
  walkAlong(event, stops as never);
  expect((event as { preventDefault: unknown }).preventDefault).not.toHaveBeenCalled();
});

test("the nearest thing ahead is found; a step aside counts more", () => {
  const places = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 60, y: 40 },
    { x: 4, y: 90 },
  ];
  expect(nearest(places[0]!, places, [1, 0])).toBe(1);
  expect(nearest(places[0]!, places, [0, 1])).toBe(3);
  expect(nearest(places[0]!, places, [-1, 0])).toBe(-1);
  expect(nearest(places[3]!, places, [-1, 0])).toBe(-1); // hardly farther left: it is above
});
