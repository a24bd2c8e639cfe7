// How the card in hand is controlled: pointers on the table and the pack, and keys from anywhere.
import { settings } from "../../shell/settings.svelte";
import type { Zoom } from "../../kit/zoom.svelte";
import type { Place } from "../../kit/pointers";
import { Grip } from "./grip";
import type { Playing } from "./playing.svelte";

export class Controls {
  /** where a finger drags the card, in pixels from the corner of the table's place */
  finger = $state.raw<{ left: number; top: number } | null>(null);
  /** where a pointer carries the card when it is not over the table */
  beside = $state.raw<Place | null>(null);
  private grip: Grip | undefined;

  constructor(private readonly playing: Playing) {}

  /** Follow pointers on the table; `tapped` says whether a tap was meant for something else than the card. */
  listen(svg: SVGSVGElement, zoom: Zoom, tapped: (x: number, y: number) => boolean): () => void {
    const { playing } = this;
    this.grip = new Grip(svg, zoom, {
      card: () => (playing.free ? playing.holding : null),
      races: () => playing.racing,
      refused: () => playing.askWhyFixed(),
      tapped: (x, y) => void (tapped(x, y) || (playing.free && this.place(x, y))),
      finger: (at) => (this.finger = at && within(svg, at)),
      beside: (at) => (this.beside = at),
      moved: () => playing.moved(),
      letGo: () => playing.letGo(),
      brought: () => playing.bring(),
    });
    return this.grip.listen();
  }

  private place(x: number, y: number): void {
    this.playing.holding.over = true;
    this.playing.holding.moveTo(x, y);
    this.playing.moved();
  }

  /** Put the card somewhere in numbers. */
  write(x: number, y: number): void {
    this.grip?.forgetMouse();
    this.playing.holding.over = true;
    this.playing.holding.moveTo(x, y);
    this.playing.moved(false);
  }

  turn(degrees: number): void {
    this.playing.holding.turnBy(degrees);
    this.playing.moved(false);
  }

  /** The card comes to the hand that took it: a mouse over the table, or the keys. */
  private draw(): boolean {
    if (!this.playing.draw()) return false;
    if (this.grip?.hasMouse) this.grip.follow();
    else this.playing.bring();
    return true;
  }

  /** In a race: the next card, for whoever writes where it comes. */
  drawToWrite(): boolean {
    this.grip?.forgetMouse();
    return this.draw();
  }

  /** The pack was pressed, perhaps to drag the card from it. */
  grab(event: PointerEvent): void {
    const { playing } = this;
    if (!playing.unknown && playing.held === null) playing.draw();
    if (playing.free && !playing.holding.over) this.grip?.grab(event);
  }

  /** The same without a pointer: draw, or bring the card that is in hand. */
  take(): void {
    if (!this.draw() && this.playing.free) this.playing.bring();
  }

  /** A key on the card. */
  press(event: KeyboardEvent): void {
    const { playing } = this;
    if (isForBrowser(event)) return;
    if (event.key === "Enter") {
      if (!event.repeat) playing.lay(); // a key that drew the card, and is still down, does not lay it
    } else if (event.key === "Escape" && playing.free && playing.holding.moved) this.back();
    else if (!playing.free || !this.move(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A card that is dragged goes back, one that follows the mouse stays where it is, another one goes back to where it appeared. */
  private back(): void {
    if (this.grip?.cancel() || this.grip?.rest()) return;
    this.playing.holding.reset();
    this.playing.moved(false);
  }

  /** Move or turn the card by a key; false if the key means nothing here. */
  private move(event: KeyboardEvent): boolean {
    if (!this.playing.holding.press(event)) return false;
    if (event.key.startsWith("Arrow")) this.grip?.forgetMouse();
    this.playing.moved(false);
    return true;
  }

  /** A key anywhere on the page: those that move the card reach it from anywhere but another control. */
  pressAnywhere(event: KeyboardEvent): boolean {
    const at = event.target as Element;
    if (isForBrowser(event) || at.closest("input, select, textarea, dialog")) return false;
    if (event.key === "Escape") this.grip?.cancel();
    const shortcut = settings.keys && !event.repeat && this.shortcut(event.key.toLowerCase());
    const nowhere = at === document.body || at.matches("main");
    const moved = !shortcut && nowhere && this.playing.free && this.move(event);
    if (shortcut || moved) event.preventDefault();
    return moved;
  }

  /** D draws a card, or drops the one in hand after Stop; K keeps it. */
  private shortcut(key: string): boolean {
    const answer = { d: "drop", k: "keep" }[key];
    return (answer !== undefined && this.playing.answer(answer)) || (key === "d" && this.draw());
  }
}

/** A key that stays down presses a button once. */
export function once(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}

/** Alt+D leads to the address, Ctrl+E to the search; what AltGr writes is a sign like any other. */
function isForBrowser(event: KeyboardEvent): boolean {
  if (event.getModifierState("AltGraph")) return false;
  return event.ctrlKey || event.metaKey || (event.altKey && !event.key.startsWith("Arrow"));
}

function within(svg: SVGSVGElement, at: Place): { left: number; top: number } {
  const place = svg.getBoundingClientRect();
  return { left: at.clientX - place.left, top: at.clientY - place.top };
}
