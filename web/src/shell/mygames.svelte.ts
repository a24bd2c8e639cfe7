// The tables this browser has been at, kept in it, newest first.
import { untrack } from "svelte";

const KEY = "kosmoport.tables";
const MOST = 50;

/** A seat as its token gives it; null: the host's place, who has not sat down. */
export interface KeptSeat {
  token: string;
  seat: number | null;
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
}

function load(): MyTable[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(all)
      ? all.filter((one) => typeof one?.table === "string" && typeof one?.game === "string")
      : [];
  } catch {
    return [];
  }
}

let tables = $state.raw<readonly MyTable[]>(load());
let stored = true; // without storage the list lasts as long as the page

/** The list as it is now: another tab may have kept something meanwhile. */
function latest(): readonly MyTable[] {
  return stored ? load() : untrack(() => tables); // whoever remembers does not wait for what is remembered
}

export function myTables(): readonly MyTable[] {
  return tables;
}

export function myTable(table: string): MyTable | null {
  return tables.find((one) => one.table === table) ?? null;
}

/** Remember a table, or what has changed about it; false: only as long as the page. */
export function remember(table: string, change: Partial<MyTable> & { game?: string }): boolean {
  const all = latest();
  const known = all.find((one) => one.table === table);
  const game = change.game ?? known?.game;
  if (!game) return false;
  const next: MyTable = { over: false, ...known, ...change, table, game, at: change.at ?? Date.now() };
  return keep([next, ...all.filter((one) => one.table !== table)].slice(0, MOST));
}

export function forget(table: string): void {
  keep(latest().filter((one) => one.table !== table));
}

function keep(all: readonly MyTable[]): boolean {
  tables = all;
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
    stored = true;
  } catch {
    stored = false;
  }
  return stored;
}
