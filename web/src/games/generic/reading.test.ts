// What is shown of a view: what the game says of its fields, what is inferred where it says nothing, and nothing else.
import { describe, expect, test } from "vitest";
import type { Drawn } from "../../protocol";
import { Catalogue, type Sections } from "../../words/catalogue";
import { fieldOf } from "../../words/speaker";
import type { AnyView, Speaker } from "../contract";
import { Reader, type Thing } from "./reading";

const NAMES = ["Ada", "Bob"];
const WORDS: Sections = {
  ui: { no_card: "no card", face_down: "face down", stage: "stage" },
  term: { T: "teleport", laying: "cards are laid" },
};

function speaker(fields: Record<string, Drawn> = {}, field: Record<string, string> = {}): Speaker {
  const all = new Catalogue("en", { ...WORDS, field }, (seat) => NAMES[seat] ?? "?");
  return {
    language: "en",
    ui: (id, args) => all.say("ui", { id, args: args ?? {} }),
    action: (told) => told.id,
    event: (told) => told.id,
    term: (id, inflected) => all.term(id, inflected),
    name: (seat) => NAMES[seat] ?? "?",
    field: (path) => fieldOf(path, fields, all),
  };
}

const view = (own: Record<string, unknown>, seat = 0) =>
  ({ seat, players: 2, options: { players: 2 }, to_act: [0], ...own }) as unknown as AnyView;
const only = (own: Record<string, unknown>, fields: Record<string, Drawn> = {}) =>
  new Reader(view(own), speaker(fields)).common();
const texts = (thing: Thing | undefined) =>
  thing?.as === "cards" ? thing.cards.map((card) => (card.down ? `(${card.text})` : card.text)) : null;

describe("where the game says nothing", () => {
  test("what every view has, what is not there and what is false are not shown", () => {
    expect(only({ turn_total: null, name: "", ended: false })).toEqual([]);
  });

  test("numbers, truths and words are called by what their field is called", () => {
    expect(only({ turn_total: 12, last_round: true, phase: "two_dice" })).toEqual([
      { as: "fact", label: "Turn total", text: "12" },
      { as: "flag", label: "Last round" },
      { as: "fact", label: "Phase", text: "Two dice" },
    ]);
  });

  test("negative numbers have a minus sign, and large ones are grouped", () => {
    expect(only({ debt: -1200 })).toEqual([{ as: "fact", label: "Debt", text: "−1,200" }]);
  });

  test("a stage without a word is nobody's business", () => {
    expect(only({ stage: "phase_2" })).toEqual([]);
    expect(only({ stage: "laying" })).toEqual([{ as: "fact", label: "Stage", text: "Cards are laid" }]);
    const named = new Reader(view({ stage: "draft" }), speaker({}, { stage: "part of the game" }));
    expect(named.common()).toEqual([{ as: "fact", label: "Part of the game", text: "Draft" }]);
  });

  test("as many parts as there are players lie before the seats, with their points", () => {
    const reader = new Reader(
      view({
        others: [
          { score: 3, coins: 1 },
          { score: 5, coins: 0 },
        ],
      }),
      speaker(),
    );
    expect(reader.common()).toEqual([]);
    expect(reader.of(1)).toEqual([
      { as: "score", label: "Score", n: "5" },
      { as: "fact", label: "Coins", text: "0" },
    ]);
  });

  test("as many numbers as there are players may be anything", () => {
    expect(only({ prices: [4, 2] })).toEqual([{ as: "fact", label: "Prices", text: "4, 2" }]);
  });

  test("unless they are called points", () => {
    const reader = new Reader(view({ prices: [4, 2], scores: [7, 9] }), speaker());
    expect(reader.common().map((one) => one.label)).toEqual(["Prices"]);
    expect(reader.of(1)).toEqual([{ as: "score", label: "Scores", n: "9" }]);
    expect(only({ points: [1, 2, 3] })).toEqual([{ as: "fact", label: "Points", text: "1, 2, 3" }]);
  });

  test("dice are dice, as long as they look like it", () => {
    expect(only({ dice: [1, 6] })).toEqual([{ as: "dice", label: "Dice", dice: ["1", "6"] }]);
    expect(only({ thrown: ["T", "dust"] }, { thrown: { kind: "dice" } })).toEqual([
      { as: "dice", label: "Thrown", dice: ["T", "Dust"] },
    ]);
    expect(only({ roll: 17 })).toEqual([{ as: "fact", label: "Roll", text: "17" }]);
  });

  test("parts of parts are groups and numbered rows", () => {
    const [group, rows] = only({ bag: { red: 2 }, planets: [{ ore: 1 }, { ore: 2 }, {}] });
    expect(group).toEqual({ as: "group", label: "Bag", things: [{ as: "fact", label: "Red", text: "2" }] });
    expect(rows?.as === "rows" && rows.rows.map((row) => row.label)).toEqual(["1", "2", "3"]);
  });

  test("of several such lists, the one with the name of people is theirs", () => {
    const ores = [{ ore: 1 }, { ore: 2 }];
    const reader = new Reader(view({ planets: ores, players_seen: [], everybody: ores }), speaker());
    expect(reader.common().map((one) => one.as)).toEqual(["rows"]);
  });
});

describe("as the game says", () => {
  test("a word is found by the whole path or by the name", () => {
    const words = { "others.left": "cards left", left: "left edge" };
    const reader = new Reader(
      view({ left: 1, others: [{ left: 3 }, { left: 4 }] }),
      speaker({ others: { kind: "by_seat" } }, words),
    );
    expect(reader.common()[0]?.label).toBe("Left edge");
    expect(reader.of(0)[0]?.label).toBe("Cards left");
  });

  test("numbers of everybody lie before the seats, and are drawn as each of them is", () => {
    const fields: Record<string, Drawn> = {
      scores: { kind: "by_seat" },
      bids: { kind: "by_seat" },
      "bids[]": { kind: "card" },
    };
    const reader = new Reader(view({ scores: [4, 1], bids: [null, 3] }), speaker(fields));
    expect(reader.common()).toEqual([]);
    expect(reader.of(1)[0]).toEqual({ as: "score", label: "Scores", n: "1" });
    expect(texts(reader.of(1)[1])).toEqual(["3"]);
  });

  test("what is not to be shown is not shown, also by name", () => {
    expect(
      only({ score: 3, deck: [1, 2] }, { score: { kind: "unshown" }, deck: { kind: "unshown" } }),
    ).toEqual([]);
  });

  test("an unknown card is a back, a place without a card is empty, a number of cards is backs", () => {
    const fields: Record<string, Drawn> = {
      lost: { kind: "cards" },
      bank: { kind: "places" },
      bid: { kind: "card" },
      stock: { kind: "pile" },
    };
    const [lost, bank, bid, stock] = only({ lost: [3, null], bank: [null, 4], bid: null, stock: 9 }, fields);
    expect(texts(lost)).toEqual(["3", "()"]);
    expect(bank?.as === "cards" && bank.cards.map((card) => card.empty)).toEqual([true, false]);
    expect(bid?.as === "cards" && bid.cards.map((card) => card.label)).toEqual(["No card"]);
    expect(stock).toEqual({ as: "backs", label: "Stock", n: 9, laid: "pile" });
  });

  test("numbers point into a list that says what they are", () => {
    const fields: Record<string, Drawn> = {
      deck: { kind: "unshown" },
      row: { kind: "cards", of: "deck" },
      discs: { kind: "cards", of: "deck", each: 2 },
    };
    const [row, discs] = only({ deck: [5, "T", 7], row: [2, 1, 9], discs: [0, 2] }, fields);
    expect(texts(row)).toEqual(["7", "T", "()"]);
    expect(row?.as === "cards" && row.cards[1]?.label).toBe("Teleport");
    expect(discs?.as === "cards" && discs.cards.map((card) => card.owner)).toEqual([0, 1]);
  });

  test("what lies under another card is seen where that was agreed", () => {
    const fields: Record<string, Drawn> = {
      "units[]": { kind: "cards", of: "discs", each: 2, covered: "open_stacks" },
      discs: { kind: "unshown" },
    };
    const faces = (open: boolean) => {
      const own = { options: { open_stacks: open }, discs: [5, 6, 7, 8], units: [[3, 0, 2]] };
      const [units] = only(own, fields);
      const inside = units?.as === "rows" ? units.rows[0]?.things[0] : undefined;
      return [texts(inside), inside?.as === "cards" && inside.cards.map((card) => card.owner)];
    };
    expect(faces(false)).toEqual([
      ["8", "()", "()"],
      [1, 0, 1],
    ]);
    expect(faces(true)).toEqual([
      ["8", "5", "7"],
      [1, 0, 1],
    ]);
  });

  test("a card of several fields shows its face, whose it is, what else is on it, and whether it is open", () => {
    const fields: Record<string, Drawn> = {
      laid: { kind: "cards" },
      "laid.owner": { kind: "seat" },
      "laid.card": { kind: "card" },
      "laid.face_up": { kind: "open" },
      "laid.moment": { kind: "unshown" },
    };
    const known = { owner: 1, card: 4, face_up: false, moment: 8, ore: 2, harm: 0 };
    const hidden = { owner: 0, card: null, face_up: false, moment: 9 };
    const [laid] = only({ laid: [known, hidden] }, fields);
    expect(laid?.as === "cards" && laid.cards.map((card) => card.label)).toEqual([
      "4, Ore 2, Bob, face down",
      "Ada, face down",
    ]);
    expect(texts(laid)).toEqual(["(4)", "()"]);
  });

  test("counts have names, seats are named, and what does not fit is shown by its type", () => {
    const fields: Record<string, Drawn> = {
      loot: { names: ["rum", "T"] },
      lead: { kind: "seat" },
      score: { kind: "score" },
    };
    expect(only({ loot: [2, 0], lead: 1, score: "none" }, fields)).toEqual([
      {
        as: "counts",
        label: "Loot",
        counts: [
          { label: "Rum", text: "2" },
          { label: "Teleport", text: "0" },
        ],
      },
      { as: "seats", label: "Lead", seats: [1] },
      { as: "fact", label: "Score", text: "None" },
    ]);
  });
});

describe("the hand", () => {
  const others = [{ hand: [1, 2] }, { hand: [3] }];
  const fields: Record<string, Drawn> = { others: { kind: "by_seat" } };

  test("the viewer's own is held and not laid out; the others' lie where they sit", () => {
    const reader = new Reader(view({ others }), speaker(fields));
    expect(texts(reader.hand() ?? undefined)).toEqual(["1", "2"]);
    expect(reader.of(0)).toEqual([]);
    expect(texts(reader.of(1)[0])).toEqual(["3"]);
  });

  test("a spectator holds none", () => {
    expect(new Reader(view({ others, hand: [] }, -1), speaker(fields)).hand()).toBeNull();
  });

  test("one beside the seats is the viewer's", () => {
    const reader = new Reader(view({ hand: [7] }), speaker());
    expect(texts(reader.hand() ?? undefined)).toEqual(["7"]);
    expect(reader.common()).toEqual([]);
  });
});
