// The games this browser was at, as they are kept in it and in files: read with care, and counted.
import type { KnownTable } from "../protocol";
import { placeOf, winnersOf } from "../table/counting";

/** A seat as its token gives it; null: the host's place, who has not sat down. */
export interface KeptSeat {
  token: string;
  seat: number | null;
}

/** Who had a seat; an empty name was deleted, null is that of a bot. */
export interface PlayedSeat {
  name: string | null;
  colour: string;
  bot: boolean;
}

/** How a game ended. */
export interface Played {
  seats: readonly PlayedSeat[];
  scores: readonly number[];
  returns: readonly number[];
  /** the seats of this browser; several where people shared it */
  mine: readonly number[];
  /** ms; null: not known */
  began: number | null;
  ended: number;
}

export interface MyTable {
  table: string;
  game: string;
  /** this browser's seats, with their tokens, where several people share it */
  tokens?: string[] | undefined;
  /** seats this browser had here before, together where people shared it */
  others?: KeptSeat[][];
  /** this browser shall not ask again whether it may call when it is somebody's turn there */
  uncalled?: boolean;
  at: number;
  over: boolean;
  played?: Played;
}

export type Ended = MyTable & { played: Played };

export const isEnded = (one: MyTable): one is Ended => one.played !== undefined;

/** Whatever is not a list of tables is an empty one; entries of earlier versions say less and stay. */
export function readTables(text: string | null): MyTable[] {
  try {
    const all: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(all) ? all.flatMap(readTable) : [];
  } catch {
    return [];
  }
}

function readTable(one: any): MyTable[] {
  if (typeof one?.table !== "string" || typeof one.game !== "string") return [];
  const { played, ...rest } = one as MyTable;
  const known = { ...rest, at: Number(rest.at) || 0, over: rest.over === true };
  return [isPlayed(played) ? { ...known, played } : known];
}

const numbers = (all: unknown, count: number): boolean =>
  Array.isArray(all) && all.length === count && all.every(Number.isFinite);

function isPlayed(one: any): one is Played {
  if (!Array.isArray(one?.seats) || one.seats.length === 0 || !Array.isArray(one.mine)) return false;
  const seat = (each: any) =>
    (each?.name === null || typeof each?.name === "string") && typeof each.colour === "string";
  return (
    one.seats.every(seat) &&
    numbers(one.scores, one.seats.length) &&
    numbers(one.returns, one.seats.length) &&
    one.mine.every(
      (at: unknown) => Number.isInteger(at) && (at as number) >= 0 && (at as number) < one.seats.length,
    ) &&
    Number.isFinite(one.ended) &&
    (one.began === null || Number.isFinite(one.began))
  );
}

/** Names as they are now; a table that the server has deleted leaves no names of others here. */
export function presentSeats(
  { seats, mine }: Played,
  now: Pick<KnownTable, "seats"> | undefined,
): Played["seats"] {
  return seats.map((seat, at) => {
    if (seat.bot) return seat;
    const name = now ? (now.seats[at]?.name ?? "") : mine.includes(at) ? seat.name : "";
    return { ...seat, name };
  });
}

// ---------------------------------------------------------------- a file

const KIND = "kosmoport my games";
const VERSION = 1;

/** All games in a file of one's own; seats stay in this browser, since whoever has a token has the seat. */
export function exported(tables: readonly MyTable[]): string {
  const told = tables.map(({ table, game, at, over, played }) => ({ table, game, at, over, played }));
  return JSON.stringify({ kind: KIND, version: VERSION, tables: told }, null, 1);
}

/** The games of such a file; null: it is none. */
export function imported(text: string): MyTable[] | null {
  try {
    const { kind, tables } = JSON.parse(text);
    if (kind !== KIND || !Array.isArray(tables)) return null;
    return readTables(JSON.stringify(tables)).map(({ table, game, at, over, played }) =>
      played ? { table, game, at, over, played } : { table, game, at, over },
    );
  } catch {
    return null;
  }
}

/** Both lists as one, newest first; what is known already stays as it is. */
export function merged(known: readonly MyTable[], more: readonly MyTable[]): MyTable[] {
  const here = new Set(known.map((one) => one.table));
  return [...known, ...more.filter((one) => !here.has(one.table))].toSorted((a, b) => b.at - a.at);
}

// ---------------------------------------------------------------- statistics

export interface Tally {
  games: number;
  won: number;
}

export interface OfGame extends Tally {
  game: string;
  /** mean place */
  place: number;
  best: number;
}

export interface OfOpponent extends Tally {
  name: string;
  /** games in which I came in before them, and they before me */
  ahead: number;
  behind: number;
  /** the last game together */
  last: Ended;
}

/** Of one person at this browser: who shares it has no result of their own here. */
export const own = (all: readonly MyTable[]): Ended[] =>
  all.filter(isEnded).filter((one) => one.played.mine.length === 1);

export const won = ({ played }: Ended): boolean => winnersOf(played).includes(played.mine[0]!);

export const myPlace = ({ played }: Ended): number => placeOf(played, played.mine[0]!);

export function tally(all: readonly Ended[]): Tally {
  return { games: all.length, won: all.filter(won).length };
}

/** The last games, the latest at the end: won or not. */
export function lastOnes(all: readonly Ended[], most = 7): boolean[] {
  return latestFirst(all).slice(0, most).map(won).reverse();
}

/** How many of the latest games were won without a break. */
export function streak(all: readonly Ended[]): number {
  const results = latestFirst(all).map(won);
  const lost = results.indexOf(false);
  return lost < 0 ? results.length : lost;
}

const latestFirst = (all: readonly Ended[]): Ended[] =>
  all.toSorted((a, b) => b.played.ended - a.played.ended);

function grouped<K>(all: readonly Ended[], keys: (one: Ended) => readonly K[]): Map<K, Ended[]> {
  const groups = new Map<K, Ended[]>();
  for (const one of latestFirst(all))
    for (const key of new Set(keys(one))) groups.set(key, [...(groups.get(key) ?? []), one]);
  return groups;
}

/** By game, the most played first. */
export function byGame(all: readonly Ended[]): OfGame[] {
  return [...grouped(all, (one) => [one.game])]
    .map(([game, games]) => ({
      game,
      ...tally(games),
      place: games.reduce((sum, one) => sum + myPlace(one), 0) / games.length,
      best: Math.max(...games.map(({ played }) => played.scores[played.mine[0]!]!)),
    }))
    .toSorted((a, b) => b.games - a.games);
}

/** People with a name whom I have played against, the most games first. */
export function byOpponent(all: readonly Ended[]): OfOpponent[] {
  return [...grouped(all, opponentsOf)]
    .map(([name, games]) => {
      const gaps = games.map((one) => placeOf(one.played, seatOf(one, name)) - myPlace(one));
      return {
        name,
        ...tally(games),
        ahead: gaps.filter((gap) => gap > 0).length,
        behind: gaps.filter((gap) => gap < 0).length,
        last: games[0]!,
      };
    })
    .toSorted((a, b) => b.games - a.games);
}

const opponentsOf = ({ played }: Ended): string[] =>
  played.seats.flatMap(({ name, bot }, seat) => (name && !bot && !played.mine.includes(seat) ? [name] : []));

const seatOf = ({ played }: Ended, name: string): number =>
  played.seats.findIndex((one, seat) => one.name === name && !played.mine.includes(seat));

/** Whom I am closest to, among those I met at least twice. */
export function rival(all: readonly Ended[]): OfOpponent | null {
  const met = byOpponent(all).filter((one) => one.games > 1);
  return met.toSorted((a, b) => Math.abs(a.ahead - a.behind) - Math.abs(b.ahead - b.behind))[0] ?? null;
}
