// The clock of a round, kept up to date by the server's time: it ticks only when it looks different.
import type { Timing } from "../../protocol";
import { clockAt, type ClockFace } from "./clock";

export class RoundClock {
  face = $state.raw<ClockFace | null>(null);

  /** Follow what the table said about time; what is returned stops it. */
  follow(timing: Timing | null, now: () => number): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const face = timing && clockAt(timing, now());
      if (face && face.next !== null) timer = setTimeout(tick, face.next + 1);
      this.face = face;
    };
    tick();
    return () => clearTimeout(timer);
  }
}
