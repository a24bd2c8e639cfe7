// What this tab has heard at a table: the last line of chat that was seen, and whose talk is not wanted.
const known = $state<Record<string, number>>({});

function kept(key: string): string | null {
  try {
    return sessionStorage.getItem(`kosmoport.${key}`);
  } catch {
    return null; // nothing may be stored: it lasts as long as the page
  }
}

function keep(key: string, text: string): void {
  try {
    sessionStorage.setItem(`kosmoport.${key}`, text);
  } catch {
    return;
  }
}

/** The number of the last line of chat that was seen: it does not come back as new with the page. */
export function lastRead(table: string): number {
  return known[table] ?? Number(kept(`read.${table}`) ?? -1);
}

export function haveRead(table: string, n: number): void {
  if (lastRead(table) >= n) return;
  known[table] = n;
  keep(`read.${table}`, String(n));
}

export const mutedAt = (table: string): number[] =>
  (kept(`muted.${table}`) ?? "").split(",").filter(Boolean).map(Number);

export const keepMuted = (table: string, seats: readonly number[]): void =>
  keep(`muted.${table}`, seats.join());
