// A game move by move: through whose eyes, which move is shown, stepping and playing it forward, also as it happened.
import type { AnyView, GameDrawing } from "../games/contract";
import type { Frame } from "../protocol";
import { motionSpeed } from "../shell/settings.svelte";
import { Director } from "../table/director.svelte";
import type { Eyes } from "./moment";
import { frameAt, isRace, isTimed, LONGEST_WAIT, timesOf } from "./timeline";

/** Move by move, or as it happened: so many times as fast. */
export const PACES = ["moves", 1, 2, 4] as const;
export type Pace = (typeof PACES)[number];
/** The moves as a seat saw them; -1: as everybody could. */
type Source = (seat: number) => Promise<readonly Frame[]>;

const PAUSE = 900; // ms between moves at normal speed
const STILL_PAUSE = 1400; // without motion there is nothing else to look at
const TICK = 50; // ms between two looks at the time

export class Replay {
  frames = $state.raw<readonly Frame[]>([]);
  /** everybody's frames, while everything is open */
  everybody = $state.raw<readonly (readonly Frame[])[] | null>(null);
  eyes = $state<Eyes>(null);
  at = $state(0);
  running = $state(false);
  pace = $state<Pace>("moves");
  /** long waits are shortened */
  short = $state(true);
  /** in real time: how many ms of it have passed */
  now = $state(0);
  readonly times = $derived(timesOf(this.frames, this.short ? LONGEST_WAIT : null));
  readonly timed = $derived(isTimed(this.frames));
  readonly director: Director;
  private readonly asked = new Map<number, Promise<readonly Frame[]>>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private since = 0;
  private begun = false;
  private looks = 0;

  constructor(
    private readonly source: Source,
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

  /** Look through other eyes at the same moment; what was chosen last counts, whenever it comes. */
  async look(eyes: Eyes): Promise<void> {
    const number = ++this.looks;
    const seats = Array.from({ length: this.players }, (_, seat) => seat);
    const wanted = Promise.all([
      this.seen(typeof eyes === "number" ? eyes : -1),
      eyes === "open" ? Promise.all(seats.map((seat) => this.seen(seat))) : null,
    ]);
    const found = await wanted.catch((error: unknown) => {
      if (number === this.looks) throw error;
    });
    if (number === this.looks && found) this.show(eyes, ...found);
  }

  private show(eyes: Eyes, frames: readonly Frame[], everybody: readonly (readonly Frame[])[] | null): void {
    this.eyes = eyes;
    this.everybody = everybody;
    this.frames = frames;
    if (!this.begun && isRace(frames) && this.timed) this.pace = 1; // what a race is about is time
    this.begun = true;
    this.jump(Math.min(this.at, this.last));
  }

  jump(at: number): void {
    this.at = Math.min(this.last, Math.max(0, at));
    this.now = this.times[this.at] ?? 0;
    this.director.jump((this.frame?.view as AnyView | undefined) ?? null);
  }

  /** What was on the table at this time. */
  jumpToTime(ms: number): void {
    this.jump(frameAt(this.times, ms));
    this.now = Math.min(this.duration, Math.max(0, ms));
  }

  get duration(): number {
    return this.times.at(-1) ?? 0;
  }

  /** Another pace, or long waits as they were: the same move stays on the table. */
  setPace(pace: Pace, short: boolean): void {
    const running = this.running;
    this.pause();
    this.pace = pace;
    this.short = short;
    this.now = this.times[this.at] ?? 0;
    if (running) this.play();
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
    this.now = Math.max(this.now, this.times[this.at] ?? 0);
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
    if (this.pace === "moves") return;
    this.since = performance.now();
    this.timer = setTimeout(() => this.tick(), TICK);
  }

  pause(): void {
    this.running = false;
    clearTimeout(this.timer);
  }

  /** While it runs: go on when the move has been shown. Called again whenever that changes. */
  goOn(): void {
    if (this.pace !== "moves") return;
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

  private tick(): void {
    const at = performance.now();
    this.pass((at - this.since) * Number(this.pace));
    this.since = at;
    if (this.running) this.timer = setTimeout(() => this.tick(), TICK);
  }

  /** Real time passes. What takes longer to be shown than it took to happen is waited for. */
  private pass(ms: number): void {
    const next = this.times[this.at + 1];
    if (next === undefined) {
      if (!this.director.playing) this.pause();
    } else if (this.director.playing) this.now = Math.min(this.now + ms, next);
    else {
      this.now += ms;
      while ((this.times[this.at + 1] ?? Infinity) <= this.now && !this.director.playing) this.forward();
    }
  }

  private seen(seat: number): Promise<readonly Frame[]> {
    let frames = this.asked.get(seat);
    if (!frames) {
      frames = this.source(seat);
      frames.catch(() => this.asked.delete(seat));
      this.asked.set(seat, frames);
    }
    return frames;
  }
}
