// Where everything stands on the table, in pixels, from the size of its box: pure numbers, no drawing.
import { isShallow } from "../../kit/breakpoints";

export interface Point {
  x: number;
  y: number;
}

export interface Spread extends Point {
  scale: number;
}

export interface Place extends Point {
  /** where the ships dock: left of the planet, right of it, or one on either side */
  side: -1 | 0 | 1;
}

export interface Layout {
  /** centre of the ring */
  centre: Point;
  /** how much the parts of the ring are enlarged */
  scale: number;
  /** room for the star, as a radius */
  star: number;
  places: readonly Place[];
  /** the cards of the own hand, by how many there are */
  hand: (count: number) => Spread[];
}

export const CARD = { w: 60, h: 84 };
/** A planet with its cards and badges fits into this box around its place. */
export const CELL = { w: 182, h: 164 };
/** The disc of a planet, and the middle of its pile, from the planet's place. */
export const DISC = { y: -36, r: 44 };
export const PILE = { y: 58, w: 172, scale: 0.46 };
const GAP = 4;
const READABLE = 0.95;
const LEAST_STAR = 14;

type Shape = { scale: number; star: number; places: readonly Place[]; centre?: Point };

/** Two columns of three: a phone held upright. */
function columns(w: number, h: number): Shape {
  const scale = Math.min(w / 2 / CELL.w, h / 3 / CELL.h);
  const [left, right] = [w / 4, (3 * w) / 4];
  const row = (n: number) => (h * (2 * n + 1)) / 6;
  const places: Place[] = [
    { x: left, y: row(0), side: -1 },
    { x: right, y: row(0), side: 1 },
    { x: right, y: row(1), side: 1 },
    { x: right, y: row(2), side: 1 },
    { x: left, y: row(2), side: -1 },
    { x: left, y: row(1), side: -1 },
  ];
  const centre = { x: w / 2, y: h / 2 + DISC.y * scale }; // between the planets, not between what lies at them
  return { scale, star: Math.min(48 * scale, w / 4 - DISC.r * scale - 4), places, centre };
}

/** Two rows of three: a phone on its side. */
function rows(w: number, h: number): Shape {
  const scale = Math.min(w / 3 / CELL.w, (h - 2 * LEAST_STAR - 4) / 2 / CELL.h);
  const [top, bottom] = [(CELL.h * scale) / 2, h - (CELL.h * scale) / 2];
  const column = (n: number) => (w * (2 * n + 1)) / 6;
  const places: Place[] = [
    { x: column(0), y: top, side: -1 },
    { x: column(1), y: top, side: 0 },
    { x: column(2), y: top, side: 1 },
    { x: column(2), y: bottom, side: 1 },
    { x: column(1), y: bottom, side: 0 },
    { x: column(0), y: bottom, side: -1 },
  ];
  return { scale, star: Math.min(h / 2 - CELL.h * scale, 40), places };
}

/** A ring that stands on its point: about as high as wide. */
function upright(w: number, h: number): Shape {
  const scale = Math.min(w / 3 / CELL.w, (h - 110) / 2 / CELL.h);
  const [top, bottom] = [(CELL.h * scale) / 2, h - (CELL.h * scale) / 2];
  const aside = Math.max((CELL.h * scale) / 2, h * 0.2);
  const places: Place[] = [
    { x: w / 2, y: top, side: 0 },
    { x: (5 * w) / 6, y: h / 2 - aside, side: 1 },
    { x: (5 * w) / 6, y: h / 2 + aside, side: 1 },
    { x: w / 2, y: bottom, side: 0 },
    { x: w / 6, y: h / 2 + aside, side: -1 },
    { x: w / 6, y: h / 2 - aside, side: -1 },
  ];
  return { scale, star: Math.min(h / 2 - CELL.h * scale - 6, w / 6), places };
}

/** A ring that lies: a wide screen. */
function lying(w: number, h: number): Shape {
  const scale = Math.min(w / 4 / CELL.w, (h - 110) / 2 / CELL.h);
  const [top, bottom] = [(CELL.h * scale) / 2, h - (CELL.h * scale) / 2];
  const column = (n: number) => (w * (2 * n + 1)) / 8;
  const places: Place[] = [
    { x: column(1), y: top, side: -1 },
    { x: column(2), y: top, side: 1 },
    { x: column(3), y: h / 2, side: 1 },
    { x: column(2), y: bottom, side: 1 },
    { x: column(1), y: bottom, side: -1 },
    { x: column(0), y: h / 2, side: -1 },
  ];
  return { scale, star: Math.min(h / 2 - CELL.h * scale + 12 * scale, w / 8), places };
}

/** Room for the hand or the treasures: below the ring, or beside it where the table is low. */
export interface Kept {
  foot: number;
  aside: number;
}

/** The whole table: `strip` pixels on top for the players, the ring, and room for what the viewer chooses from. */
export function layoutOf(width: number, height: number, strip: number, kept: Kept, cards = 1): Layout {
  const w = width - kept.aside;
  const h = Math.max(120, height - strip - kept.foot);
  const shapes = isShallow(width, height)
    ? [columns(w, h), rows(w, h)]
    : [columns(w, h), upright(w, h), lying(w, h)];
  // A true ring is worth a little size, as long as everything on it can be read.
  const worth = (shape: Shape) => shape.scale * (!shape.centre && shape.scale > READABLE ? 1.15 : 1);
  const best = shapes.reduce((a, b) => (worth(b) > worth(a) ? b : a));
  const centre = best.centre ?? { x: w / 2, y: h / 2 };
  return {
    centre: { x: centre.x, y: strip + centre.y },
    scale: Math.max(0.4, best.scale),
    star: Math.max(LEAST_STAR, best.star),
    places: best.places.map((place) => ({ ...place, y: place.y + strip })),
    hand: (count) =>
      kept.aside > 0 ? beside(count, width, height, kept.aside) : spread(count, width, height, cards),
  };
}

/** The height below which the ring would be too small to read, so that the table rather scrolls. */
export const LEAST_RING = 3 * 0.8 * CELL.h;

/** How wide a card of the hand is; a touch needs 44 pixels. */
function cardWidth(width: number, cards: number): number {
  return Math.min(76 * cards, (width - 2 * GAP - 7 * GAP) / 8);
}

export function handHeight(width: number, cards: number): number {
  return (cardWidth(width, cards) * CARD.h) / CARD.w + 18;
}

/** Two columns of four have room for a whole hand. */
export function handWidth(height: number): number {
  return 2 * (cardBeside(height) + GAP) + 2 * GAP;
}

function cardBeside(height: number): number {
  return Math.max(44, Math.min(60, ((height - 5 * GAP) / 4) * (CARD.w / CARD.h)));
}

function beside(count: number, width: number, height: number, aside: number): Spread[] {
  const wide = cardBeside(height);
  const scale = wide / CARD.w;
  const step = Math.min(CARD.h * scale + GAP, (height - 2 * GAP) / Math.ceil(count / 2));
  const top = (height - step * Math.ceil(count / 2)) / 2;
  return Array.from({ length: count }, (_, i) => ({
    x: width - aside + GAP + wide / 2 + (i % 2) * (wide + GAP),
    y: top + (Math.floor(i / 2) + 0.5) * step,
    scale,
  }));
}

function spread(count: number, width: number, height: number, cards: number): Spread[] {
  const [wide, scale] = [cardWidth(width, cards), cardWidth(width, cards) / CARD.w];
  const first = width / 2 - ((count - 1) * (wide + GAP)) / 2;
  const y = height - (CARD.h * scale) / 2 - 5;
  return Array.from({ length: count }, (_, i) => ({ x: first + i * (wide + GAP), y, scale }));
}

/** The cards of a pile around a planet's place, older ones below and to the left; long piles make rows. */
export function pileSpread(count: number): Spread[] {
  const wide = CARD.w * PILE.scale;
  const rows = Math.max(1, Math.ceil(count / 9));
  const perRow = Math.ceil(count / rows);
  const step = perRow > 1 ? Math.min(wide + 2, (PILE.w - wide) / (perRow - 1)) : 0;
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / perRow);
    const inRow = Math.min(perRow, count - row * perRow);
    return {
      x: (i % perRow) * step - ((inRow - 1) * step) / 2,
      y: PILE.y + (row - (rows - 1) / 2) * (rows > 1 ? 20 / (rows - 1) : 0),
      scale: PILE.scale,
    };
  });
}

/** The dock of a ship at a planet, from the planet's place. */
export function dock(ship: "trade" | "pirate", side: Place["side"]): Point {
  if (side === 0) return { x: ship === "trade" ? -68 : 68, y: DISC.y };
  return { x: side * 66, y: DISC.y + (ship === "trade" ? -24 : 20) };
}

/** Where the treasures lie on a planet's disc, from its middle. */
export function gemSpread(count: number): Point[] {
  const row = (n: number, y: number) =>
    Array.from({ length: n }, (_, i) => ({ x: (i - (n - 1) / 2) * (n > 2 ? 29 : 34), y }));
  if (count <= 2) return row(count, 0);
  const top = count === 3 ? 1 : Math.floor(count / 2);
  return [...row(top, count === 3 ? -19 : -16), ...row(count - top, count === 3 ? 13 : 17)];
}

/** A smooth closed path through the places. */
export function orbit(points: readonly Point[]): string {
  const at = (i: number) => points[(i + points.length) % points.length]!;
  const curves = points.map((from, i) => {
    const [before, to, after] = [at(i - 1), at(i + 1), at(i + 2)];
    const one = `${from.x + (to.x - before.x) / 6} ${from.y + (to.y - before.y) / 6}`;
    const two = `${to.x - (after.x - from.x) / 6} ${to.y - (after.y - from.y) / 6}`;
    return `C${one} ${two} ${to.x} ${to.y}`;
  });
  return `M${at(0).x} ${at(0).y}${curves.join("")}Z`;
}
