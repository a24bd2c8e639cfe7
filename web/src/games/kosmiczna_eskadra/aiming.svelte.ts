// What the card in hand would meet, in words: asked for when it rests for a moment.
import type { Prospect } from "../contract";
import type { KosmicznaEskadraPose as Pose } from "../../protocol";

const REST = 300; // ms

export class Aiming {
  said = $state.raw<Prospect | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  /** The card is here now; unless it moves on, ask what its lasers meet. */
  from(pose: Pose, ask: (args: Record<string, unknown>) => Promise<Prospect | null>): void {
    this.clear();
    const number = this.asked;
    this.timer = setTimeout(async () => {
      const said = await ask({ ...pose });
      if (number === this.asked) this.said = said;
    }, REST);
  }

  /** What was said is about another place. */
  clear(): void {
    clearTimeout(this.timer);
    this.asked += 1;
    this.said = null;
  }
}
