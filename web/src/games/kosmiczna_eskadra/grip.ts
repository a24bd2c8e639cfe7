// Fingers and mouse on the table: dragging and turning the held card, twisting it with two fingers, tapping a place.
import type { Zoom } from "../../table/zoom.svelte";
import type { Holding } from "./holding.svelte";

export interface Hand {
  /** the card, if it may be moved now */
  card: () => Holding | null;
  /** somebody tried to move a card that must stay */
  refused: () => void;
  /** an empty place was tapped */
  tapped: (x: number, y: number) => void;
  /** where a finger drags the card, for the magnifier; null when it lets go */
  finger: (at: { clientX: number; clientY: number } | null) => void;
  /** the card stays where it is now */
  settled: () => void;
}

interface Drag {
  id: number;
  turning: boolean;
  /** from the pointer to the card's centre */
  dx: number;
  dy: number;
  /** from the pointer's direction to the card's rotation */
  ahead: number;
}

const STILL = 8; // pixels that a tap may wander
const WHEEL_TURN = 15;

/** Degrees from the card's centre to a point, counter-clockwise. */
const bearing = ({ pose }: Holding, x: number, y: number) =>
  (Math.atan2(y - pose.y, x - pose.x) * 180) / Math.PI;

export class Grip {
  private drag: Drag | null = null;
  private twist: { id: number; angle: number; rot: number } | null = null;
  private tap: { id: number; x: number; y: number } | null = null;
  private last = { clientX: 0, clientY: 0 };

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly zoom: Zoom,
    private readonly hand: Hand,
  ) {}

  /** Listen before the board does, so that the board stays while the card moves; what is returned stops it. */
  listen(): () => void {
    const stop = new AbortController();
    const on = <K extends keyof SVGElementEventMap>(name: K, does: (event: SVGElementEventMap[K]) => void) =>
      this.svg.addEventListener(name, does, { signal: stop.signal, capture: true, passive: false });
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.up(event));
    on("pointercancel", (event) => this.up(event));
    on("wheel", (event) => this.wheel(event));
    return () => stop.abort();
  }

  private at(event: { clientX: number; clientY: number }): { x: number; y: number } {
    const { x, y } = this.zoom.toBoard(event);
    return { x, y: -y };
  }

  private down(event: PointerEvent): void {
    const part = (event.target as Element).closest<SVGElement>("[data-grip]");
    const card = this.hand.card();
    if (part && !card) this.hand.refused();
    else if (part && card && !this.drag) {
      const { x, y } = this.at(event);
      this.drag = {
        id: event.pointerId,
        turning: part.dataset.grip === "turn",
        dx: card.pose.x - x,
        dy: card.pose.y - y,
        ahead: card.pose.rot - bearing(card, x, y),
      };
      this.take(event);
      this.svg.querySelector<SVGElement>(".held")?.focus({ preventScroll: true });
    } else if (card && this.drag && !this.twist) {
      this.twist = { id: event.pointerId, angle: this.angle(event, this.last), rot: card.pose.rot };
      this.take(event);
    } else this.tap = { id: event.pointerId, x: event.clientX, y: event.clientY };
  }

  private take(event: PointerEvent): void {
    event.stopImmediatePropagation();
    event.preventDefault();
    this.svg.setPointerCapture(event.pointerId);
    if (event.pointerId === this.drag?.id) this.last = event;
  }

  private move(event: PointerEvent): void {
    const card = this.hand.card();
    if (!card || !this.drag) return;
    if (event.pointerId === this.twist?.id)
      card.turnTo(this.twist.rot + this.twist.angle - this.angle(event, this.last));
    if (event.pointerId !== this.drag.id) return;
    this.last = event;
    const { x, y } = this.at(event);
    if (this.drag.turning) card.turnTo(bearing(card, x, y) + this.drag.ahead);
    else card.moveTo(x + this.drag.dx, y + this.drag.dy);
    if (event.pointerType === "touch" && !this.drag.turning) this.hand.finger(event);
  }

  /** Clockwise on the screen. */
  private angle(a: { clientX: number; clientY: number }, b: { clientX: number; clientY: number }): number {
    return (Math.atan2(a.clientY - b.clientY, a.clientX - b.clientX) * 180) / Math.PI;
  }

  private up(event: PointerEvent): void {
    if (event.pointerId === this.twist?.id) this.twist = null;
    if (event.pointerId === this.drag?.id) {
      this.drag = null;
      this.twist = null;
      this.hand.finger(null);
      this.hand.settled();
    }
    const tap = this.tap;
    if (event.pointerId !== tap?.id) return;
    this.tap = null;
    const wandered = Math.hypot(event.clientX - tap.x, event.clientY - tap.y);
    const onThing = (event.target as Element).closest("[role=button]");
    if (event.type !== "pointerup" || wandered > STILL || onThing) return;
    const { x, y } = this.at(event);
    this.hand.tapped(x, y);
  }

  private wheel(event: WheelEvent): void {
    const card = this.hand.card();
    if (!card || !(event.target as Element).closest("[data-grip]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const way = event.deltaY + event.deltaX < 0 ? 1 : -1; // with Shift some browsers scroll sideways
    card.turnBy(way * (event.shiftKey ? 1 : WHEEL_TURN));
    this.hand.settled();
  }
}
