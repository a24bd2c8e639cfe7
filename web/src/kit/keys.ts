// Keys in a drawing: which way an arrow points, walking from one thing to another with them, and pressing.
type Way = readonly [number, number];
type Stop = HTMLElement | SVGElement;

const WAYS: Record<string, Way> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
const LEAST = 5; // pixels: what is less far ahead lies beside
const ASIDE = 2.1; // how much more a step aside counts than one ahead

/** Which way an arrow key points, x to the right and y down. */
export const arrowOf = (event: KeyboardEvent): Way | undefined => WAYS[event.key];

/** As on any button. */
export const isPress = (event: KeyboardEvent): boolean => event.key === "Enter" || event.key === " ";

/** Right and down lead to the next one of a row, left and up back; a row has no end. */
export function walkAlong(event: KeyboardEvent, row: Iterable<Stop>, options?: FocusOptions): void {
  const [way, stops] = [arrowOf(event), [...row]];
  const at = stops.indexOf(event.target as Stop);
  if (!way || at < 0) return;
  event.preventDefault();
  stops[(at + way[0] + way[1] + stops.length) % stops.length]?.focus(options);
}

/** Over a drawing: to the nearest thing that can be chosen in the direction of the arrow. */
export function walkOver(event: KeyboardEvent, root: Element | undefined): void {
  const way = arrowOf(event);
  const stops = [...(root?.querySelectorAll<Stop>('button, [tabindex="0"]') ?? [])];
  if (!way || !stops.includes(event.target as Stop)) return;
  event.preventDefault();
  stops[nearest(middle(event.target as Stop), stops.map(middle), way)]?.focus();
}

interface Point {
  x: number;
  y: number;
}

/** The index of the place that a way leads to; -1: there is none. */
export function nearest(from: Point, among: readonly Point[], way: Way): number {
  const far = among.map((to) => distance(to.x - from.x, to.y - from.y, way));
  const least = Math.min(...far);
  return least < Infinity ? far.indexOf(least) : -1;
}

function distance(dx: number, dy: number, [wx, wy]: Way): number {
  const ahead = dx * wx + dy * wy;
  const aside = Math.abs(dx * wy) + Math.abs(dy * wx);
  return ahead < LEAST ? Infinity : ahead + ASIDE * aside;
}

function middle(one: Element): Point {
  const box = one.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
