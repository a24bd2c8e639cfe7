import { expect, test } from "vitest";
import {
  byGame,
  byOpponent,
  exported,
  imported,
  lastOnes,
  merged,
  own,
  presentSeats,
  readTables,
  rival,
  streak,
  tally,
  type Ended,
  type MyTable,
} from "./playedgames";

let tables = 0;

/** A game that I played at the first seat, with the points of everybody. */
function game(id: string, ended: number, names: (string | null)[], scores: number[]): Ended {
  const best = Math.max(...scores);
  const first = scores.filter((score) => score === best).length;
  return {
    table: `t${tables++}`,
    game: id,
    at: ended,
    over: true,
    played: {
      seats: names.map((name) => ({ name, colour: "red", bot: name === null })),
      scores,
      returns: scores.map((score) => (score === best ? 60 / first : 0)),
      mine: [0],
      began: ended - 100,
      ended,
    },
  };
}

const GAMES = [
  game("piraci", 1, ["Ada", "Bob", null], [10, 20, 5]),
  game("piraci", 3, ["Ada", "Bob", "Cyd"], [30, 20, 40]),
  game("misja", 2, ["Ada", "Bob"], [6, 6]),
  game("piraci", 4, ["Ada", "Cyd"], [9, 1]),
];

test("games won, the last of them, and how many in a row", () => {
  expect(tally(GAMES)).toEqual({ games: 4, won: 2 });
  expect(lastOnes(GAMES)).toEqual([false, true, false, true]);
  expect(lastOnes(GAMES, 2)).toEqual([false, true]);
  expect(streak(GAMES)).toBe(1);
  expect(streak([game("x", 9, ["Ada", "Bob"], [1, 0]), GAMES[3]!])).toBe(2);
  expect(streak([])).toBe(0);
});

test("places and points by game, the most played first", () => {
  expect(byGame(GAMES)).toEqual([
    { game: "piraci", games: 3, won: 1, place: (2 + 2 + 1) / 3, best: 30 },
    { game: "misja", games: 1, won: 1, place: 1, best: 6 },
  ]);
});

test("people by how often we met; bots and deleted names are nobody", () => {
  const all = byOpponent([...GAMES, game("piraci", 5, ["Ada", "", null], [3, 2, 1])]);
  expect(all.map(({ name, games, ahead, behind }) => [name, games, ahead, behind])).toEqual([
    ["Bob", 3, 1, 1],
    ["Cyd", 2, 1, 1],
  ]);
  expect(all[0]!.last).toBe(GAMES[1]);
});

test("the nearest rival was met more than once", () => {
  expect(rival(GAMES)!.name).toBe("Bob");
  expect(rival([GAMES[0]!])).toBeNull();
});

test("whoever shares this browser has no result of their own in it", () => {
  const shared = { ...GAMES[0]!, played: { ...GAMES[0]!.played, mine: [0, 1] } };
  expect(own([shared, ...GAMES, { table: "x", game: "piraci", at: 1, over: false }])).toEqual(GAMES);
});

test("what an earlier version kept is kept on, and what nobody can read is left out", () => {
  const before = [
    { table: "a", game: "piraci", at: 5, over: true },
    { table: "b", game: "piraci", at: 6, over: false, tokens: ["x", "y"] },
    { table: "c", game: 7 },
    null,
    { table: "d", game: "piraci", at: 4, over: true, played: { seats: [{ name: "Ada" }], scores: ["x"] } },
  ];
  const read = readTables(JSON.stringify(before));
  expect(read.map((one) => one.table)).toEqual(["a", "b", "d"]);
  expect(read[1]!.tokens).toEqual(["x", "y"]);
  expect(read[2]!.played).toBeUndefined();
  expect(readTables("{")).toEqual([]);
  expect(readTables(null)).toEqual([]);
});

test("a file has all games and no seat's token, and comes back as it was", () => {
  const mine: MyTable[] = [{ ...GAMES[0]!, tokens: ["secret", "other"] }, GAMES[1]!];
  const text = exported(mine);
  expect(text).not.toContain("secret");
  expect(imported(text)).toEqual(GAMES.slice(0, 2));
  expect(imported("[]")).toBeNull();
  expect(imported("no")).toBeNull();
});

test("what is known already stays, what is new comes in its order", () => {
  const known = [{ ...GAMES[3]!, tokens: ["x"] }, GAMES[0]!];
  expect(merged(known, GAMES).map((one) => [one.at, one.tokens?.length])).toEqual([
    [4, 1],
    [3, undefined],
    [2, undefined],
    [1, undefined],
  ]);
});

test("a name that was deleted at its table goes here too, and a table that is gone leaves only mine", () => {
  const { played } = game("piraci", 5, ["Ada", "Bob", null], [1, 2, 3]);
  const known = ["Ada", "", null].map((name) => ({ name, colour: "red", bot: null, person: name !== null }));
  const names = (now?: { seats: typeof known }) => presentSeats(played, now).map((seat) => seat.name);
  expect(names({ seats: known })).toEqual(["Ada", "", null]);
  expect(names()).toEqual(["Ada", "", null]);
});
