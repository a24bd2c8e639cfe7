// A small table for the tests of this folder.
import type { KosmicznaMisjaPlanetView, KosmicznaMisjaView } from "../../protocol";
import type { Tile } from "./shapes";

export function tile(number: number, more: Partial<Tile> = {}): Tile {
  return { number, stations: 0, aliens: 0, left: 0, right: 0, ...more };
}

export function planet(tiles: (Tile | null)[], stations = 0): KosmicznaMisjaPlanetView {
  return {
    tiles,
    stations,
    aliens: 0,
    needed_roll: stations + 1,
    finished: tiles.every((one) => one !== null),
  };
}

export function table(planets: KosmicznaMisjaPlanetView[][]): KosmicznaMisjaView {
  return {
    seat: 0,
    players: planets.length,
    options: {},
    die: [1, 2, 3, 4, 5, 6],
    joined: [0, 1],
    tiles: Array.from({ length: 60 }, (_, i) => tile(i + 1)),
    stage: "taking",
    to_act: [0],
    turn: 0,
    start: 0,
    ended: null,
    roll: 4,
    idle: 0,
    bank: [tile(41), tile(42, { left: 1 }), tile(43)],
    stack: 9,
    box: [],
    everybody: planets.map((one) => ({ begun: true, score: 0, planets: one })),
  };
}
