// What lies at a base is what the ships' fates say.
import { expect, it } from "vitest";
import type { KosmicznaEskadraShipView as Ship, KosmicznaEskadraView as View } from "../../protocol";
import { baseOf } from "./bases";

const ship = (
  owner: number,
  card: number,
  fate: Ship["fate"],
  taker: number | null,
  ore = 0,
): Partial<Ship> => ({
  owner,
  card,
  fate,
  taker,
  ore,
});

it("trophies and losses count by hull, ore only on ships that came through", () => {
  const view = {
    squadron: [{ hull: 1 }, { hull: 4 }],
    table: [
      ship(1, 1, "trophy", 0),
      ship(1, 0, "trophy", 0),
      ship(0, 0, "loss", 0),
      ship(0, 1, "afloat", null, 3),
      ship(0, 1, "removed", null),
      ship(0, 1, "hangar", null),
    ],
  } as unknown as View;
  expect(baseOf(view, 0)).toEqual({ trophies: 5, losses: 1, ore: 3 });
  expect(baseOf(view, 1)).toEqual({ trophies: 0, losses: 0, ore: 0 });
});
