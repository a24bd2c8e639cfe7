// Where everything lies, from the size of the table and the number of players; in pixels, pure.
import { isShallow } from "../../kit/breakpoints";

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}
export interface Spread {
  at: { x: number; y: number }[];
  /** of a card that is 100 wide */
  scale: number;
}
export interface Layout {
  wide: boolean;
  /** how many rows the trick may have */
  rows: number;
  scores: Rect[];
  dragon: Rect;
  /** finished tricks, piles */
  track: Rect;
  /** the trick, or the picks of the draft */
  middle: Rect;
  /** by seat */
  ships: Rect[];
  hand: Rect;
  /** asks for the cards passed on */
  memory: Rect;
}

export const CARD = { w: 100, h: 140 };
const BUTTON = 44;

function within(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** The seats as they are looked at: opponents clockwise, the viewer last. */
export function around(players: number, seat: number | null): number[] {
  const first = seat === null || seat < 0 ? 0 : seat + 1;
  return Array.from({ length: players }, (_, i) => (first + i) % players);
}

/** The least height at which everything can be read; a lower table is scrolled. */
export function leastHeight(w: number, h: number, players: number): number {
  if (isShallow(w, h)) return h;
  return isWide(w, 0) ? 520 : 380 + Math.ceil(players / 2) * 46;
}

function isWide(w: number, h: number): boolean {
  return w >= 700 && w > h * 1.05;
}

export function layOut(w: number, h: number, players: number, seat: number | null, hands: boolean): Layout {
  if (isShallow(w, h)) return low(w, h, players, seat, hands);
  return isWide(w, h) ? wide(w, h, players, seat, hands) : tall(w, h, players, seat, hands);
}

function wide(w: number, h: number, players: number, seat: number | null, hands: boolean): Layout {
  const gap = 10;
  const handH = hands ? within(h * 0.25, 130, 210) : 0;
  const top = h - handH - gap * (hands ? 3 : 2);
  const left = within(w * 0.2, 170, 230);
  const right = within(w * 0.27, 230, 310);
  const middleW = w - left - right - 4 * gap;
  const scoreH = Math.min(196, (top - 2 * gap) / 3);
  const shipH = Math.min(172, (top - (players - 1) * gap) / players);
  const dragonH = within(top * 0.46, 120, 250);
  const middleX = left + 2 * gap;
  const trackY = gap + dragonH + gap;
  const rows = around(players, seat);
  return {
    wide: true,
    rows: 1,
    scores: [0, 1, 2].map((i) => ({ x: gap, y: gap + i * (scoreH + gap), w: left, h: scoreH })),
    dragon: { x: middleX, y: gap, w: middleW, h: dragonH },
    track: { x: middleX, y: trackY, w: middleW, h: BUTTON },
    middle: { x: middleX, y: trackY + BUTTON + gap, w: middleW, h: top - dragonH - BUTTON - 2 * gap },
    ships: place(players, (i) => [
      rows[i]!,
      { x: w - right - gap, y: gap + i * (shipH + gap), w: right, h: shipH },
    ]),
    hand: { x: gap, y: h - handH - gap, w: w - 2 * gap, h: handH },
    memory: { x: middleX + middleW - BUTTON, y: trackY, w: BUTTON, h: BUTTON },
  };
}

/** A phone on its side: the hand is a row along the foot, and five ships have room for a finger above it. */
function low(w: number, h: number, players: number, seat: number | null, hands: boolean): Layout {
  const gap = 4;
  const handH = hands ? within(h - 5 * BUTTON - 7 * gap, 64, 120) : 0;
  const top = h - handH - (hands ? 3 : 2) * gap;
  const left = within(w * 0.2, 112, 150);
  const right = within(w * 0.3, 178, 220);
  const middleW = w - left - right - 4 * gap;
  const scoreH = (top - 2 * gap) / 3;
  const shipH = (top - (players - 1) * gap) / players;
  const middleX = left + 2 * gap;
  const middleY = BUTTON + 2 * gap;
  const middleH = top + gap - middleY;
  const dragonW = Math.min(middleW * 0.3, middleH / 1.4);
  const rows = around(players, seat);
  return {
    wide: false,
    rows: 2,
    scores: [0, 1, 2].map((i) => ({ x: gap, y: gap + i * (scoreH + gap), w: left, h: scoreH })),
    dragon: { x: middleX, y: middleY, w: dragonW, h: middleH },
    track: { x: middleX, y: gap, w: middleW, h: BUTTON },
    middle: { x: middleX + dragonW + gap, y: middleY, w: middleW - dragonW - gap, h: middleH },
    ships: place(players, (i) => [
      rows[i]!,
      { x: w - right - gap, y: gap + i * (shipH + gap), w: right, h: shipH },
    ]),
    hand: { x: gap, y: h - handH - gap, w: w - 2 * gap, h: handH },
    memory: { x: middleX + middleW - BUTTON, y: gap, w: BUTTON, h: BUTTON },
  };
}

function tall(w: number, h: number, players: number, seat: number | null, hands: boolean): Layout {
  const gap = within(h * 0.008, 4, 10);
  const inner = w - 2 * gap;
  const rows = Math.ceil(players / 2);
  const scoreH = w < 600 ? within(h * 0.12, 62, 82) : within(h * 0.13, 92, 128);
  const shipH = within(h * 0.085, 44, 92);
  const handH = hands ? within(h * 0.325, 132, 300) : 0;
  const shipsH = rows * (shipH + gap);
  const middleY = scoreH + 2 * gap;
  const middleH = h - middleY - shipsH - handH - (hands ? 2 : 1) * gap;
  const dragonW = Math.min(inner * (players > 4 ? 0.25 : 0.28), middleH / 1.4);
  const restX = gap + dragonW + gap;
  const restW = inner - dragonW - gap;
  const scoreW = (inner - 2 * gap) / 3;
  const shipsY = middleY + middleH + gap;
  const order = around(players, seat);
  const shipAt = (i: number): Rect => {
    const half = (inner - gap) / 2;
    const alone = players % 2 === 1 && i === players - 1;
    const y = shipsY + Math.floor(i / 2) * (shipH + gap);
    return { x: gap + (i % 2) * (half + gap), y, w: alone ? inner : half, h: shipH };
  };
  return {
    wide: false,
    rows: 1,
    scores: [0, 1, 2].map((i) => ({ x: gap + i * (scoreW + gap), y: gap, w: scoreW, h: scoreH })),
    dragon: { x: gap, y: middleY, w: dragonW, h: middleH },
    track: { x: restX, y: middleY, w: restW, h: BUTTON },
    middle: { x: restX, y: middleY + BUTTON, w: restW, h: middleH - BUTTON },
    ships: place(players, (i) => [order[i]!, shipAt(i)]),
    hand: { x: gap, y: h - handH - gap, w: inner, h: handH },
    memory: { x: w - gap - BUTTON, y: middleY, w: BUTTON, h: BUTTON },
  };
}

function place(players: number, at: (i: number) => [number, Rect]): Rect[] {
  const rects: Rect[] = [];
  for (let i = 0; i < players; i++) {
    const [seat, rect] = at(i);
    rects[seat] = rect;
  }
  return rects;
}

/** Cards side by side in the rows that make them largest, never wider than `most`. */
export function spread(box: Rect, count: number, most: number, gap = 5, mostRows = 2): Spread {
  let best = { columns: Math.max(1, count), width: 0 };
  for (let rows = 1; rows <= mostRows; rows++) {
    const columns = Math.max(1, Math.ceil(count / rows));
    const byWidth = (box.w - gap * (columns - 1)) / columns;
    const byHeight = ((box.h - gap * (rows - 1)) / rows) * (CARD.w / CARD.h);
    const width = Math.min(byWidth, byHeight, most);
    if (width > best.width + 0.5) best = { columns, width };
  }
  const { columns, width } = best;
  const height = width * (CARD.h / CARD.w);
  const rows = Math.ceil(count / columns);
  const top = box.y + (box.h - rows * height - (rows - 1) * gap) / 2;
  const at = Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, count - row * columns);
    const left = box.x + (box.w - inRow * width - (inRow - 1) * gap) / 2;
    return { x: left + (i % columns) * (width + gap), y: top + row * (height + gap) };
  });
  return { at, scale: width / CARD.w };
}
