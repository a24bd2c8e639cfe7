// What the viewer is asked to do, and what an action is about.
import type { PiraciView } from "../../protocol";
import type { GameAction } from "./messages";
import { discOf, unitName } from "./choices";
import { ownerOf } from "./layout";

export function prompt(
  view: PiraciView,
  legal: readonly GameAction[],
): { key: string; args?: Record<string, unknown> } | null {
  const can = (id: string) => legal.some((action) => action.id === id);
  if (can("mutiny") && view.about !== null)
    return { key: "prompt.mutiny", args: { captain: ownerOf(view.about) } };
  if (view.mutiny.length > 0) return { key: "prompt.forced" };
  if (can("move") && can("board")) return { key: "prompt.both" };
  if (can("board")) return { key: "prompt.board" };
  return can("move") ? { key: "prompt.move" } : null;
}

export function about(action: GameAction, view: PiraciView): string[] {
  const { id, args } = action;
  const names = [unitName(view, discOf(view, args.colour, args.disc))];
  if (id === "move") names.push(unitName(view, discOf(view, args.target_colour, args.target)));
  if (id === "board") names.push(`ship:${args.ship}`);
  return names;
}
