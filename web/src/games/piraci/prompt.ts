// What the viewer is asked to do, and what an action is about.
import type { PiraciView, Told } from "../../protocol";
import { discOf, unitName } from "./choices";
import { ownerOf } from "./layout";

export function prompt(
  view: PiraciView,
  legal: readonly Told[],
): { key: string; args?: Record<string, unknown> } | null {
  const can = (id: string) => legal.some((action) => action.id === id);
  if (can("mutiny") && view.about !== null)
    return { key: "prompt.mutiny", args: { captain: ownerOf(view.about) } };
  if (view.mutiny.length > 0) return { key: "prompt.forced" };
  if (can("move") && can("board")) return { key: "prompt.both" };
  if (can("board")) return { key: "prompt.board" };
  return can("move") ? { key: "prompt.move" } : null;
}

export function about(action: Told, view: PiraciView): string[] {
  const { colour, disc, target_colour, target, ship } = action.args;
  const names = [unitName(view, discOf(view, colour, disc))];
  if (action.id === "move") names.push(unitName(view, discOf(view, target_colour, target)));
  if (action.id === "board") names.push(`ship:${ship}`);
  return names;
}
