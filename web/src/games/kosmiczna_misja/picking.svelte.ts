// Choosing in two steps, in either order: a tile and its place, or an own tile and the box.
import type { Prompt } from "../contract";
import type { KosmicznaMisjaPlanetView, KosmicznaMisjaView } from "../../protocol";
import type { Actions, GameAction } from "./messages";
import { findAdd, findDiscard, findNew, fits, isChosen, useOf, type Choice } from "./choices";
import { QUADRANTS, type Quadrant, type Tile } from "./shapes";

/** What the table knows and can do; read anew at every choice. */
interface Around {
  readonly view: KosmicznaMisjaView;
  readonly legal: readonly GameAction[];
  readonly seat: number | null;
  act(action: GameAction): void;
  why(action: GameAction): void;
}

export class Picking {
  choice = $state.raw<Choice | null>(null);
  /** the tile of the bank under the pointer or the focus */
  looked = $state.raw<Tile | null>(null);

  constructor(private readonly around: Around) {}

  /** The chosen tile of the bank. */
  get tile(): number | null {
    return this.choice?.kind === "tile" ? this.choice.tile : null;
  }

  /** The tile that is shown where it would lie. */
  get ghost(): Tile | null {
    const { bank } = this.around.view;
    if (this.tile !== null) return bank.find((tile) => tile.number === this.tile) ?? null;
    return this.looked && bank.includes(this.looked) ? this.looked : null;
  }

  /** What putting the chosen own tile into the box would be. */
  get discard(): GameAction | null {
    const { choice } = this;
    return choice?.kind === "lift" ? findDiscard(this.around.legal, choice.planet, choice.quadrant) : null;
  }

  forget(): void {
    this.choice = null;
  }

  /** What is asked for next, and which actions may still come of what was chosen. */
  get step(): { prompt: Prompt; among: (action: GameAction) => boolean; back: () => void } | null {
    const { choice } = this;
    if (choice === null) return null;
    const key = { tile: "prompt_place", place: "prompt_tile", new: "prompt_tile", lift: "prompt_box" }[
      choice.kind
    ];
    return { prompt: { key }, among: (action) => fits(choice, action), back: () => this.forget() };
  }

  fromBank({ number: tile }: Tile): void {
    const use = useOf(this.around.legal, tile, this.choice);
    const { choice } = this;
    if (choice?.kind === "place" || choice?.kind === "new") {
      if (use) return this.around.act(use);
      if (choice.kind === "new") return this.around.why(ask("new", { tile }));
      this.around.why(ask("add", { tile, planet: choice.planet, quadrant: choice.quadrant }));
    } else if (this.tile === tile) this.forget();
    else if (use) this.choice = { kind: "tile", tile };
    else this.around.why(this.useless(tile));
  }

  free(planet: number, quadrant: Quadrant): void {
    const action = findAdd(this.around.legal, this.tile, planet, quadrant);
    if (!action) this.around.why(ask("add", { tile: this.meant(), planet, quadrant }));
    else if (this.tile !== null) this.around.act(action);
    else this.choice = isChosen(this.choice, planet, quadrant) ? null : { kind: "place", planet, quadrant };
  }

  fresh(): void {
    const action = findNew(this.around.legal, this.tile);
    if (!action) this.around.why(ask("new", { tile: this.meant() }));
    else if (this.tile !== null) this.around.act(action);
    else this.choice = this.choice?.kind === "new" ? null : { kind: "new" };
  }

  taken(planet: number, quadrant: Quadrant): void {
    if (!findDiscard(this.around.legal, planet, quadrant))
      this.around.why(ask("discard", { planet, quadrant }));
    else this.choice = isChosen(this.choice, planet, quadrant) ? null : { kind: "lift", planet, quadrant };
  }

  box(): void {
    const { legal } = this.around;
    if (this.discard) this.around.act(this.discard);
    else if (legal.every((action) => action.id !== "discard")) {
      const place = this.unfinished((tile) => tile !== null);
      this.around.why(place ? ask("discard", place) : ask("skip", {}));
    }
  }

  /** The tile that is meant when somebody asks about a place. */
  private meant(): number {
    return this.tile ?? this.around.view.bank[0]?.number ?? 0;
  }

  /** What somebody wanted who chose a tile that can be used nowhere: to add it at the first free place. */
  private useless(tile: number): GameAction {
    const place = this.unfinished((one) => one === null);
    return place ? ask("add", { tile, ...place }) : ask("new", { tile });
  }

  /** The first place like this on an own unfinished planet. */
  private unfinished(wanted: (tile: Tile | null) => boolean): { planet: number; quadrant: Quadrant } | null {
    const { seat, view } = this.around;
    const own: readonly KosmicznaMisjaPlanetView[] = seat === null ? [] : view.everybody[seat]!.planets;
    const planet = own.findIndex((one) => !one.finished);
    const quadrant = QUADRANTS[own[planet]?.tiles.findIndex(wanted) ?? -1];
    return quadrant ? { planet, quadrant } : null;
  }
}

function ask<Id extends keyof Actions>(id: Id, args: Actions[Id]) {
  return { id, args } as GameAction;
}
