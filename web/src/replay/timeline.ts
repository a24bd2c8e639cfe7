// When the moves of a game were made, as it is replayed in real time: countdowns are left out, long waits can be shortened.
import type { Frame } from "../protocol";

export const LONGEST_WAIT = 2000; // ms, where long waits are shortened
const WORTH_IT = 1000; // ms: a game that took less does not say when its moves were made

type Timed = Pick<Frame, "at" | "countdown">;

/** When each frame is shown, in milliseconds from the first one. */
export function timesOf(frames: readonly Timed[], longest: number | null): number[] {
  let time = 0;
  return frames.map((frame, i) => {
    const before = frames[i - 1];
    if (before) {
      const wait = Math.max(0, frame.at - before.at - before.countdown);
      time += longest === null ? wait : Math.min(wait, longest);
    }
    return time;
  });
}

/** Does the game say when its moves were made? */
export function isTimed(frames: readonly Timed[]): boolean {
  return (frames.at(-1)?.at ?? 0) - (frames[0]?.at ?? 0) >= WORTH_IT;
}

/** Was it a race against the clock, with three, two, one, go? */
export function isRace(frames: readonly Timed[]): boolean {
  return frames.some((frame) => frame.countdown > 0);
}

/** The last frame that is shown at a time. */
export function frameAt(times: readonly number[], ms: number): number {
  const after = times.findIndex((time) => time > ms);
  return after < 0 ? Math.max(0, times.length - 1) : Math.max(0, after - 1);
}

/** `1:04.5` */
export function clockText(ms: number): string {
  const tenths = Math.floor(ms / 100);
  const seconds = Math.floor(tenths / 10) % 60;
  return `${Math.floor(tenths / 600)}:${String(seconds).padStart(2, "0")}.${tenths % 10}`;
}
