// Where everything lies, worked out from the size of the place and the number of planets; one unit is one CSS pixel.
import type { KosmicznaMisjaView } from "../../protocol";

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
export interface Disc {
  x: number;
  y: number;
  r: number;
}
/** A player's part of the table: where it is, where the name stands, and whether it is the viewer's own. */
interface Panel {
  seat: number;
  box: Box;
  head: Box;
  own: boolean;
}
export interface PlanetPlace extends Disc {
  seat: number;
  planet: number;
  /** one of the viewer's own that is being worked on */
  big: boolean;
}
export interface Layout {
  panels: Panel[];
  planets: PlanetPlace[];
  /** where a new planet begins; nowhere for a spectator */
  fresh: (Disc & { big: boolean }) | null;
  strip: Box;
  slots: Disc[];
  stack: Disc;
  box: Disc;
  die: Disc;
  /** where a button may lie in the viewer's own part */
  button: Box | null;
}
export interface Place {
  width: number;
  height: number;
  /** size of text */
  rem: number;
  me: number | null;
  /** size of cards the reader prefers, 1 is usual */
  cards: number;
}

const GAP = 6;
const BANK_SLOTS = 3;
const WIDE = 620; // from here on, the others sit side by side
const LOW = 260; // below this height, the heading may stand beside the planets
const BUTTON = 48; // room for a button in the viewer's heading
/** How the viewer's own part may be divided, the most usual first: heading above, finished planets beside. */
const WAYS = [
  [true, true],
  [true, false],
  [false, true],
  [false, false],
] as const;
const between = (low: number, value: number, high: number) => Math.max(low, Math.min(value, high));

/** Size of text on the table: as the reader wants it, as far as the place allows. */
export function textIn({ rem, width, height }: Place): number {
  return Math.max(Math.min(rem, 14), Math.min(rem, width / 17, height / 25));
}

/** Equal discs in a box, as large as they can be; the last row is centred. */
function discsIn(box: Box, n: number, most: number, below = 0): Disc[] {
  let [cols, size] = [1, 0];
  for (let tried = 1; tried <= n; tried++) {
    const fits = Math.min(box.w / tried, box.h / Math.ceil(n / tried) - below, most);
    if (fits > size + 0.5) [cols, size] = [tried, fits];
  }
  const rows = Math.ceil(n / cols);
  const step = Math.min(box.w / cols, size * 1.35);
  const rowHeight = Math.min(box.h / rows, (size + below) * 1.2);
  return Array.from({ length: n }, (_, i) => {
    const [row, col] = [Math.floor(i / cols), i % cols];
    const inRow = row === rows - 1 ? n - row * cols : cols;
    return {
      x: box.x + box.w / 2 + (col - (inRow - 1) / 2) * step,
      y: box.y + box.h / 2 + (row - (rows - 1) / 2) * rowHeight - below / 2,
      r: size / 2,
    };
  });
}

function shrunk(box: Box, by: number): Box {
  return { x: box.x + by, y: box.y + by, w: Math.max(1, box.w - 2 * by), h: Math.max(1, box.h - 2 * by) };
}

/** The bank between die and stack; where it is narrow, the box lies below the stack. */
function bankIn(
  strip: Box,
  rem: number,
  cards: number,
  slots: number,
): Pick<Layout, "slots" | "stack" | "box" | "die"> {
  const wide = strip.w >= WIDE;
  const middle = strip.y + strip.h / 2;
  const aside = between(48, strip.w * 0.15, 104); // width of what is beside the tiles, left and right
  const cell = Math.min((strip.w - aside * (wide ? 3 : 2)) / slots, 165 * cards);
  const radius = Math.min(cell / 1.53, strip.h - 12 - rem * 1.2, 104);
  const left = strip.x + (strip.w - (wide ? aside : 0)) / 2 - (cell * slots) / 2;
  const right = left + cell * slots + aside / 2;
  const small = Math.min(aside * 0.46, wide ? 44 : strip.h * 0.21);
  return {
    die: { x: left - aside / 2, y: middle, r: Math.min(aside * 0.44, 44) },
    slots: Array.from({ length: slots }, (_, i) => ({
      x: left + cell * (i + 0.5),
      y: middle - 9,
      r: radius,
    })),
    stack: wide
      ? { x: right, y: middle - rem * 0.5, r: small }
      : { x: right, y: strip.y + strip.h * 0.2, r: small },
    box: wide
      ? { x: right + aside, y: middle - rem * 0.5, r: small }
      : { x: right, y: strip.y + strip.h * 0.7, r: small },
  };
}

/** The others side by side; a spectator, who has no part below, sees them in two rows or below each other. */
function panelsOf(area: Box, seats: number[], rem: number, watching: boolean): Panel[] {
  const n = seats.length;
  const cols = !watching ? n : n > 3 || area.w < WIDE ? Math.ceil(n / 2) : n;
  const [w, h] = [area.w / cols, area.h / Math.ceil(n / cols)];
  return seats.map((seat, i) => {
    const cell = { x: area.x + (i % cols) * w, y: area.y + Math.floor(i / cols) * h, w, h };
    const box = shrunk(cell, GAP / 2);
    const head = { x: box.x + GAP, y: box.y, w: box.w - 2 * GAP, h: rem * 1.75 };
    return { seat, box, head, own: false };
  });
}

/** What is left of a panel below the name. */
function room({ box, head }: Panel): Box {
  return shrunk({ ...box, y: box.y + head.h, h: box.h - head.h }, 3);
}

function othersPlanets(view: KosmicznaMisjaView, panel: Panel, most: number): PlanetPlace[] {
  const planets = view.everybody[panel.seat]?.planets ?? [];
  const order = planets.map((_, k) => k).sort((a, b) => +planets[a]!.finished - +planets[b]!.finished);
  const discs = discsIn(room(panel), Math.max(2, planets.length), most);
  return order.map((planet, i) => {
    const disc = discs[i]!;
    return { seat: panel.seat, planet, x: disc.x, y: disc.y, r: Math.max(8, disc.r - 6), big: false };
  });
}

/** One way to divide the viewer's own part: the heading above or beside, finished planets beside or below. */
interface Division {
  head: Box;
  button: Box;
  large: Box;
  small: Box;
}

function divide(box: Box, rem: number, above: boolean, beside: boolean, aside: number): Division {
  const head = above
    ? { x: box.x + GAP, y: box.y, w: box.w - 2 * GAP, h: Math.max(BUTTON, rem * 1.9) }
    : { x: box.x + GAP, y: box.y, w: between(88, rem * 6, box.w * 0.3), h: rem * 1.9 };
  const button = above
    ? { x: box.x + box.w * 0.38, y: head.y + 2, w: box.w * 0.62 - 4, h: BUTTON }
    : { x: box.x + 4, y: head.y + head.h, w: head.w, h: box.h - head.h - 4 };
  const [dx, dy] = above ? [0, head.h] : [head.w, 0];
  const inside = shrunk({ x: box.x + dx, y: box.y + dy, w: box.w - dx, h: box.h - dy }, GAP / 2);
  const usual = beside ? between(54, inside.w * 0.22, 250) : between(54, inside.h * 0.18, 84);
  const side = aside > 0 ? usual : 0;
  const [w, h] = beside ? [inside.w - side, inside.h] : [inside.w, inside.h - side];
  const small = beside
    ? { ...inside, x: inside.x + w, w: Math.max(1, side) }
    : { ...inside, y: inside.y + h, h: Math.max(1, side) };
  return { head, button, large: { ...inside, w, h }, small };
}

/** The viewer's own planets: unfinished ones as large as they can be, finished ones beside or below them. */
function ownPart(
  view: KosmicznaMisjaView,
  seat: number,
  box: Box,
  rem: number,
  caption: number,
): Pick<Layout, "planets" | "fresh" | "button"> & { panel: Panel } {
  const planets = view.everybody[seat]?.planets ?? [];
  const all = planets.map((_, k) => k);
  const open = all.filter((k) => !planets[k]!.finished);
  const done = all.filter((k) => planets[k]!.finished);
  const freshBig = open.length < 2;
  const aside = done.length + (freshBig ? 0 : 1);
  const ways = WAYS.filter(([above]) => above || box.h < LOW);
  const tried = ways.map(([above, beside]) => {
    const division = divide(box, rem, above, beside, aside);
    return { division, bigs: discsIn(division.large, open.length + (freshBig ? 1 : 0), 330, caption) };
  });
  const { division, bigs } = tried.reduce((a, b) => (b.bigs[0]!.r > a.bigs[0]!.r + 4 ? b : a));
  const smalls = discsIn(division.small, Math.max(3, aside), 110);
  const place = (planet: number, big: boolean, { x, y, r }: Disc) => ({
    seat,
    planet,
    big,
    x,
    y,
    r: Math.max(8, r - (big ? 9 : 6)),
  });
  const last = freshBig ? bigs[open.length]! : smalls[done.length]!;
  return {
    panel: { seat, box, head: division.head, own: true },
    button: division.button,
    planets: [
      ...open.map((planet, i) => place(planet, true, bigs[i]!)),
      ...done.map((planet, i) => place(planet, false, smalls[i]!)),
    ],
    fresh: { ...last, r: Math.max(8, last.r - (freshBig ? 9 : 4)), big: freshBig },
  };
}

export function layOut(view: KosmicznaMisjaView, place: Place): Layout {
  const { width: w, height: h, me, cards } = place;
  const rem = textIn(place);
  const seats = view.everybody.map((_, seat) => seat);
  const others = me === null ? seats : seats.slice(me + 1).concat(seats.slice(0, me));
  const wide = w >= WIDE;
  const caption = rem * (w * (wide ? 0.37 : 0.45) < rem * 13 ? 2.5 : 1.6); // two lines or one
  const stripHeight = between(74, h * 0.18 * cards, 155);
  const left = h - stripHeight;
  const needed = BUTTON + caption + w / 2 + 66; // for two own planets side by side, where that is narrow
  const theirs =
    me === null ? left : wide ? between(90, h * 0.28, 250) : between(h * 0.25, left - needed, 200);
  const strip = { x: GAP / 2, y: theirs, w: w - GAP, h: stripHeight };
  const bank = bankIn(strip, rem, cards, Math.max(BANK_SLOTS, view.bank.length));
  const area = { x: GAP / 2, y: GAP / 2, w: w - GAP, h: theirs - GAP / 2 };
  const panels = panelsOf(area, others, rem, me === null);
  const planets = panels.flatMap((panel) => othersPlanets(view, panel, me === null ? 250 : 150));
  if (me === null) return { panels, planets, fresh: null, button: null, strip, ...bank };
  const box = shrunk({ x: GAP / 2, y: theirs + stripHeight, w: w - GAP, h: left - theirs }, GAP / 2);
  const own = ownPart(view, me, box, rem, caption);
  return {
    panels: [...panels, own.panel],
    planets: [...planets, ...own.planets],
    fresh: own.fresh,
    button: own.button,
    strip,
    ...bank,
  };
}
