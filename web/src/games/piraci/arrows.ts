// Walking over the table with the arrow keys: to the nearest thing that can be chosen in that direction.
const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const middle = (one: Element) => {
  const box = one.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** How far it is to go there this way; sideways counts more, behind is out of the question. */
export function distance(dx: number, dy: number, [wx, wy]: readonly [number, number]): number {
  const ahead = dx * wx + dy * wy;
  const aside = Math.abs(dx * wy) + Math.abs(dy * wx);
  return ahead < 6 ? Infinity : ahead + 2.5 * aside;
}

export function walk(event: KeyboardEvent, root: HTMLElement): void {
  const way = WAYS[event.key];
  const here = event.target;
  if (!way || !(here instanceof HTMLElement) || !here.matches("button")) return;
  event.preventDefault();
  const from = middle(here);
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const one of root.querySelectorAll("button")) {
    const to = middle(one);
    const far = one === here ? Infinity : distance(to.x - from.x, to.y - from.y, way);
    if (far < least) [best, least] = [one, far];
  }
  best?.focus();
}
