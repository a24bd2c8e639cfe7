// The card in hand while it is being placed: where it is held, moved and turned, before anything is sent.
import type { KosmicznaEskadraPose as Pose, KosmicznaEskadraView as View } from "../../protocol";
import { arrowOf } from "../../kit/keys";
import { roomiest } from "./geometry";

const CENTIMETRE = 100;
const MILLIMETRE = 10;
const TENTH = 1;

const LEFT = ["q", "Q", "[", "{"];
const RIGHT = ["e", "E", "]", "}"];

export class Holding {
  pose = $state.raw<Pose>({ x: 0, y: 0, rot: 0 });
  /** over the table; else it is in hand, without a place */
  over = $state(true);
  private card = "";
  private expected = false; // asked for, and not named yet
  private start: Pose = { x: 0, y: 0, rot: 0 };
  private limit: readonly [number, number] = [0, 0];

  /** Follow the view: a card that was not in hand before appears where there is room. */
  take(view: View): void {
    this.limit = view.table_size;
    if (view.held === null) return;
    const card = `${view.round}:${view.held}`;
    if (card === this.card) return;
    this.card = card;
    if (this.expected) this.expected = false;
    else this.appear(view, true);
  }

  /** A card was asked for: whoever draws it can move it before anybody has said which one it is. */
  expect(view: View): void {
    this.expected = true;
    this.appear(view, false);
  }

  /** It does not come. */
  expectNothing(): void {
    this.expected = false;
  }

  private appear(view: View, over: boolean): void {
    this.start = view.held_at ?? roomiest(view);
    this.pose = this.start;
    this.over = over;
  }

  /** It is not where it appeared. */
  get moved(): boolean {
    return this.pose !== this.start;
  }

  reset(): void {
    this.pose = this.start;
  }

  /** Put the card's centre somewhere on the table. */
  moveTo(x: number, y: number): void {
    const within = (value: number, side: number) =>
      Math.max(-side / 2, Math.min(side / 2, Math.round(value)));
    this.pose = { ...this.pose, x: within(x, this.limit[0]), y: within(y, this.limit[1]) };
  }

  /** Carry it to a place; beside the table it is in hand. */
  carryTo(x: number, y: number): void {
    this.over = Math.abs(x) <= this.limit[0] / 2 && Math.abs(y) <= this.limit[1] / 2;
    if (this.over) this.moveTo(x, y);
  }

  turnTo(rot: number): void {
    this.pose = { ...this.pose, rot: ((Math.round(rot) % 360) + 360) % 360 };
  }

  turnBy(degrees: number): void {
    this.turnTo(this.pose.rot + degrees);
  }

  /** Move or turn by a key; false if the key means nothing here. */
  press(event: KeyboardEvent): boolean {
    const arrow = arrowOf(event);
    if (arrow) {
      const step = event.altKey ? TENTH : event.shiftKey ? MILLIMETRE : CENTIMETRE;
      this.over = true;
      this.moveTo(this.pose.x + arrow[0] * step, this.pose.y - arrow[1] * step); // y upwards
      return true;
    }
    const degrees = event.shiftKey ? 1 : 15;
    if (LEFT.includes(event.key)) this.turnBy(degrees);
    else if (RIGHT.includes(event.key)) this.turnBy(-degrees);
    else return false;
    return true;
  }
}
