// What is remembered of cards passed on.
import { expect, it } from "vitest";
import type { KosmodraciPlayerView, KosmodraciView } from "../../protocol";
import { remembered } from "./memory";

const at = (given: Partial<KosmodraciView>, played: readonly (readonly number[])[]): KosmodraciView =>
  ({
    players: 3,
    options: { family_variant: false },
    everybody: played.map((cards) => ({ played: cards }) as unknown as KosmodraciPlayerView),
    ...given,
  }) as KosmodraciView;

it("knows in the draft that the hand passed on is with the left neighbour, less what was picked", () => {
  const view = at({ stage: "draft", passed: 1, seen: [{ packet: 0, first: 1, last: 8, cards: [4, 5] }] }, [
    [],
    [],
    [],
  ]);
  expect(remembered(view)).toEqual([{ cards: [4, 5], seats: [1] }]);
});

it("forgets in the hunt what was played and who has played it", () => {
  const seen = [{ packet: 0, first: 1, last: 2, cards: [4, 5] }];
  expect(remembered(at({ stage: "hunt", passed: 9, seen }, [[], [4], []]))).toEqual([
    { cards: [5], seats: [2] },
  ]);
  expect(remembered(at({ stage: "hunt", passed: 9, seen }, [[], [4], [5]]))).toEqual([]);
});
