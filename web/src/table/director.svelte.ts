// Shows what happened step by step: plays the scenes of each move, can be skipped, and always ends at the truth.
import { getContext, setContext } from "svelte";
import type { AnyView, Moment, Scene } from "../games/contract";
import type { Told } from "../protocol";
import { motionSpeed } from "../shell/settings.svelte";

type MakeScenes = (moment: Moment<AnyView>) => Scene<AnyView>[];

const KEY = Symbol("director");

/** What is inside this component can ask what has been shown. */
export const showsWhatHappened = (director: Director): Director => setContext(KEY, director);
export const whoShowsWhatHappened = (): Director | undefined => getContext<Director | undefined>(KEY);

/** A move that is shown, and what happened in it. */
interface Shown {
  scenes: Scene<AnyView>[];
  told: readonly Told[];
}
const NOTHING: ReadonlySet<Told> = new Set();

/** Further behind than this, it stops explaining and catches up. */
const MOST_WAITING = 6;

export class Director {
  /** what the table shows: a scene's view, or the last one there is */
  view = $state.raw<AnyView | null>(null);
  scene = $state.raw<Scene<AnyView> | null>(null);
  /** what happened and has not been shown yet, so that nobody tells it before */
  unseen = $state.raw(NOTHING);
  private latest: AnyView | null = null;
  private waiting: Shown[] = [];
  private current: Shown = { scenes: [], told: [] };
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
    if (scenes.length > 0) this.waiting.push({ scenes, told: moment.told });
    else if (this.playing) this.tellLater(moment.told);
    if (this.waiting.length > MOST_WAITING) this.skip();
    else if (!this.playing) this.next();
    else this.look();
  }

  /** Stop explaining; show what is. */
  skip(): void {
    clearTimeout(this.timer);
    this.waiting = [];
    this.current = { scenes: [], told: [] };
    this.unseen = NOTHING;
    this.scene = null;
    this.view = this.latest;
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private next(): void {
    if (this.current.scenes.length === 0) {
      const following = this.waiting.shift();
      if (following === undefined) return this.skip();
      this.current = following;
    }
    const [scene, ...scenes] = this.current.scenes as [Scene<AnyView>, ...Scene<AnyView>[]];
    const { told } = this.current;
    this.current = { scenes, told: told.slice(scene.told ? told.indexOf(scene.told) + 1 : 0) };
    this.scene = scene;
    this.view = scene.view;
    this.look();
    this.timer = setTimeout(() => this.next(), scene.ms / (this.speed() || 1000));
  }

  /** There is nothing to show of it: it is told when everything before it was shown. */
  private tellLater(told: readonly Told[]): void {
    const last = this.waiting.at(-1) ?? this.current;
    last.told = [...last.told, ...told];
  }

  /** What is left of the move that is being shown, and all moves after it. */
  private look(): void {
    this.unseen = new Set([this.current, ...this.waiting].flatMap(({ told }) => told));
  }
}
