// The cards of a real table as they are kept and shared: what may be written down, and read back with care.
import type { OptionAbout, KosmicznaEskadraRefereeCard as RefereeCard } from "../../../protocol";
import { cleanName, isolated } from "../../../words/texts";

export const MOST_CARDS = 40;
const SHIPS = 10;
const FARTHEST = 20_000; // tenths of a millimetre from the centre

export interface Layout {
  players: number;
  names: readonly string[];
  /** of the game; what is left out is as usual */
  options: Readonly<Record<string, unknown>>;
  /** in order of placement */
  cards: readonly RefereeCard[];
}

export const EMPTY: Layout = { players: 2, names: [], options: {}, cards: [] };

/** As people called themselves; else a letter, which needs no grammar in any language. */
export const nameOfSeat = ({ names }: Pick<Layout, "names">, seat: number): string =>
  isolated(names[seat] || String.fromCharCode("A".charCodeAt(0) + seat));

const OPTIONS = [
  "asteroids",
  "asteroid_gap",
  "ore_split",
  "corsairs",
  "corsair_capacity",
  "touch_is_illegal",
  "table",
];

const whole = (value: unknown, low: number, high: number): value is number =>
  Number.isInteger(value) && (value as number) >= low && (value as number) <= high;

/** Would the server take this value? Every list that the referee knows has two numbers. */
function fits({ kind, choices, low, high, total }: OptionAbout, value: unknown): boolean {
  const bounded = (one: unknown) => whole(one, low ?? -Infinity, high ?? Infinity);
  if (kind === "Flag") return typeof value === "boolean";
  if (kind === "Choice") return choices.includes(value as string);
  if (kind === "Whole") return bounded(value);
  if (!Array.isArray(value) || value.length !== 2 || !value.every(bounded)) return false;
  return total === null || value.reduce((sum, one) => sum + one, 0) === total;
}

/** Of whatever was given: the options of a round, with values that they may have. */
function readOptions(given: unknown, known: readonly OptionAbout[]): Record<string, unknown> {
  const fitting = Object.entries(given ?? {}).filter(([name, value]) => {
    const option = known.find((one) => one.name === name);
    return option && OPTIONS.includes(name) && fits(option, value);
  });
  return Object.fromEntries(fitting);
}

function isCard(value: unknown, players: number): value is RefereeCard {
  const card = value as RefereeCard | null;
  return (
    whole(card?.seat, 0, players - 1) &&
    whole(card?.ship, 0, SHIPS - 1) &&
    whole(card?.x, -FARTHEST, FARTHEST) &&
    whole(card?.y, -FARTHEST, FARTHEST) &&
    whole(card?.rot, 0, 359)
  );
}

/** Whatever was stored or sent, as a layout of a game with these options; what does not fit is left out. */
export function readLayout(value: unknown, known: readonly OptionAbout[]): Layout | null {
  if (typeof value !== "object" || value === null) return null;
  const given = value as Record<string, unknown>;
  const players = whole(given.players, 2, 4) ? given.players : 2;
  const names = Array.isArray(given.names) ? given.names.map((name) => cleanName(String(name ?? ""))) : [];
  const cards = Array.isArray(given.cards) ? given.cards : [];
  return {
    players,
    names: names.slice(0, 4),
    options: readOptions(given.options, known),
    cards: distinct(cards.filter((card) => isCard(card, players))),
  };
}

/** A squadron has one card of each ship. */
function distinct(cards: readonly RefereeCard[]): RefereeCard[] {
  const seen = new Set<string>();
  return cards
    .filter(({ seat, ship }) => !seen.has(`${seat}.${ship}`) && seen.add(`${seat}.${ship}`))
    .slice(0, MOST_CARDS)
    .map(({ seat, ship, x, y, rot }) => ({ seat, ship, x, y, rot }));
}

// ---------------------------------------------------------------- in a link

const LONGEST_LINK = 6000;
const MARK = "#table=";

/** What stands behind the address so that somebody else sees the same table; null: it would be too long. */
export function writeHash({ players, names, options, cards }: Layout): string | null {
  const packed = cards.map(({ seat, ship, x, y, rot }) => [seat, ship, x, y, rot]);
  const text = JSON.stringify({ p: players, n: names, o: options, c: packed });
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  const hash = MARK + btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return hash.length > LONGEST_LINK ? null : hash;
}

/** The table of a link; null where there is none, or none that can be read. */
export function readHash(hash: string, known: readonly OptionAbout[]): Layout | null {
  if (!hash.startsWith(MARK)) return null;
  try {
    const text = atob(hash.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const data = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    const cards = (data.c as number[][]).map(([seat, ship, x, y, rot]) => ({ seat, ship, x, y, rot }));
    return readLayout({ players: data.p, names: data.n, options: data.o, cards }, known);
  } catch {
    return null;
  }
}

export const same = (a: Layout, b: Layout): boolean => writeHash(a) === writeHash(b);
