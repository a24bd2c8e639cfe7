// How every tile lies: its place in the layout, how it is turned, and where it flies from.
import type { KosmicznaMisjaView } from "../../protocol";
import type { Disc, Layout } from "./layout";
import type { Fx } from "./scenes";
import { R, turnOf, UPRIGHT, type Tile } from "./shapes";

/** Where a tile lies and how it is turned. */
interface Pose {
  x: number;
  y: number;
  turn: number;
  scale: number;
}
/** A tile that lies free: upright, its middle in the middle of its place. */
export function lying(disc: Disc): Pose {
  return { x: disc.x, y: disc.y + disc.r / 2, turn: UPRIGHT, scale: disc.r / R };
}

/** Where the tile of an effect comes from: the bank, a planet or the stack. */
function origin(fx: Fx | null, layout: Layout): Pose | null {
  if (fx?.kind === "refill") return lying(layout.stack);
  const slot = fx?.kind === "lay" && fx.hole !== null ? layout.slots[fx.hole] : undefined;
  if (slot) return lying(slot);
  const from =
    fx?.kind === "discard" &&
    layout.planets.find(({ seat, planet }) => seat === fx.seat && planet === fx.planet);
  return from ? { x: from.x, y: from.y, turn: turnOf(fx.quadrant ?? 0), scale: from.r / R } : null;
}

/** Every tile that is seen, with where it lies; the one that flies is on top. */
export function poses(
  view: KosmicznaMisjaView,
  layout: Layout,
  fx: Fx | null,
): { tile: Tile; pose: Pose; from: Pose | null }[] {
  const all: { tile: Tile; pose: Pose }[] = [];
  const top = view.box.at(-1);
  if (top) all.push({ tile: top, pose: lying({ ...layout.box, r: layout.box.r * 0.9 }) });
  for (const { seat, planet, x, y, r } of layout.planets)
    view.everybody[seat]!.planets[planet]?.tiles.forEach((tile, q) => {
      if (tile) all.push({ tile, pose: { x, y, turn: turnOf(q), scale: r / R } });
    });
  inBank(view, layout, fx?.hole ?? null).forEach((tile, i) => {
    if (tile) all.push({ tile, pose: lying(layout.slots[i]!) });
  });
  const from = origin(fx, layout);
  const flies = (number: number) => from !== null && number === fx?.tile;
  return all
    .map(({ tile, pose }) => ({ tile, pose, from: flies(tile.number) ? from : null }))
    .sort((a, b) => +flies(a.tile.number) - +flies(b.tile.number) || a.tile.number - b.tile.number);
}

/** What lies in each place of the bank; one may be empty because its tile has just been taken. */
export function inBank(view: KosmicznaMisjaView, layout: Layout, hole: number | null): (Tile | null)[] {
  return layout.slots.map((_, slot) => {
    if (hole === null || slot < hole) return view.bank[slot] ?? null;
    return slot === hole ? null : (view.bank[slot - 1] ?? null);
  });
}

export function transformOf({ x, y, turn, scale }: Pose): string {
  return `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale})`;
}
