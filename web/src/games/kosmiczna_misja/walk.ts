// Arrow keys inside a drawing: to the nearest place in that direction.
const WAYS: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

export interface Spotted {
  x: number;
  y: number;
}

/** The index of the place that an arrow leads to; aside counts more than ahead. */
export function nearest(from: Spotted, among: readonly Spotted[], way: readonly [number, number]): number {
  let [best, least] = [-1, Infinity];
  among.forEach((one, i) => {
    const [dx, dy] = [one.x - from.x, one.y - from.y];
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    const far = ahead + 2 * aside;
    if (ahead > 1 && far < least) [best, least] = [i, far];
  });
  return best;
}

export function walk(event: KeyboardEvent, root: HTMLElement | undefined): void {
  const way = WAYS[event.key];
  if (!way || !root || !(event.target instanceof Element)) return;
  const middle = (one: Element) => {
    const box = one.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const spots = [...root.querySelectorAll<SVGElement | HTMLElement>('[tabindex="0"], button')];
  const next = spots[nearest(middle(event.target), spots.map(middle), way)];
  event.preventDefault();
  next?.focus();
}
