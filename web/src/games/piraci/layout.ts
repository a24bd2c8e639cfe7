// Where things stand on the table, in CSS pixels of its box: ships, supply, planks, slots and discs.
import { isShallow } from "../../kit/breakpoints";
import type { PiraciView } from "../../protocol";
import type { Fx } from "./scenes";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
export interface Point {
  x: number;
  y: number;
}

/** What lies before one player: name, money and loot in `head`, five slots for units in `deck`. */
export interface Plank extends Box {
  seat: number;
  head: Box;
  deck: Box;
}

export interface Layout {
  w: number;
  h: number;
  ships: readonly Box[];
  supply: Box;
  /** the supply is a column of cells beside the ships, or a row of them under the ships */
  column: boolean;
  planks: readonly Plank[]; // by seat
  /** half the width of a disc */
  r: number;
}

/** A disc as it is drawn. */
interface Standing extends Point {
  disc: number;
  /** how much of its edge is seen */
  edge: number;
  z: number;
  /** lies open, so that its wage is seen */
  top: boolean;
}

/** A unit as it is chosen. */
export interface UnitBox extends Box {
  /** its top disc, which is its name */
  unit: number;
  discs: readonly number[];
}

export const PIRATES = 5; // discs of a seat
export const CELLS = 5; // the four kinds of loot and the ships to come
/** height to width of a ship card */
const CARD = 1.16;
const GAP = 6;
const TOUCH = 44;
const LEAST_HEAD = 112;
const LEAST_EDGE = 5; // a high stack rather stands over its plank than hides whose discs it has
const LARGE = 34; // half the width of a disc that is large enough
const LEAST_FOR_COLUMN = 560; // height of a table where the supply fits beside the ships
const SLIM = 74; // width of a supply that is a column of its own
const STRIP = 46; // height of the supply under the ships
/** height to width of a disc seen from the side */
export const FLAT = 0.6;

export const ownerOf = (disc: number): number => Math.floor(disc / PIRATES);

/** The whole table in a box of this size, in as many columns as leave the pirates large enough. */
export function arrange(w: number, h: number, players: number, mine: number | null, scale = 1): Layout {
  if (isShallow(w, h)) return inRows(w, h, players, mine);
  const tries = Array.from({ length: players }, (_, i) => inColumns(i + 1, w, h, players, mine, scale));
  const worth = ({ planks }: Layout) => Math.min(roomFor(planks), LARGE * scale);
  return tries.reduce((best, next) => (worth(next) >= worth(best) ? next : best));
}

/** A phone on its side: ships and supply are columns on the left, and every plank has a row. */
function inRows(w: number, h: number, players: number, mine: number | null): Layout {
  const high = (h - 4 * GAP) / 3;
  const wide = high / CARD;
  const ships = [0, 1, 2].map((i) => ({ x: GAP, y: GAP + i * (high + GAP), w: wide, h: high }));
  const supply = { x: wide + 2 * GAP, y: GAP, w: SLIM, h: h - 2 * GAP };
  const left = supply.x + SLIM + GAP;
  const planks = seatPlanks(
    placePlanks({ x: left, y: GAP, w: w - left - GAP, h: h - 2 * GAP }, players, 1),
    mine,
  );
  return { w, h, ships, supply, column: true, planks, r: Math.max(15, Math.min(roomFor(planks), 25)) };
}

function inColumns(
  columns: number,
  w: number,
  h: number,
  players: number,
  mine: number | null,
  scale: number,
): Layout {
  const column = w >= 700 && h >= LEAST_FOR_COLUMN;
  const inner = w - 2 * GAP;
  const rows = Math.ceil(players / columns);
  const beside = column ? Math.min(260, inner * 0.28) : 0;
  const band = shipBand(inner - beside, h, column, rows);
  const supply = column
    ? { x: w - GAP - beside, y: GAP, w: beside, h: band }
    : { x: GAP, y: GAP + band + GAP, w: inner, h: STRIP };
  const top = GAP + band + GAP + (column ? 0 : STRIP + GAP);
  const boxes = placePlanks({ x: GAP, y: top, w: inner, h: h - top - GAP }, players, columns);
  const planks = seatPlanks(boxes, mine);
  const ships = placeShips(inner - beside - (column ? GAP : 0), band);
  const r = Math.max(15, Math.min(roomFor(planks), (column ? 40 : 25) * scale));
  return { w, h, ships, supply, column, planks, r };
}

/** Half the width of a disc that fits all slots, also as part of a tall stack. */
function roomFor(planks: readonly Plank[]): number {
  const slot = Math.min(...planks.map((plank) => plank.deck.w / PIRATES));
  const low = Math.min(...planks.map((plank) => plank.deck.h));
  return Math.min((slot - 5) / 2, low / 2.6);
}

function shipBand(width: number, h: number, column: boolean, rows: number): number {
  const room = (width - 3 * GAP) / 3;
  const share = column ? (rows > 2 ? 0.27 : 0.34) : rows > 4 ? 0.215 : 0.25;
  return Math.round(Math.max(118, Math.min(room * CARD, h * share, 300)));
}

function placeShips(width: number, band: number): Box[] {
  const w = Math.min((width - 2 * GAP) / 3, band / CARD);
  const wide = Math.min((width - 3 * w) / 4, 28);
  const start = GAP + (width - 3 * w - 2 * wide) / 2;
  return [0, 1, 2].map((i) => ({
    x: start + i * (w + wide),
    y: GAP + (band - w * CARD) / 2,
    w,
    h: w * CARD,
  }));
}

/** Row by row; a last row that is not full shares its width among fewer. */
function placePlanks(room: Box, players: number, columns: number): Box[] {
  const rows = Math.ceil(players / columns);
  const h = (room.h - (rows - 1) * GAP) / rows;
  return Array.from({ length: players }, (_, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, players - row * columns);
    const w = (room.w - (inRow - 1) * GAP) / inRow;
    return { x: room.x + (i % columns) * (w + GAP), y: room.y + row * (h + GAP), w, h };
  });
}

/** Clockwise from the viewer's left, so that the viewer comes last; for a spectator from the first seat on. */
function seatPlanks(boxes: readonly Box[], mine: number | null): Plank[] {
  const first = mine === null ? 0 : mine + 1;
  const planks: Plank[] = [];
  boxes.forEach((box, i) => {
    const seat = (first + i) % boxes.length;
    planks[seat] = { seat, ...box, ...partsOf(box) };
  });
  return planks;
}

/** The head beside the slots where the plank is long, above them where it is high. */
function partsOf(box: Box): { head: Box; deck: Box } {
  const long = box.w > 2.9 * box.h && box.w >= LEAST_HEAD + PIRATES * TOUCH;
  if (!long) {
    const high = Math.min(78, Math.max(52, box.h * 0.34));
    return {
      head: { x: box.x, y: box.y, w: box.w, h: high },
      deck: { x: box.x + 4, y: box.y + high, w: box.w - 8, h: box.h - high - 6 },
    };
  }
  const wide = Math.min(620, box.w - Math.max(LEAST_HEAD, box.w * 0.27));
  const head = Math.min(box.w - wide - 4, 290);
  const left = box.x + head + (box.w - head - wide) / 2;
  return {
    head: { x: box.x, y: box.y, w: head, h: box.h },
    deck: { x: left, y: box.y + 3, w: wide - 4, h: box.h - 9 },
  };
}

/** The middle of a slot's lower edge: where the lowest disc of a unit stands. */
export function slotOf(layout: Layout, disc: number): Point {
  const deck = layout.planks[ownerOf(disc)]!.deck;
  const wide = deck.w / PIRATES;
  return { x: deck.x + ((disc % PIRATES) + 0.5) * wide, y: deck.y + deck.h };
}

/** The middle of a cell of the supply: loot kinds 0 to 3, then the ships to come. */
export function cellOf(layout: Layout, cell: number): Point {
  const { supply, column } = layout;
  const share = (cell + 0.5) / CELLS;
  return column
    ? { x: supply.x + 26, y: supply.y + supply.h * share }
    : { x: supply.x + supply.w * share, y: supply.y + supply.h / 2 };
}

export const middleOf = (box: Box): Point => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });

/** Where a seat keeps its money and loot. */
export function purseOf(layout: Layout, seat: number): Point {
  const { head } = layout.planks[seat]!;
  return { x: head.x + Math.min(head.w / 2, 60), y: head.y + head.h / 2 };
}

/** How much is seen of each edge in a stack of this height; more when it is looked at closely. */
function edgeOf(layout: Layout, unit: number, size: number, close: boolean): number {
  const most = layout.r * 0.46;
  const room = layout.planks[ownerOf(unit)]!.deck.h - 2 * layout.r * FLAT - 4;
  const fits = Math.max(LEAST_EDGE, Math.min(most, room / size));
  return close && size > 1 ? Math.max(fits, 13) : fits;
}

/** Every unit's box, and every disc where it stands; `close` is the unit that is spread out. */
export function stand(
  view: PiraciView,
  fx: Fx | null,
  layout: Layout,
  close: number | null,
): { units: UnitBox[]; discs: Standing[] } {
  const units: UnitBox[] = [];
  const discs: Standing[] = [];
  for (const unit of view.units) {
    const name = unit[0]!;
    if (fx?.kind === "crew" && fx.unit === name) {
      discs.push(...alongside(unit, fx.place, layout));
      continue;
    }
    const onto = fx?.kind === "onto" && fx.unit === name ? fx.target : null;
    const moving = onto !== null || (fx?.kind === "home" && fx.unit === name);
    const stack = stackOf(unit, onto ?? name, layout, name === close);
    for (const disc of stack.discs) {
      if (moving || name === close) disc.z += 40;
      if (disc.disc === onto) disc.top = true; // it lies open until it is covered
    }
    discs.push(...stack.discs);
    units.push(stack.box);
  }
  return { units, discs };
}

function stackOf(
  unit: readonly number[],
  home: number,
  layout: Layout,
  close: boolean,
): { box: UnitBox; discs: Standing[] } {
  const { r } = layout;
  const slot = slotOf(layout, home);
  const edge = edgeOf(layout, home, unit.length, close);
  const tall = 2 * r * FLAT + unit.length * edge;
  // a stack that is spread out may not leave the table
  const foot = Math.max(slot.y - 2, tall + GAP);
  const discs = unit.map((disc, i) => ({
    disc,
    x: slot.x,
    y: foot - (unit.length - i) * edge - r * FLAT,
    edge,
    z: 10 + unit.length - i,
    top: i === 0,
  }));
  const high = Math.max(TOUCH, tall + 6);
  const wide = Math.max(TOUCH, 2 * r + 6);
  const box = { x: slot.x - wide / 2, y: foot + 4 - high, w: wide, h: high };
  return { box: { unit: unit[0]!, discs: unit, ...box }, discs };
}

/** The crew of a boarding, side by side before the ship so that each wage can be seen. */
function alongside(unit: readonly number[], place: number, layout: Layout): Standing[] {
  const { r } = layout;
  const ship = layout.ships[place]!;
  const step = Math.min(2 * r + 4, (layout.w - 2 * r - 2 * GAP) / Math.max(1, unit.length - 1));
  const wide = step * (unit.length - 1);
  const middle = ship.x + ship.w / 2;
  const left = Math.min(Math.max(middle - wide / 2, r + GAP), layout.w - r - GAP - wide);
  return unit.map((disc, i) => ({
    disc,
    x: left + i * step,
    y: ship.y + ship.h - r * FLAT,
    edge: r * 0.46,
    z: 70 - i,
    top: true,
  }));
}
