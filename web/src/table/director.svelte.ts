// Shows what happened step by step: plays the scenes of each move, can be skipped, and always ends at the truth.
import type { AnyView, Moment, Scene } from "../games/contract";
import { motionSpeed } from "../settings.svelte";

type MakeScenes = (moment: Moment<AnyView>) => Scene<AnyView>[];

/** Further behind than this, it stops explaining and catches up. */
const MOST_WAITING = 6;

export class Director {
  /** what the table shows: a scene's view, or the last one there is */
  view = $state.raw<AnyView | null>(null);
  scene = $state.raw<Scene<AnyView> | null>(null);
  private latest: AnyView | null = null;
  private waiting: Scene<AnyView>[][] = [];
  private current: Scene<AnyView>[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly scenes: MakeScenes | undefined,
    private readonly speed: () => number = motionSpeed,
  ) {}

  get playing(): boolean {
    return this.scene !== null;
  }

  /** Show a view at once: after loading, going back, jumping in a replay. */
  jump(view: AnyView | null): void {
    this.latest = view;
    this.skip();
  }

  /** Something happened: show how, after what is being shown already. */
  follow(moment: Moment<AnyView>): void {
    this.latest = moment.after;
    const scenes = this.speed() > 0 ? (this.scenes?.(moment) ?? []) : [];
    if (scenes.length > 0) this.waiting.push(scenes);
    if (this.waiting.length > MOST_WAITING) this.skip();
    else if (!this.playing) this.next();
  }

  /** Stop explaining; show what is. */
  skip(): void {
    clearTimeout(this.timer);
    this.waiting = [];
    this.current = [];
    this.scene = null;
    this.view = this.latest;
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private next(): void {
    while (this.current.length === 0) {
      const following = this.waiting.shift();
      if (following === undefined) return this.skip();
      this.current = [...following];
    }
    const scene = this.current.shift()!;
    this.scene = scene;
    this.view = scene.view;
    this.timer = setTimeout(() => this.next(), scene.ms / (this.speed() || 1000));
  }
}
