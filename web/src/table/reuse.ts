// The new with the parts of the old that have not changed, so that only what is different is drawn again.

/** Equal to `now`; whatever in it equals the same part of `before` is that very part. */
export function reuse<T>(before: unknown, now: T): T {
  if (Object.is(before, now)) return now;
  if (Array.isArray(now)) return reuseList(Array.isArray(before) ? before : [], now) as T;
  if (isRecord(now)) return reuseRecord(isRecord(before) ? before : {}, now) as T;
  return now;
}

type Fields = Record<string, unknown>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function reuseList(before: readonly unknown[], now: readonly unknown[]): readonly unknown[] {
  const parts = now.map((one, i) => reuse(before[i], one));
  return parts.length === before.length && parts.every((one, i) => Object.is(one, before[i]))
    ? before
    : parts;
}

function reuseRecord(before: Fields, now: Fields): Fields {
  const names = Object.keys(now);
  let same = names.length === Object.keys(before).length;
  const parts: Fields = {};
  for (const name of names) {
    parts[name] = reuse(before[name], now[name]);
    same &&= name in before && Object.is(parts[name], before[name]);
  }
  return same ? before : parts;
}
