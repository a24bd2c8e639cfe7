// Ships made up for the figures of the rules page, in the same form as those of a table.
import type { KosmicznaEskadraShipType as ShipType } from "../../../protocol";

export const SIZE = [600, 900] as const;
const FRONT = { x: 0, y: 450, dx: 0, dy: 1 };
const BACK_SHIELD = { x1: -300, y1: -450, x2: 300, y2: -450 };

export const STINGER: ShipType = {
  name: "",
  speed: 5,
  hull: 3,
  lasers: [{ ...FRONT, power: 3 }],
  shields: [BACK_SHIELD],
};
export const HORNET: ShipType = {
  name: "",
  speed: 2,
  hull: 2,
  lasers: [{ ...FRONT, power: 2 }],
  shields: [],
};
export const GUARD: ShipType = {
  name: "",
  speed: 7,
  hull: 3,
  lasers: [{ ...FRONT, power: 1 }],
  shields: [{ x1: -300, y1: 450, x2: -300, y2: 0 }],
};
