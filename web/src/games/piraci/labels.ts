// What units and ships are, in words, for those who hear the table.
import type { PiraciShipView, PiraciView } from "../../protocol";
import type { SeatLook, Speaker } from "../contract";
import { ownerOf } from "./layout";

/** A single pirate, or a stack from top to bottom; covered wages only where they may be seen. */
export function unitLabel(
  say: Speaker,
  view: PiraciView,
  seats: readonly SeatLook[],
  discs: readonly number[],
  open: boolean,
): string {
  const [top, ...covered] = discs as [number, ...number[]];
  const seat = ownerOf(top);
  const mine = seats[seat]?.you === true;
  const args = { seat, wage: view.discs[top], n: discs.length, covered: "" };
  const words = [];
  if (covered.length === 0) words.push(mine ? say.ui("unit.mine", args) : say.ui("unit.of", args));
  else {
    const whose = (disc: number) => seats[ownerOf(disc)]?.name ?? "";
    const shown = (disc: number) => (open ? `${whose(disc)} ${view.discs[disc]}` : whose(disc));
    args.covered = covered.map(shown).join(", ");
    words.push(mine ? say.ui("stack.mine", args) : say.ui("stack.of", args));
  }
  if (view.mutiny.includes(top)) words.push(say.ui("unit.in_mutiny"));
  if (view.about === top) words.push(say.ui("unit.asked"));
  return words.join("; ");
}

export function shipLabel(say: Speaker, ship: PiraciShipView): string {
  const { id, gold, crew, pay, loot } = ship;
  return say.ui("ship", { ship: id, gold, crew, pay, loot });
}
