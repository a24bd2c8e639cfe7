// What the viewer does with cards: draws, moves, turns and lays them, in turns or in a race.
import type { LiveTable } from "../contract";
import type { KosmicznaEskadraPose as Pose, KosmicznaEskadraView as View } from "../../protocol";
import type { GameAction } from "./messages";
import { Aiming } from "./aiming.svelte";
import { Holding } from "./holding.svelte";
import { Throttle } from "./pace";
import { isRace, Race } from "./race.svelte";

const HOVER_EVERY = 50; // ms between two messages where the hand is

/** What there is to go by. */
interface Sight {
  view: View;
  legal: readonly GameAction[];
  seat: number | null;
  live: LiveTable | null;
  /** the signal has been given */
  begun: boolean;
  act: (action: GameAction) => Promise<boolean | void> | void;
  why: (action: GameAction) => void;
}

export class Playing {
  readonly holding = new Holding();
  readonly aiming = new Aiming();
  private readonly race = new Race();
  private pointing = false; // the card was moved last by a pointer
  private told = ""; // the card whose place was told when it appeared
  private laying = false; // in turns: a card was laid, and nobody has answered
  private readonly hovers = new Throttle<{ pose: Pose; at: number }>(
    ({ pose, at }) => this.sight().live?.hover({ id: "hold", args: { ...pose } }, at),
    HOVER_EVERY,
  );

  constructor(private readonly sight: () => Sight) {}

  /** The server said something new. */
  take(): void {
    const { view } = this.sight();
    this.holding.take(view);
    this.race.take(view);
    if (view.stage === "stopping") this.hovers.flush(); // it was there before Stop
    if (view.held === null || view.stage !== "placing") this.stop();
    else if (this.racing && this.free && this.over && this.held !== null)
      this.tell(`${view.round}:${this.held}`);
  }

  /** A card that is seen over the table is known to be there, also if nobody moves it. */
  private tell(card: string): void {
    if (card === this.told) return;
    this.told = card;
    this.moved(this.pointing);
  }

  /** Nothing that waits is said any more. */
  stop(): void {
    this.hovers.cancel();
    this.aiming.clear();
  }

  get racing(): boolean {
    const { view, legal, seat } = this.sight();
    return isRace(view) && view.stage === "placing" && seat !== null && legal.length > 0;
  }

  /** The card in hand, as far as the viewer is concerned. */
  get held(): number | null {
    const { view } = this.sight();
    return this.racing ? this.race.held(view) : view.held;
  }

  /** A card was drawn, and nobody has said which one. */
  get unknown(): boolean {
    return this.racing && this.race.asked;
  }

  /** Where a card lies that was let go, until the server says so. */
  get laid() {
    return this.racing ? this.race.laid : null;
  }

  /** The card may be moved and turned. */
  get free(): boolean {
    const { legal, begun } = this.sight();
    if (this.racing) return begun && (this.unknown || this.held !== null);
    return legal.some((one) => one.id === "release_somewhere");
  }

  /** Where it is: as the viewer holds it, or as the table knows it when that is not up to the viewer. */
  get pose(): Pose {
    return (this.free ? null : this.sight().view.held_at) ?? this.holding.pose;
  }

  /** It is seen over the table. */
  get over(): boolean {
    const { view } = this.sight();
    if (this.racing) return (this.unknown || this.held !== null) && this.holding.over;
    if (view.held === null) return false;
    return view.held_at !== null || (view.stage === "placing" && !isRace(view));
  }

  get left(): number {
    const { view, seat } = this.sight();
    return seat === null ? 0 : this.race.pack(view, seat);
  }

  get mayDraw(): boolean {
    const { view, seat, begun } = this.sight();
    return this.racing && begun && seat !== null && this.race.mayDraw(view, seat);
  }

  /** In a race: draw a card, which is in hand at once; false if that is not possible now. */
  draw(): boolean {
    if (!this.mayDraw) return false;
    this.race.asked = true;
    this.pointing = true;
    this.holding.expect(this.sight().view);
    void this.answered({ id: "draw", args: {} }).then((done) => {
      if (done) return;
      this.race.asked = false;
      this.holding.expectNothing();
    });
    return true;
  }

  /** Lay the card where it is, or ask why that is not possible; one that is not over the table comes there first. */
  lay(): void {
    if (this.laid || this.laying) return; // that was said already
    const release = { id: "release", args: { ...this.pose } } as const;
    const card = this.held;
    if (!this.free || (!this.racing && card === null)) return this.sight().why(release);
    if (!this.over) this.bring();
    else if (!this.racing) this.layInTurn(release);
    else if (card !== null) this.release(release, card);
  }

  private layInTurn(release: GameAction): void {
    this.laying = true;
    void this.answered(release).finally(() => (this.laying = false));
  }

  /** The card in hand comes over the table, where nobody points. */
  bring(): void {
    this.holding.over = true;
    this.moved(false);
  }

  /** After Stop: drop or keep the card; false if that is not possible now. */
  answer(id: string): boolean {
    const { legal, act } = this.sight();
    const answer = legal.find((one) => one.id === id);
    if (answer) void act(answer);
    return answer !== undefined;
  }

  /** Somebody tries to move a card that must stay. */
  askWhyFixed(): void {
    if (this.over && this.held !== null) this.sight().why({ id: "hold", args: { ...this.pose } });
  }

  /** A pointer lets the card go: it lies. Beside the table it comes back to the hand, with the reason. */
  letGo(): void {
    if (this.held === null) return;
    if (this.over) return this.lay();
    const { view, why } = this.sight();
    why({ id: "release", args: { ...this.pose, x: view.table_size[0] / 2 + 1 } });
  }

  private release(release: GameAction, card: number): void {
    this.hovers.cancel();
    this.aiming.clear();
    this.race.laid = { card, round: this.sight().view.round, pose: this.pose };
    void this.answered(release).then((done) => {
      if (done) return;
      this.race.laid = null;
      this.holding.over = false;
    });
  }

  private async answered(action: GameAction): Promise<boolean> {
    return (await this.sight().act(action)) !== false;
  }

  /** The card is somewhere else: where it rests, it is told what it would meet. In a race nobody who points is kept by that. */
  moved(pointing = true): void {
    const { live } = this.sight();
    this.pointing = pointing;
    this.hover();
    if (pointing && this.racing) this.aiming.clear();
    else if (live?.aim && this.held !== null) this.aiming.from(this.pose, live.aim);
  }

  private hover(): void {
    const at = this.sight().live?.now() ?? 0;
    if (this.racing && this.over && this.held !== null) this.hovers.say({ pose: this.pose, at });
  }
}
