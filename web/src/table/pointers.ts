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

/** Left with the wheel turned away, right towards; with Shift some browsers scroll sideways. */
export const wheelWay = (event: WheelEvent): 1 | -1 => (event.deltaY + event.deltaX < 0 ? 1 : -1);

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
