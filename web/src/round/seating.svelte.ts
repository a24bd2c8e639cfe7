// Who shall play, before there is a table: me, and at each other seat a friend, a bot of a level, or a neighbour here.
import { usualPlayers } from "../lobby/usual";
import type { GameAbout, Level } from "../protocol";

/** At another seat than mine; null: a person. */
export type Other = Level | null;
export const PRESETS = ["friends_bot", "bots", "friends", "three", "device"] as const;
export type Preset = (typeof PRESETS)[number];
const USUAL_LEVEL: Level = "casual";

export class Seating {
  others = $state.raw<readonly Other[]>([]);
  /** everybody plays on this device, which is passed around */
  shared = $state(false);
  level = $state<Level>(USUAL_LEVEL);
  readonly low: number;
  readonly high: number;
  private readonly usual: number;

  constructor(about: GameAbout) {
    [this.low, this.high] = about.players;
    this.usual = usualPlayers(about);
    this.take(this.presets.includes("friends_bot") ? "friends_bot" : this.presets[0]!);
  }

  get players(): number {
    return this.others.length + 1;
  }

  get people(): number {
    return this.others.filter((one) => one === null).length;
  }

  get bots(): number {
    return this.others.length - this.people;
  }

  /** Those that this game has the seats for. */
  get presets(): readonly Preset[] {
    return PRESETS.filter((one) => {
      const players = this.of(one).length + 1;
      return this.low <= players && players <= this.high;
    });
  }

  get preset(): Preset | null {
    const people = (all: readonly Other[]) => all.map((one) => one === null).join();
    return (
      this.presets.find(
        (one) => (one === "device") === this.shared && people(this.of(one)) === people(this.others),
      ) ?? null
    );
  }

  take(preset: Preset): void {
    this.shared = preset === "device";
    this.others = this.of(preset);
  }

  set(at: number, who: Other): void {
    this.others = this.others.map((one, i) => (i === at ? who : one));
  }

  remove(at: number): void {
    this.others = this.others.filter((_, i) => i !== at);
  }

  /** One seat more: for a friend where friends come, else for a bot. */
  add(): void {
    this.others = [...this.others, this.people > 0 ? null : this.level];
  }

  resize(players: number): void {
    while (this.players > players) this.remove(this.others.length - 1);
    while (this.players < players) this.add();
  }

  /** All bots at once. */
  setLevel(level: Level): void {
    this.level = level;
    this.others = this.others.map((one) => (one === null ? null : level));
  }

  private of(preset: Preset): Other[] {
    const people = (n: number): Other[] => Array.from({ length: n }, () => null);
    switch (preset) {
      case "friends_bot":
        return [null, this.level];
      case "bots":
        return Array.from({ length: this.usual - 1 }, () => this.level);
      case "friends":
        return people(1);
      case "three":
        return people(2);
      case "device":
        return people(Math.max(1, this.low - 1));
    }
  }
}
