// Zooming stays inside the drawing.
import { expect, test } from "vitest";
import { Zoom } from "./zoom.svelte";

const box = [-100, -50, 200, 100] as const;

test("at first everything is seen", () => {
  const zoom = new Zoom();
  zoom.fit(box);
  expect(zoom.viewBox).toBe("-100 -50 200 100");
});

test("zooming keeps the place under the finger where it is", () => {
  const zoom = new Zoom();
  zoom.fit(box);
  zoom.by(2, { x: 50, y: 25 });
  const [x, y, width, height] = zoom.viewBox.split(" ").map(Number) as [number, number, number, number];
  expect([width, height]).toEqual([100, 50]);
  expect([(50 - x) / width, (25 - y) / height]).toEqual([0.75, 0.75]);
});

test("nobody gets lost: the window never leaves the box, and zooming has an end", () => {
  const zoom = new Zoom();
  zoom.fit(box);
  zoom.by(1000);
  expect(zoom.factor).toBe(8);
  zoom.moveTo({ x: 1e6, y: -1e6 });
  const [x, y, width] = zoom.viewBox.split(" ").map(Number) as [number, number, number];
  expect([x + width, y]).toEqual([100, -50]);
  zoom.by(0.0001);
  expect(zoom.viewBox).toBe("-100 -50 200 100");
});

test("a board knows which fingers are on it; the first one forgets those whose end was not heard", () => {
  const [zoom, svg] = [new Zoom(), new EventTarget()];
  const touch = (type: string, pointerId: number, isPrimary: boolean) =>
    svg.dispatchEvent(Object.assign(new Event(type), { pointerId, isPrimary, clientX: 0, clientY: 0 }));
  const stop = zoom.listen(svg as SVGSVGElement);
  expect(zoom.pressed).toBe(false);
  touch("pointerdown", 1, true);
  touch("pointerdown", 2, false);
  touch("pointerup", 1, true);
  expect(zoom.pressed).toBe(true);
  touch("pointerdown", 3, true);
  touch("pointerup", 3, true);
  expect(zoom.pressed).toBe(false);
  stop();
});
