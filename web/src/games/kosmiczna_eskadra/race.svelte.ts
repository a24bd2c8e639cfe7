// A lightning round as one player sees it: what was asked for or let go before the server has said so.
import type { KosmicznaEskadraPose as Pose, KosmicznaEskadraView as View } from "../../protocol";

/** A card that was let go. */
interface Laid {
  card: number;
  round: number;
  pose: Pose;
}

export const isRace = (view: View): boolean => view.options.mode === "lightning";

/** Everybody sees each card at once, and has all the time there is to drop one or keep it. */
export const isUrgent = (view: View): boolean =>
  isRace(view) && (view.stage === "placing" || view.stage === "stopping");

export class Race {
  /** a card was asked for and not named yet */
  asked = $state(false);
  /** let go, and not yet on the table of the server */
  laid = $state.raw<Laid | null>(null);

  /** What the server says is so; what it has answered by that is no longer expected. */
  take(view: View): void {
    if (view.stage !== "placing") this.asked = false;
    if (this.laid && (view.stage !== "placing" || !isHeld(view, this.laid))) this.laid = null;
    if (view.held !== null && this.laid === null) this.asked = false;
  }

  /** The card in hand: the server knows later that another one has been let go. */
  held(view: View): number | null {
    return this.laid === null ? view.held : null;
  }

  /** Cards left to draw. */
  pack(view: View, seat: number): number {
    const unplayed = view.everybody[seat]?.unplayed.length ?? 0;
    return Math.max(0, unplayed - (view.held === null ? 0 : 1) - (this.asked ? 1 : 0));
  }

  /** Where cards may be refused, the answer about one comes before the next is drawn. */
  mayDraw(view: View, seat: number): boolean {
    const sure = this.laid === null || view.options.placement_check !== "reject";
    return sure && !this.asked && this.held(view) === null && this.pack(view, seat) > 0;
  }
}

const isHeld = (view: View, { card, round }: Laid) => view.held === card && view.round === round;
