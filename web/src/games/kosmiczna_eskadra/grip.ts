// Fingers and mouse on the table: carrying and turning the held card, twisting it with two fingers, tapping a place.
import {
  angle as angleTo,
  bearing,
  listenFirst,
  take,
  wandered,
  wheelWay,
  type Place,
} from "../../kit/pointers";
import type { Zoom } from "../../kit/zoom.svelte";
import type { KosmicznaEskadraPose as Pose } from "../../protocol";
import type { Holding } from "./holding.svelte";
import { PerFrame } from "./pace";

interface Hand {
  /** the card, if it may be moved now */
  card: () => Holding | null;
  /** in a race a card that is let go over the table lies there */
  races: () => boolean;
  /** somebody tried to move a card that must stay */
  refused: () => void;
  /** an empty place was tapped */
  tapped: (x: number, y: number) => void;
  /** where a finger drags the card, for the magnifier; null when it lets go */
  finger: (at: Place | null) => void;
  /** where a pointer carries the card beside the table; null: over it, or let go */
  beside: (at: Place | null) => void;
  /** the card is somewhere else, or turned */
  moved: () => void;
  /** in a race: the card was let go */
  letGo: () => void;
  /** in a race: the card was tapped where it lies beside the table */
  brought: () => void;
}

interface Drag extends Place {
  id: number;
  turning: boolean;
  /** letting go ends it, however short the way was: the card followed the mouse before */
  followed: boolean;
  /** from the pointer to the card's centre */
  dx: number;
  dy: number;
  /** from the pointer's direction to the card's rotation */
  ahead: number;
  /** how the card was before */
  before: { pose: Pose; over: boolean } | null;
}
type How = Pick<Drag, "turning" | "followed" | "dx" | "dy" | "ahead">;

const WHEEL_TURN = 15;

const isTouch = (event: PointerEvent) => event.pointerType === "touch";

export class Grip {
  private drag: Drag | null = null;
  private twist: { id: number; angle: number; rot: number; last: Place } | null = null;
  private tap: (Place & { id: number }) | null = null;
  private last: Place = { clientX: 0, clientY: 0 };
  private touching = false;
  /** a mouse without a pressed button over the table, and whether the card follows it */
  private mouse: Place | null = null;
  private following = false;
  private readonly frame = new PerFrame<true>(() => this.update());

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly zoom: Zoom,
    private readonly hand: Hand,
  ) {}

  /** What is returned stops it. */
  listen(): () => void {
    const stop = listenFirst(this.svg, {
      pointerdown: (event) => this.down(event),
      pointermove: (event) => this.move(event),
      pointerup: (event) => this.up(event),
      pointercancel: (event) => this.up(event),
      pointerleave: (event) => event.target === this.svg && this.left(),
      wheel: (event) => this.wheel(event),
    });
    return () => {
      stop();
      this.frame.cancel();
    };
  }

  /** Take the card that lies beside the table: a drag that begins there. */
  grab(event: PointerEvent): void {
    if (this.drag || event.button > 0) return;
    this.begin(event, { turning: false, followed: false, dx: 0, dy: 0, ahead: 0 });
  }

  /** From now on the card follows the mouse, if there is one over the table; a click lays it. */
  follow(): void {
    this.following = this.hand.races();
    if (this.mouse) this.frame.soon(true);
  }

  /** Does a mouse over the table have the card, or would it? */
  get hasMouse(): boolean {
    return this.mouse !== null;
  }

  /** The card stays where it is; false: it did not follow anything. */
  rest(): boolean {
    const followed = this.following;
    this.following = false;
    return followed;
  }

  /** Nothing is dragged any more, whatever lets go later: the card is as it was before; false: nothing was dragged. */
  cancel(): boolean {
    const { drag } = this;
    if (!drag) return false;
    this.frame.cancel();
    this.release();
    const card = this.hand.card();
    if (card && drag.before) [card.pose, card.over] = [drag.before.pose, drag.before.over];
    this.hand.moved();
    return true;
  }

  private release(): void {
    [this.drag, this.twist] = [null, null];
    this.hand.finger(null);
    this.hand.beside(null);
  }

  /** Somebody plays by keys: a mouse that lies on the table means nothing until it moves. */
  forgetMouse(): void {
    this.rest();
    this.mouse = null;
  }

  private at(event: Place): { x: number; y: number } {
    const { x, y } = this.zoom.toBoard(event);
    return { x, y: -y };
  }

  private down(event: PointerEvent): void {
    if (event.button > 0) return; // the board is moved with the other buttons
    const part = (event.target as Element).closest<SVGElement>("[data-grip]");
    const card = this.hand.card();
    if (card && this.following && !this.drag)
      this.begin(event, { turning: false, followed: true, dx: 0, dy: 0, ahead: 0 });
    else if (card && this.drag) this.second(event, card);
    else if (this.zoom.pressed && !event.isPrimary)
      this.tap = null; // two fingers zoom, wherever they are
    else if (part && !card) this.hand.refused();
    else if (part && card) {
      const { x, y } = this.at(event);
      const [dx, dy] = [card.pose.x - x, card.pose.y - y];
      const ahead = card.pose.rot - bearing(card.pose, x, y);
      this.begin(event, { turning: part.dataset.grip === "turn", followed: false, dx, dy, ahead });
      this.svg.querySelector<SVGElement>(".held")?.focus({ preventScroll: true });
    } else this.tap = { id: event.pointerId, clientX: event.clientX, clientY: event.clientY };
  }

  /** A second finger while one carries the card turns it. */
  private second(event: PointerEvent, card: Holding): void {
    if (this.twist) return;
    const { clientX, clientY, pointerId: id } = event;
    const angle = angleTo(event, this.last);
    this.twist = { id, angle, rot: card.pose.rot, last: { clientX, clientY } };
    take(this.svg, event);
  }

  private begin(event: PointerEvent, how: How): void {
    const { clientX, clientY, pointerId: id } = event;
    const card = this.hand.card();
    const before = card && { pose: card.pose, over: card.over };
    this.drag = { id, clientX, clientY, ...how, before };
    this.last = { clientX, clientY };
    this.touching = isTouch(event);
    this.following = false;
    take(this.svg, event);
  }

  /** Only noted here: what it means is worked out once a frame. */
  private move(event: PointerEvent): void {
    const place = { clientX: event.clientX, clientY: event.clientY };
    if (event.pointerType === "mouse") this.mouse = place;
    if (event.pointerId === this.twist?.id) this.twist.last = place;
    else if (event.pointerId === this.drag?.id) this.last = place;
    else if (!this.following || event.pointerType !== "mouse") return;
    this.frame.soon(true);
  }

  private update(): void {
    const card = this.hand.card();
    if (!card) return;
    if (this.twist) card.turnTo(this.twist.rot + this.twist.angle - angleTo(this.twist.last, this.last));
    if (this.drag?.turning) {
      const { x, y } = this.at(this.last);
      card.turnTo(bearing(card.pose, x, y) + this.drag.ahead);
    } else if (this.drag) this.bring(card, this.last, this.drag.dx, this.drag.dy);
    else if (this.following && this.mouse) this.bring(card, this.mouse, 0, 0);
    this.hand.moved();
  }

  private bring(card: Holding, place: Place, dx: number, dy: number): void {
    const { x, y } = this.at(place);
    if (this.hand.races()) card.carryTo(x + dx, y + dy);
    else card.moveTo(x + dx, y + dy);
    this.hand.beside(card.over || !this.drag ? null : place);
    if (this.touching) this.hand.finger(card.over && this.drag ? place : null);
  }

  private up(event: PointerEvent): void {
    this.frame.now();
    if (event.pointerId === this.twist?.id) this.twist = null;
    if (event.pointerId === this.drag?.id) this.end(this.drag, event);
    const tap = this.tap;
    if (event.pointerId !== tap?.id) return;
    this.tap = null;
    const onThing = (event.target as Element).closest("[role=button]");
    if (event.type !== "pointerup" || wandered(tap, event) || onThing) return;
    const { x, y } = this.at(event);
    this.hand.tapped(x, y);
    if (event.pointerType === "mouse") this.follow();
  }

  /** A card that was carried somewhere is let go; a press without a way picks it up, with the mouse. */
  private end(drag: Drag, event: PointerEvent): void {
    this.release();
    const card = this.hand.card();
    if (!card || drag.turning || !this.hand.races() || event.type !== "pointerup") return this.hand.moved();
    if (drag.followed || wandered(drag, event)) this.hand.letGo();
    else if (event.pointerType === "mouse") this.follow();
    else this.hand.brought();
  }

  /** The mouse has left the table, and takes the card along. */
  private left(): void {
    this.mouse = null;
    if (this.drag || !this.following) return;
    this.frame.cancel();
    const card = this.hand.card();
    if (card) card.over = false;
  }

  private wheel(event: WheelEvent): void {
    const card = this.hand.card();
    const onCard = this.following || (event.target as Element).closest("[data-grip]");
    if (!card || !onCard || event.ctrlKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    card.turnBy(wheelWay(event) * (event.shiftKey ? 1 : WHEEL_TURN));
    this.hand.moved();
  }
}
