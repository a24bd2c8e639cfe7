// The ruler: how near the line of a laser passes by a card, and why the card was not struck. Tenths of a millimetre.
import type { KosmicznaEskadraView as View } from "../../protocol";
import { cardOutline, meeting, muzzle, nearest, wayOf, type Line, type Near, type Point } from "./geometry";
import {
  entryOf,
  goneAfter,
  HAIR,
  laserOf,
  proofOf,
  type Entry,
  type Gun,
  type Met,
  type Proof,
} from "./proof";

/** Why it is as it is: what the server says, then what the line shows. */
type Verdict = "own" | "struck" | "unfired" | "gone" | "stopped" | "passes";

export interface Measured {
  verdict: Verdict;
  /** the laser's line, whatever lies there, to the edge of the table */
  way: Line;
  /** from the line to the card; 0: it goes through */
  distance: number;
  /** the nearest points of the line and of the card */
  on: Point;
  at: Point;
  entry: Entry;
  /** the nearest point is a corner of the card, or lies on an edge */
  where: "corner" | "edge";
  /** what the shot struck instead, if that was nearer than the card's nearest point */
  stopped: { met: Met; target: number; after: number } | null;
  /** the speed step after which the card was gone */
  gone: number | null;
  rules: readonly string[];
}

export function measure(view: View, gun: Gun, target: number): Measured {
  const ship = view.table[gun.ship]!;
  const card = view.table[target]!;
  const { from, along } = muzzle(ship.pose, laserOf(view, gun));
  const outline = cardOutline(card.pose, view.card_size);
  const through = meeting(from, along, outline);
  const near = through === null ? nearest(from, along, outline) : crossing(from, along, through);
  const entry = entryOf(view, card, near.at);
  const shot = proofOf(view, gun);
  const gone = goneAfter(view, target);
  const reached = Math.hypot(near.on.x - from.x, near.on.y - from.y);
  const stopped =
    shot && shot.met !== "space" && shot.distance < reached - HAIR && !isOf(shot, target)
      ? { met: shot.met, target: shot.target, after: shot.distance }
      : null;
  const late = shot !== null && gone !== null && shot.speed > gone;
  const verdict = judge(gun, target, shot, near.distance, late, stopped !== null);
  return {
    verdict,
    way: wayOf(ship.pose, laserOf(view, gun), view.table_size),
    ...near,
    entry,
    where: entry.away < HAIR ? "corner" : "edge",
    stopped,
    gone,
    rules: RULES[verdict],
  };
}

/** The card that a laser missed by least: what the ruler is asked for first. */
export function nearMiss(view: View, gun: Gun): number | null {
  const missed = view.table
    .map((_, target) => ({ target, ...measure(view, gun, target) }))
    .filter(({ verdict, stopped }) => verdict === "passes" && stopped === null);
  return missed.toSorted((a, b) => a.distance - b.distance)[0]?.target ?? null;
}

const RULES: Record<Verdict, readonly string[]> = {
  own: ["KE-13", "KE-B36"],
  struck: ["KE-13", "KE-37"],
  unfired: ["KE-12", "KE-17"],
  gone: ["KE-17"],
  stopped: ["KE-13", "KE-B7"],
  passes: ["KE-13", "KE-37"],
};

const isOf = (shot: Proof, target: number): boolean =>
  (shot.met === "ship" || shot.met === "shield") && shot.target === target;

function judge(
  gun: Gun,
  target: number,
  shot: Proof | null,
  distance: number,
  late: boolean,
  stopped: boolean,
): Verdict {
  if (gun.ship === target) return "own";
  if (shot === null) return "unfired";
  if (isOf(shot, target)) return "struck";
  if (distance > 0) return "passes";
  if (late) return "gone";
  return stopped ? "stopped" : "passes";
}

function crossing(from: Point, along: Point, far: number): Near {
  const at = { x: from.x + far * along.x, y: from.y + far * along.y };
  return { distance: 0, on: at, at };
}
