// What things on the table are, in a sentence: for screen readers and for the panel.
import type { Speaker } from "../contract";
import type {
  KosmicznaEskadraAsteroidView as Rock,
  KosmicznaEskadraPose as Pose,
  KosmicznaEskadraShipType as ShipType,
  KosmicznaEskadraShipView as Ship,
  KosmicznaEskadraView as View,
} from "../../protocol";

export function shipLabel(say: Speaker, view: View, ship: Ship): string {
  const kind = view.squadron[ship.card]!;
  const damage = ship.damage.reduce((sum, n) => sum + n, 0);
  const { x, y, rot } = ship.pose;
  const args = { seat: ship.owner, ship: kind.name, speed: kind.speed, hull: kind.hull, x, y, rot };
  return say.ui("ship.label", { ...args, damage, ore: ship.ore, fate: ship.fate });
}

export function rockLabel(say: Speaker, rock: Rock): string {
  const { x, y } = rock.pose;
  if (!rock.there) return say.ui("asteroid.gone", { x, y });
  return say.ui("asteroid.label", { x, y, ore: rock.ore });
}

export function poseLabel(say: Speaker, pose: Pose): string {
  return say.ui("pose", { ...pose });
}

/** Which way something on a card looks: the side it is nearest to. */
export function sideOf(say: Speaker, x: number, y: number): string {
  if (Math.abs(x) > 0 && Math.abs(y) > 0) return diagonal(say, x, y);
  if (y !== 0) return y > 0 ? say.ui("side.front") : say.ui("side.back");
  return x > 0 ? say.ui("side.right") : say.ui("side.left");
}

function diagonal(say: Speaker, x: number, y: number): string {
  if (y > 0) return x > 0 ? say.ui("side.front_right") : say.ui("side.front_left");
  return x > 0 ? say.ui("side.back_right") : say.ui("side.back_left");
}

export function lasersOf(say: Speaker, kind: ShipType): string {
  return kind.lasers
    .map((laser) => say.ui("laser", { power: laser.power, side: sideOf(say, laser.dx, laser.dy) }))
    .join(", ");
}

export function shieldsOf(say: Speaker, kind: ShipType): string {
  return kind.shields
    .map((shield) => sideOf(say, middle(shield.x1, shield.x2), middle(shield.y1, shield.y2)))
    .join(", ");
}

const middle = (a: number, b: number): number => (a === b ? a : 0);
