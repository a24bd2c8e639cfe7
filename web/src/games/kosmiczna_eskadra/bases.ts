// What lies at a squadron's base: its trophies and losses by hull, and the ore that came home.
import type { KosmicznaEskadraShipView as Ship, KosmicznaEskadraView as View } from "../../protocol";

interface Base {
  /** hull points of the ships in the pools */
  trophies: number;
  losses: number;
  /** on the ships that are still there */
  ore: number;
}

export function baseOf(view: View, seat: number): Base {
  const hulls = (is: (ship: Ship) => boolean) =>
    view.table.filter(is).reduce((sum, ship) => sum + view.squadron[ship.card]!.hull, 0);
  return {
    trophies: hulls((ship) => ship.fate === "trophy" && ship.taker === seat),
    losses: hulls((ship) => ship.fate === "loss" && ship.owner === seat),
    ore: view.table
      .filter((ship) => ship.fate === "afloat" && ship.owner === seat)
      .reduce((sum, ship) => sum + ship.ore, 0),
  };
}
