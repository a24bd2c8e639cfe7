// The clock of a round as it is shown: three, two, one, go, the seconds that are left, and when that changes next.
import type { Timing } from "../../protocol";

export interface ClockFace {
  /** seconds until the round begins; 0: it has just begun; null: that is over */
  count: number | null;
  /** may anybody act? */
  begun: boolean;
  /** seconds until something comes by itself, rounded up */
  left: number;
  /** after so many ms it looks different; null: never again */
  next: number | null;
}

const SECOND = 1000;
const GO_STAYS = 900; // ms
export const LAST_SECONDS = 10;

export function clockAt({ go_at, ends_at }: Timing, now: number): ClockFace {
  const wait = go_at === null ? -GO_STAYS : go_at - now;
  const left = Math.max(0, Math.ceil((ends_at - now) / SECOND));
  const changes = [untilNext(ends_at - now)];
  if (wait > 0) changes.push(untilNext(wait));
  else if (wait > -GO_STAYS) changes.push(wait + GO_STAYS);
  const soonest = Math.min(...changes.filter((ms) => ms > 0));
  return {
    count: wait > 0 ? Math.ceil(wait / SECOND) : wait > -GO_STAYS ? 0 : null,
    begun: wait <= 0,
    left,
    next: Number.isFinite(soonest) ? soonest : null,
  };
}

/** How long the same number of seconds is left. */
function untilNext(left: number): number {
  return left <= 0 ? 0 : left - (Math.ceil(left / SECOND) - 1) * SECOND;
}
