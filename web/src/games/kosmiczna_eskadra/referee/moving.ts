// Moving things on the real table by mouse and touch: cards, their knob, a second finger, the wheel; and the photo.
import { angle, bearing, listenFirst, take, wandered, wheelWay, type Place } from "../../../kit/pointers";
import type { Zoom } from "../../../kit/zoom.svelte";

interface Pose {
  x: number;
  y: number;
  rot: number;
}

/** What the hand may do; lengths in tenths of a millimetre, y upwards. */
interface Hand {
  poseOf(card: number): Pose | null;
  choose(card: number): void;
  put(card: number, pose: Partial<Pose>): void;
  /** empty space was tapped */
  tapped(x: number, y: number): void;
  /** the photo is being worked on: taps and drags are for it */
  photo(): { tap(x: number, y: number): void; drag(dx: number, dy: number): void } | null;
}

interface Drag {
  id: number;
  card: number;
  turning: boolean;
  /** from the pointer to the card's centre; or how far the card is turned ahead of the pointer */
  dx: number;
  dy: number;
  ahead: number;
}

const WHEEL_TURN = 5; // degrees

export class Moving {
  private drag: Drag | null = null;
  private twist: { id: number; angle: number; rot: number } | null = null;
  private pressed: (Place & { id: number; last: { x: number; y: number } }) | null = null;
  private last: Place = { clientX: 0, clientY: 0 };

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly zoom: Zoom,
    private readonly hand: Hand,
  ) {}

  /** What is returned stops it. */
  listen(): () => void {
    return listenFirst(this.svg, {
      pointerdown: (event) => this.down(event),
      pointermove: (event) => this.move(event),
      pointerup: (event) => this.up(event),
      pointercancel: (event) => this.up(event),
      wheel: (event) => this.wheel(event),
    });
  }

  private at(place: Place): { x: number; y: number } {
    const { x, y } = this.zoom.toBoard(place);
    return { x, y: -y };
  }

  private down(event: PointerEvent): void {
    if (event.button > 0) return;
    const part = (event.target as Element).closest<SVGElement>("[data-card]");
    if (this.drag) this.second(event, this.drag);
    else if (this.zoom.pressed)
      this.release(); // two fingers zoom the board, wherever the second one is
    else if (part && !this.hand.photo()) this.begin(event, part);
    else this.press(event);
  }

  /** A finger on the board, or on the photo: then the board stays, but knows of the finger if another one comes. */
  private press(event: PointerEvent): void {
    const { clientX, clientY, pointerId: id } = event;
    this.pressed = { id, clientX, clientY, last: this.at(event) };
    if (!this.hand.photo()) return;
    this.zoom.held = true;
    this.svg.setPointerCapture(id);
    event.preventDefault();
  }

  private release(): void {
    this.pressed = null;
    this.zoom.held = false;
  }

  private begin(event: PointerEvent, part: SVGElement): void {
    const card = Number(part.dataset.card);
    const turning = part.dataset.turn !== undefined;
    const pose = this.hand.poseOf(card);
    if (!pose) return;
    const { x, y } = this.at(event);
    this.hand.choose(card);
    this.last = { clientX: event.clientX, clientY: event.clientY };
    const ahead = pose.rot - bearing(pose, x, y);
    this.drag = { id: event.pointerId, card, turning, dx: pose.x - x, dy: pose.y - y, ahead };
    take(this.svg, event);
  }

  private second(event: PointerEvent, drag: Drag): void {
    const pose = this.hand.poseOf(drag.card);
    if (this.twist || !pose) return;
    this.twist = { id: event.pointerId, angle: angle(event, this.last), rot: pose.rot };
    take(this.svg, event);
  }

  private move(event: PointerEvent): void {
    const photo = this.hand.photo();
    if (photo && this.pressed?.id === event.pointerId) {
      const now = this.at(event);
      photo.drag(now.x - this.pressed.last.x, now.y - this.pressed.last.y);
      this.pressed.last = now;
      return;
    }
    if (event.pointerId === this.twist?.id && this.drag) {
      this.hand.put(this.drag.card, {
        rot: this.twist.rot + this.twist.angle - angle(event, this.last),
      });
    } else if (event.pointerId === this.drag?.id) {
      this.last = { clientX: event.clientX, clientY: event.clientY };
      this.follow(this.drag, event);
    } else return;
    event.stopImmediatePropagation();
  }

  private follow({ card, turning, dx, dy, ahead }: Drag, event: PointerEvent): void {
    const { x, y } = this.at(event);
    const pose = this.hand.poseOf(card);
    if (!pose) return;
    if (turning) this.hand.put(card, { rot: bearing(pose, x, y) + ahead });
    else this.hand.put(card, { x: x + dx, y: y + dy });
  }

  private up(event: PointerEvent): void {
    if (event.pointerId === this.twist?.id) this.twist = null;
    if (event.pointerId === this.drag?.id) [this.drag, this.twist] = [null, null];
    const pressed = this.pressed;
    if (event.pointerId !== pressed?.id) return;
    this.release();
    if (event.type !== "pointerup" || wandered(pressed, event)) return;
    const { x, y } = this.at(event);
    const photo = this.hand.photo();
    if (photo) photo.tap(x, y);
    else this.hand.tapped(x, y);
  }

  private wheel(event: WheelEvent): void {
    const part = (event.target as Element).closest<SVGElement>("[data-card]");
    const pose = part && this.hand.poseOf(Number(part.dataset.card));
    if (!part || !pose || event.ctrlKey || this.hand.photo()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.hand.choose(Number(part.dataset.card));
    this.hand.put(Number(part.dataset.card), {
      rot: pose.rot + wheelWay(event) * (event.shiftKey ? 1 : WHEEL_TURN),
    });
  }
}
