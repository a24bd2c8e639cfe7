// Outlines of ships as seen from above, by how much hull they have: in a card of 600 by 900, the front at the top.
import type { KosmicznaEskadraShipType as ShipType } from "../../../protocol";

const DART = "M0-345 32-190 45-20 175 150 175 240 60 170 35 270H-35L-60 170-175 240-175 150-45-20-32-190Z";
const WASP =
  "M0-345 50-230 62-90 205-150 225-60 90 60 195 210 150 290 50 230 0 300-50 230-150 290-195 210-90 60-225-60-205-150-62-90-50-230Z";
const RAIDER =
  "M-35-345H35L85-190 95-70 180-150 230-120 225 150 110 190 125 290 60 330H-60L-125 290-110 190-225 150-230-120-180-150-95-70-85-190Z";
const GIANT =
  "M-90-345H90L145-260 145-150 225-120 235 190 150 225 140 310 80 345H-80L-140 310-150 225-235 190-225-120-145-150-145-260Z";

export function hullPath(kind: ShipType): string {
  return [DART, WASP, RAIDER, GIANT][Math.min(kind.hull, 4) - 1] ?? DART;
}
