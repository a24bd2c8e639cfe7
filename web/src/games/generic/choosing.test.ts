// Buttons for what may be done: short texts under what they have in common, and steps where there are many.
import { expect, test } from "vitest";
import type { Told } from "../../protocol";
import { branchesOf, byCard, frameOf, type Branch } from "./choosing";
import type { PlainCard } from "./reading";

const bid = (card: number): Told => ({ id: "bid", args: { card } });
const lay = (card: number | string, planet: number): Told => ({ id: "lay", args: { card, planet } });
const sentence = ({ id, args }: Told) =>
  id === "bid" ? `bid ${args.card}` : id === "lay" ? `lay ${args.card} on planet ${args.planet}` : id;
const held = (...ids: unknown[]) => ids.map((id) => ({ id }) as PlainCard);
const texts = (branch: Branch | undefined) => branch?.choices.map((choice) => choice.text);

test("what differs stands on the buttons, what is alike above them, all of it in their labels", () => {
  const [branch] = branchesOf([bid(2), bid(5)], sentence);
  expect(branch?.heading).toBe("Bid …");
  expect(texts(branch)).toEqual(["2", "5"]);
  expect(branch?.choices.map((choice) => choice.label)).toEqual(["Bid 2", "Bid 5"]);
});

test("single actions come first and say all", () => {
  const branches = branchesOf([bid(2), bid(5), { id: "hold", args: {} }, { id: "roll", args: {} }], sentence);
  expect(branches.map((branch) => [branch.heading, texts(branch)])).toEqual([
    ["", ["Hold", "Roll"]],
    ["Bid …", ["2", "5"]],
  ]);
});

test("many actions are chosen step by step, and every one of them can be reached", () => {
  const all = [1, 2, "T"].flatMap((card) => [0, 1, 2, 3, 4].map((planet) => lay(card, planet)));
  const [branch] = branchesOf(all, sentence);
  expect(branch?.heading).toBe("Lay … on planet …");
  expect(texts(branch)).toEqual(["1", "2", "T"]);
  const inner = branch!.choices[2]!.inner!;
  expect(inner.heading).toBe("Lay T on planet …");
  expect(inner.choices.map((choice) => choice.action)).toEqual(all.slice(10));
  const reached = branch!.choices.flatMap((choice) => choice.inner!.choices.map((one) => one.action));
  expect(reached).toEqual(all);
});

test("half an expression is not taken for what is alike", () => {
  const frame = frameOf(["add 1 to planet 0 in the east", "add 2 to planet 1 in the east"]);
  expect(frame.text).toBe("add …");
  expect(frame.inside("add 2 to planet 1 in the east")).toBe("2 to planet 1 in the east");
});

test("sentences of which one is the beginning of another keep a word each", () => {
  const frame = frameOf(["pay", "pay twice"]);
  expect(frame.inside("pay")).toBe("Pay");
  expect(frame.inside("pay twice")).toBe("Pay twice");
});

test("a card of the hand leads to what is done with it", () => {
  const legal = [lay(1, 0), lay(1, 1), lay("T", 0), { id: "pass", args: {} }];
  const ways = byCard(legal, held("T", 1, 3));
  expect(ways.with.get(0)).toEqual([lay("T", 0)]);
  expect(ways.with.get(1)).toEqual([lay(1, 0), lay(1, 1)]);
  expect(ways.with.get(2)).toBeUndefined();
  expect(ways.rest).toEqual([{ id: "pass", args: {} }]);
});

test("where an action's number is no card of the hand, none of its kind is done with a card", () => {
  const legal = [bid(1), bid(9)];
  expect(byCard(legal, held(1, 2)).rest).toEqual(legal);
});

test("each of two equal cards does", () => {
  const ways = byCard([bid(4)], held(4, 4));
  expect([...ways.with.keys()]).toEqual([0, 1]);
});
