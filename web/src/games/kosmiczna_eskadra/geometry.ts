// Plane geometry for drawing: poses, card corners and where a beam ends. Tenths of a millimetre, y upwards.
import type {
  KosmicznaEskadraLaser as Laser,
  KosmicznaEskadraPose as Pose,
  KosmicznaEskadraShipView as Ship,
  KosmicznaEskadraView as View,
} from "../../protocol";

export interface Point {
  x: number;
  y: number;
}
export interface Line {
  from: Point;
  to: Point;
}

const DEGREE = Math.PI / 180;

/** A vector of the card's own frame as a vector of the table. */
function turned(rot: number, x: number, y: number): Point {
  const [sine, cosine] = [Math.sin(rot * DEGREE), Math.cos(rot * DEGREE)];
  return { x: cosine * x - sine * y, y: sine * x + cosine * y };
}

/** A point of a card or token as a point of the table. */
export function onTable(pose: Pose, x: number, y: number): Point {
  const point = turned(pose.rot, x, y);
  return { x: pose.x + point.x, y: pose.y + point.y };
}

/** A point of the table as a point of a card or token: the other way round. */
export function inFrame(pose: Pose, { x, y }: Point): Point {
  return turned(-pose.rot, x - pose.x, y - pose.y);
}

function outlineOf(pose: Pose, points: readonly (readonly [number, number])[]): Point[] {
  return points.map(([x, y]) => onTable(pose, x, y));
}

export function cardOutline(pose: Pose, [width, height]: readonly [number, number]): Point[] {
  const [x, y] = [width / 2, height / 2];
  return outlineOf(pose, [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ]);
}

/** How many lengths of `along` it is from `from` to the first meeting with a convex outline; null: never. */
export function meeting(from: Point, along: Point, outline: readonly Point[]): number | null {
  let first: number | null = null;
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length]!;
    const [ex, ey] = [b.x - a.x, b.y - a.y];
    const cross = along.x * ey - along.y * ex;
    if (cross === 0) return;
    const [wx, wy] = [a.x - from.x, a.y - from.y];
    const distance = (wx * ey - wy * ex) / cross;
    const share = (wx * along.y - wy * along.x) / cross;
    if (distance >= 0 && share >= 0 && share <= 1 && (first === null || distance < first)) first = distance;
  });
  return first;
}

export function muzzle(pose: Pose, laser: Laser): { from: Point; along: Point } {
  return { from: onTable(pose, laser.x, laser.y), along: turned(pose.rot, laser.dx, laser.dy) };
}

/** The way of a laser until it leaves the table, whatever lies there. */
export function wayOf(pose: Pose, laser: Laser, table: readonly [number, number]): Line {
  const { from, along } = muzzle(pose, laser);
  const edge = cardOutline({ x: 0, y: 0, rot: 0 }, table);
  const far = meeting(from, along, edge) ?? 0;
  return { from, to: { x: from.x + far * along.x, y: from.y + far * along.y } };
}

/** A shot that was fired, from its muzzle to what it struck; null while the laser has not fired. */
export function shotOf(view: View, ship: Ship, laser: number): Line | null {
  const struck = ship.struck[laser];
  const printed = view.squadron[ship.card]!.lasers[laser]!;
  if (!struck?.what) return null;
  if (struck.what === "space") return wayOf(ship.pose, printed, view.table_size);
  const { from, along } = muzzle(ship.pose, printed);
  const rock = view.asteroids[struck.number];
  const other = view.table[struck.number];
  const outline =
    struck.what === "asteroid"
      ? rock && outlineOf(rock.pose, rock.outline)
      : other && cardOutline(other.pose, view.card_size);
  if (!outline) return { from, to: from };
  const far = meeting(from, along, outline);
  if (far === null) return { from, to: nearest(from, along, outline).on }; // a corner, by less than we can count
  return { from, to: { x: from.x + far * along.x, y: from.y + far * along.y } };
}

/** The nearest points of a beam and of a card, and how far they are apart. */
export interface Near {
  distance: number;
  on: Point;
  at: Point;
}

/** The shortest way between a beam and a card that it does not meet: from a corner, or from the muzzle. */
export function nearest(from: Point, along: Point, outline: readonly Point[]): Near {
  const square = along.x * along.x + along.y * along.y;
  const corners = outline.map((at) => {
    const share = Math.max(0, ((at.x - from.x) * along.x + (at.y - from.y) * along.y) / square);
    return pair({ x: from.x + share * along.x, y: from.y + share * along.y }, at);
  });
  const edges = outline.map((a, i) => pair(from, foot(from, a, outline[(i + 1) % outline.length]!)));
  return [...corners, ...edges].reduce((a, b) => (b.distance < a.distance ? b : a));
}

const pair = (on: Point, at: Point): Near => ({ distance: Math.hypot(at.x - on.x, at.y - on.y), on, at });

/** The point of an edge that is nearest to a point. */
function foot(from: Point, a: Point, b: Point): Point {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const share = ((from.x - a.x) * dx + (from.y - a.y) * dy) / (dx * dx + dy * dy);
  const kept = Math.min(1, Math.max(0, share));
  return { x: a.x + kept * dx, y: a.y + kept * dy };
}

const CORNERS = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
] as const;

/** The corner of a card that lies nearest to the middle of the table, as signs in the card's own frame. */
export function innerCorner(
  pose: Pose,
  [width, height]: readonly [number, number],
): readonly [number, number] {
  const from = ([sx, sy]: readonly [number, number]) => {
    const corner = onTable(pose, (sx * width) / 2, (sy * height) / 2);
    return Math.hypot(corner.x, corner.y);
  };
  return CORNERS.reduce<readonly [number, number]>((a, b) => (from(b) < from(a) - 1 ? b : a), CORNERS[0]);
}

/** Of some places the one farthest from everything that lies on the table: where a drawn card first appears. */
export function roomiest(view: View): Pose {
  const [w, h] = view.table_size.map((side) => side / 2) as [number, number];
  const taken = [...view.table, ...view.asteroids].map((thing) => thing.pose);
  const steps = [-0.8, -0.4, 0, 0.4, 0.8];
  const places = steps.flatMap((y) => steps.map((x) => ({ x: x * w, y: y * h })));
  const room = (at: Point) => Math.min(...taken.map((pose) => Math.hypot(pose.x - at.x, pose.y - at.y)), w);
  const best = places.reduce((a, b) => (room(b) > room(a) + 1 ? b : a));
  return { x: Math.round(best.x), y: Math.round(best.y), rot: 0 };
}
