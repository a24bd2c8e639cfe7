// Fingers on the table: one carries the card, two zoom; Escape ends a drag.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Zoom } from "../../kit/zoom.svelte";
import { Grip } from "./grip";
import { Holding } from "./holding.svelte";

class Board extends EventTarget {
  part: object | null = null;
  closest = (selector: string) => (selector === "[data-grip]" ? this.part : null);
  setPointerCapture(): void {}
  querySelector = () => null;
}
const CARD = { dataset: { grip: "card" } };
const LATER = 20; // ms: a frame

let board: Board;
let pressed: boolean;
let card: Holding;
let done: string[];
let grip: Grip;

/** Tenths of a millimetre are pixels here, with y downwards on the screen. */
function touch(type: string, id: number, x: number, y: number, part: object | null = null): void {
  board.part = part;
  const place = { pointerId: id, isPrimary: id === 1, clientX: x, clientY: y };
  board.dispatchEvent(Object.assign(new Event(type), place, { pointerType: "touch", button: 0 }));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (does: () => void) => setTimeout(does, LATER));
  vi.stubGlobal("cancelAnimationFrame", (frame: number) => clearTimeout(frame));
  [board, pressed, done, card] = [new Board(), false, [], new Holding()];
  card.take({ table_size: [6000, 6000], held: null } as never);
  const zoom = {
    toBoard: ({ clientX: x, clientY: y }: { clientX: number; clientY: number }) => ({ x, y }),
    get pressed() {
      return pressed;
    },
  } as unknown as Zoom;
  const note = (name: string) => () => void done.push(name);
  grip = new Grip(board as unknown as SVGSVGElement, zoom, {
    card: () => card,
    races: () => true,
    refused: note("refused"),
    tapped: note("tapped"),
    finger: () => {},
    beside: () => {},
    moved: () => {},
    letGo: note("let go"),
    brought: note("brought"),
  });
  grip.listen();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a finger carries the card and lets it go", () => {
  touch("pointerdown", 1, 0, 0, CARD);
  touch("pointermove", 1, 300, -200);
  touch("pointerup", 1, 300, -200);
  expect([card.pose.x, card.pose.y, done]).toEqual([300, 200, ["let go"]]);
});

test("a second finger only zooms when the first one is on the board, on the card or beside it", () => {
  for (const part of [CARD, null]) {
    touch("pointerdown", 1, 900, 900);
    pressed = true;
    touch("pointerdown", 2, 0, 0, part);
    touch("pointermove", 1, 1200, 1200);
    touch("pointermove", 2, -300, -300);
    touch("pointerup", 1, 1200, 1200);
    touch("pointerup", 2, 0, 0);
    pressed = false;
  }
  expect([card.pose, done]).toEqual([{ x: 0, y: 0, rot: 0 }, []]);
});

test("a finger whose end nobody heard does not keep the next one from the card", () => {
  pressed = true;
  touch("pointerdown", 1, 0, 0, CARD);
  touch("pointermove", 1, 300, 0);
  touch("pointerup", 1, 300, 0);
  expect(done).toEqual(["let go"]);
});

test("a drag that was ended lets nothing go: the card is where it was", () => {
  card.moveTo(100, 100);
  touch("pointerdown", 1, 100, -100, CARD);
  touch("pointermove", 1, 800, -800);
  vi.advanceTimersByTime(LATER);
  expect(card.pose.x).toBe(800);
  expect(grip.cancel()).toBe(true);
  touch("pointermove", 1, 900, -900);
  touch("pointerup", 1, 900, -900);
  expect([card.pose, done]).toEqual([{ x: 100, y: 100, rot: 0 }, []]);
  expect(grip.cancel()).toBe(false);
});
