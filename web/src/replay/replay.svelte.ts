// A game move by move: through whose eyes, which move is shown, stepping and playing it forward.
import type { AnyView, GameDrawing } from "../games/contract";
import { request } from "../net/request";
import type { Frame, Frames } from "../protocol";
import { motionSpeed } from "../settings.svelte";
import { Director } from "../table/director.svelte";
import type { Eyes } from "./moment";

const PAUSE = 900; // ms between moves at normal speed
const STILL_PAUSE = 1400; // without motion there is nothing else to look at

export class Replay {
  frames = $state.raw<readonly Frame[]>([]);
  /** everybody's frames, while everything is open */
  everybody = $state.raw<readonly (readonly Frame[])[] | null>(null);
  eyes = $state<Eyes>(null);
  at = $state(0);
  running = $state(false);
  readonly director: Director;
  private readonly asked = new Map<number, Promise<readonly Frame[]>>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: string,
    private readonly players: number,
    drawing: GameDrawing,
  ) {
    this.director = new Director(drawing.scenes);
  }

  get frame(): Frame | null {
    return this.frames[this.at] ?? null;
  }

  get last(): number {
    return Math.max(0, this.frames.length - 1);
  }

  /** The view of every seat at this moment, if everything is open; what is being shown is not there yet. */
  get opened(): AnyView[] | null {
    const at = this.director.playing ? Math.max(0, this.at - 1) : this.at;
    return this.everybody?.map((frames) => (frames[at] ?? frames.at(-1))!.view as AnyView) ?? null;
  }

  /** Look through other eyes at the same moment. */
  async look(eyes: Eyes): Promise<void> {
    const seats = Array.from({ length: this.players }, (_, seat) => seat);
    const everybody = eyes === "open" ? await Promise.all(seats.map((seat) => this.seen(seat))) : null;
    const frames = await this.seen(typeof eyes === "number" ? eyes : -1);
    this.eyes = eyes;
    this.everybody = everybody;
    this.frames = frames;
    this.jump(Math.min(this.at, this.last));
  }

  jump(at: number): void {
    this.at = Math.min(this.last, Math.max(0, at));
    this.director.jump((this.frame?.view as AnyView | undefined) ?? null);
  }

  /** The move with this number; a game that goes on may have fewer by now. */
  jumpToMove(move: number): void {
    const at = this.frames.findIndex((frame) => frame.move === move);
    this.jump(at < 0 ? this.last : at);
  }

  back(): void {
    this.pause();
    this.jump(this.at - 1);
  }

  /** The next move, with everything that explains it. */
  forward(): void {
    const [before, after] = [this.frame, this.frames[this.at + 1]];
    if (!before || !after) return this.pause();
    this.director.skip();
    this.at += 1;
    this.director.follow({
      before: before.view as AnyView,
      after: after.view as AnyView,
      told: after.told,
      by: after.by,
    });
  }

  play(): void {
    if (this.at >= this.last) this.jump(0);
    this.running = true;
  }

  pause(): void {
    this.running = false;
    clearTimeout(this.timer);
  }

  /** While it runs: go on when the move has been shown. Called again whenever that changes. */
  goOn(): void {
    clearTimeout(this.timer);
    if (!this.running || this.director.playing) return;
    if (this.at >= this.last) return this.pause();
    const speed = motionSpeed();
    this.timer = setTimeout(() => this.forward(), speed === 0 ? STILL_PAUSE : PAUSE / speed);
  }

  close(): void {
    this.pause();
    this.director.close();
  }

  private seen(seat: number): Promise<readonly Frame[]> {
    let frames = this.asked.get(seat);
    if (!frames) {
      frames = request<Frames>("GET", `/api/tables/${this.table}/frames?seat=${seat}`).then(
        (found) => found.frames,
      );
      frames.catch(() => this.asked.delete(seat));
      this.asked.set(seat, frames);
    }
    return frames;
  }
}
