// Why a shot ended where it did: what the server says it struck, with distances and points of entry measured for display.
import type {
  KosmicznaEskadraLaser as Laser,
  KosmicznaEskadraShield as Shield,
  KosmicznaEskadraShipView as Ship,
  KosmicznaEskadraView as View,
} from "../../protocol";
import { inFrame, shotOf, type Line, type Point } from "./geometry";

export type Met = "ship" | "shield" | "asteroid" | "space";
type Edge = "front" | "back" | "left" | "right";
type Corner = `${"front" | "back"}_${"left" | "right"}`;

/** One laser of one card on the table. */
export interface Gun {
  ship: number;
  laser: number;
}

/** Where a beam meets the border of a card; lengths in tenths of a millimetre. */
export interface Entry {
  edge: Edge;
  /** from the middle of that edge: to the right or to the front where it is more than 0 */
  at: number;
  corner: Corner;
  /** from that corner, the nearest one */
  away: number;
  /** the parts of that edge that shields cover, each from the lower to the higher end */
  shields: readonly (readonly [number, number])[];
  /** half of that edge */
  half: number;
}

/** A shot that was fired. */
export interface Proof extends Gun {
  speed: number;
  power: number;
  line: Line;
  /** from the muzzle to where it ended */
  distance: number;
  met: Met;
  /** the ship or asteroid that was struck */
  target: number;
  entry: Entry | null;
  /** numbers of the rules behind it */
  rules: readonly string[];
}

export const HAIR = 1; // a tenth of a millimetre: closer than that is said in other words

/** After the shots the beams can be looked at. */
export const fought = (view: View): boolean => view.stage === "between" || view.stage === "done";

export const laserOf = (view: View, { ship, laser }: Gun): Laser =>
  view.squadron[view.table[ship]!.card]!.lasers[laser]!;

/** All shots of the round as they were fired: by speed, then as the cards were laid. */
export function proofsOf(view: View): Proof[] {
  const fired = view.table.flatMap((one, ship) =>
    one.struck.flatMap((_, laser) => proofOf(view, { ship, laser }) ?? []),
  );
  return fired.toSorted((a, b) => a.speed - b.speed || a.ship - b.ship || a.laser - b.laser);
}

export function proofOf(view: View, gun: Gun): Proof | null {
  const ship = view.table[gun.ship];
  const struck = ship?.struck[gun.laser];
  const line = ship && shotOf(view, ship, gun.laser);
  if (!struck?.what || !line) return null;
  const met = struck.what as Met;
  const other = met === "ship" || met === "shield" ? view.table[struck.number] : undefined;
  const entry = other ? entryOf(view, other, line.to) : null;
  return {
    ...gun,
    speed: view.squadron[ship.card]!.speed,
    power: laserOf(view, gun).power,
    line,
    distance: Math.hypot(line.to.x - line.from.x, line.to.y - line.from.y),
    met,
    target: struck.number,
    entry,
    rules: rulesOf(met, entry),
  };
}

/** Which rules decide such a shot. */
function rulesOf(met: Met, entry: Entry | null): string[] {
  const corner = entry !== null && entry.away < HAIR ? ["KE-B6"] : [];
  if (met === "asteroid") return ["KE-13", "KE-14"];
  if (met === "shield") return ["KE-13", "KE-16", "KE-B8", ...corner];
  if (met === "ship") return ["KE-13", "KE-15", ...(entry?.shields.length ? ["KE-B8"] : []), ...corner];
  return ["KE-13"];
}

/** The edge of a card at which a point lies, in the card's own words. */
export function entryOf(view: View, ship: Ship, point: Point): Entry {
  const [w, h] = [view.card_size[0] / 2, view.card_size[1] / 2];
  const { x, y } = inFrame(ship.pose, point);
  const upright = Math.abs(Math.abs(x) - w) < Math.abs(Math.abs(y) - h);
  const corner: Corner = `${y < 0 ? "back" : "front"}_${x < 0 ? "left" : "right"}`;
  const shields = view.squadron[ship.card]!.shields;
  return upright
    ? {
        edge: x < 0 ? "left" : "right",
        at: y,
        corner,
        away: Math.max(0, h - Math.abs(y)),
        shields: shields
          .filter((one) => one.x1 === one.x2 && one.x1 * x > 0)
          .map((one) => rising(one.y1, one.y2)),
        half: h,
      }
    : {
        edge: y < 0 ? "back" : "front",
        at: x,
        corner,
        away: Math.max(0, w - Math.abs(x)),
        shields: shields
          .filter((one) => one.y1 === one.y2 && one.y1 * y > 0)
          .map((one) => rising(one.x1, one.x2)),
        half: w,
      };
}

const rising = (a: number, b: number): readonly [number, number] => [Math.min(a, b), Math.max(a, b)];

/** The shield of a card that is nearest to a point of its border, in the frame of the card. */
export function shieldAt(view: View, ship: Ship, point: Point): Shield | null {
  const at = inFrame(ship.pose, point);
  const far = ({ x1, y1, x2, y2 }: Shield) =>
    Math.hypot(at.x - between(at.x, x1, x2), at.y - between(at.y, y1, y2));
  const shields = view.squadron[ship.card]!.shields;
  return shields.reduce<Shield | null>((a, b) => (a && far(a) <= far(b) ? a : b), null);
}

const between = (value: number, a: number, b: number): number =>
  Math.min(Math.max(a, b), Math.max(Math.min(a, b), value));

/** After which speed step a ship was no longer there; null: it survived. Told by what struck it. */
export function goneAfter(view: View, target: number): number | null {
  const ship = view.table[target]!;
  if (ship.fate === "hangar") return 0; // taken off before the first shot
  if (ship.fate === "afloat" || ship.fate === "doomed") return null;
  const hull = view.squadron[ship.card]!.hull;
  let damage = 0;
  for (const shot of proofsOf(view)) {
    if (shot.met !== "ship" || shot.target !== target) continue;
    damage += shot.power;
    if (damage >= hull) return shot.speed;
  }
  return null;
}

/** The nearest beam to a point, if one is within reach. */
export function shotNear(proofs: readonly Proof[], at: Point, reach: number): Proof | null {
  const far = (shot: Proof) => toLine(at, shot.line);
  const best = proofs.reduce<Proof | null>((a, b) => (a && far(a) <= far(b) ? a : b), null);
  return best && far(best) <= reach ? best : null;
}

function toLine({ x, y }: Point, { from, to }: Line): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : between(((x - from.x) * dx + (y - from.y) * dy) / square, 0, 1);
  return Math.hypot(x - from.x - share * dx, y - from.y - share * dy);
}

// ---------------------------------------------------------------- names of what is looked at

export const shotName = ({ ship, laser }: Gun): string => `shot:${ship}.${laser}`;
export const rulerName = ({ ship, laser }: Gun, target: number | null): string =>
  `ruler:${ship}.${laser}>${target ?? ""}`;

/** The laser that a name such as `shot:3.0` or `ruler:3.0>7` is about, and the ship it is measured to. */
export function readLook(name: string | null): { gun: Gun; ruler: boolean; target: number | null } | null {
  const found = /^(shot|ruler):(\d+)\.(\d+)(?:>(\d*))?$/.exec(name ?? "");
  if (!found) return null;
  const target = found[4] ? Number(found[4]) : null;
  return {
    gun: { ship: Number(found[2]), laser: Number(found[3]) },
    ruler: found[1] === "ruler",
    target,
  };
}

/** Is what a name means still on the table? A new round clears it. */
export function isThere(view: View, name: string): boolean {
  const look = readLook(name);
  if (name.startsWith("ship:")) return view.table[Number(name.slice(5))] !== undefined;
  if (!look) return true;
  const lies = (ship: number | null) => ship === null || view.table[ship] !== undefined;
  return fought(view) && lies(look.gun.ship) && lies(look.target);
}
