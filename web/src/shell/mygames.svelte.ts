// The tables this browser has been at, kept in it, newest first.
import { untrack } from "svelte";
import { merged, readTables, type MyTable } from "./playedgames";

export type { KeptSeat, MyTable } from "./playedgames";

const KEY = "kosmoport.tables";
const MOST = 200;

function load(): MyTable[] {
  try {
    return readTables(localStorage.getItem(KEY));
  } catch {
    return []; // storage is forbidden
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

/** What has changed about tables that are kept; their order stays. */
export function revise(changes: ReadonlyMap<string, Partial<MyTable>>): void {
  if (changes.size > 0) keep(latest().map((one) => ({ ...one, ...changes.get(one.table) })));
}

export function forget(table: string): void {
  keep(latest().filter((one) => one.table !== table));
}

/** Tables of a file, or one that was forgotten by mistake; what is known here stays as it is. */
export function bringBack(more: readonly MyTable[]): boolean {
  return keep(merged(latest(), more).slice(0, MOST));
}

export function forgetAll(): void {
  keep([]);
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
