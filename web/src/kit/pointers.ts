// What everything that is moved by hand on a board needs: pointers heard first, and angles between places.

export interface Place {
  clientX: number;
  clientY: number;
}

const DEGREES = 180 / Math.PI;

/** Degrees from one point of a board to another, counter-clockwise, y upwards. */
export const bearing = (from: { x: number; y: number }, x: number, y: number): number =>
  Math.atan2(y - from.y, x - from.x) * DEGREES;

/** Degrees from one place on the screen to another, clockwise. */
export const angle = (a: Place, b: Place): number =>
  Math.atan2(a.clientY - b.clientY, a.clientX - b.clientX) * DEGREES;

/** Further apart than a tap may wander? */
export const wandered = (from: Place, to: Place): boolean =>
  Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY) > 8;

const NOTCH = 50; // pixels: less than a notch of any mouse says, more than most single events of a trackpad
const PAUSE = 400; // ms after which a movement of the wheel is a new one
const wheel = { collected: 0, at: 0 }; // there is one

/** 1: a notch to the left, with the wheel turned away; -1: to the right; 0: a trackpad has not said enough for one yet. */
export function wheelWay({ deltaX, deltaY, deltaMode, timeStamp }: WheelEvent): 1 | 0 | -1 {
  const delta = deltaY || deltaX; // with Shift some browsers scroll sideways
  const way = delta < 0 ? 1 : -1;
  const goesOn = timeStamp - wheel.at < PAUSE && wheel.collected * delta > 0;
  wheel.at = timeStamp;
  wheel.collected = (goesOn ? wheel.collected : 0) + delta * (deltaMode === 0 ? 1 : NOTCH);
  if (Math.abs(wheel.collected) < NOTCH) return 0;
  wheel.collected = Math.abs(delta) < NOTCH && deltaMode === 0 ? wheel.collected + way * NOTCH : 0;
  return way;
}

/** This pointer is ours: nobody else hears of it, wherever it goes. */
export function take(svg: SVGSVGElement, event: PointerEvent): void {
  event.stopImmediatePropagation();
  event.preventDefault();
  svg.setPointerCapture(event.pointerId);
}

type Heard = { [K in keyof SVGElementEventMap]?: (event: SVGElementEventMap[K]) => void };

/** Listen before the board does, so that the board stays while a card moves; what is returned stops it. */
export function listenFirst(svg: SVGSVGElement, heard: Heard): () => void {
  const stop = new AbortController();
  for (const [name, does] of Object.entries(heard))
    svg.addEventListener(name, does as EventListener, {
      signal: stop.signal,
      capture: true,
      passive: false,
    });
  return () => stop.abort();
}
