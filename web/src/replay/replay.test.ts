// Looking at a replay through other eyes: what was chosen last counts, and what cannot be had changes nothing.
import { expect, test } from "vitest";
import type { GameDrawing } from "../games/contract";
import type { Frame } from "../protocol";
import { Replay } from "./replay.svelte";

type Answer = { come: () => void; fail: () => void };
const frames = (seat: number) =>
  [{ move: 0, by: null, at: 0, told: [], view: { seat } }] as unknown as Frame[];

function replayed(): { replay: Replay; answers: Map<number, Answer> } {
  const answers = new Map<number, Answer>();
  const source = (seat: number) =>
    new Promise<readonly Frame[]>((resolve, reject) => {
      answers.set(seat, { come: () => resolve(frames(seat)), fail: () => reject(new Error("gone")) });
    });
  return { replay: new Replay(source, 2, {} as GameDrawing), answers };
}

test("of two choices the later one counts, also if the earlier one comes later", async () => {
  const { replay, answers } = replayed();
  const looks = [replay.look(0), replay.look(1)];
  answers.get(1)!.come();
  await looks[1];
  answers.get(0)!.come();
  await looks[0];
  expect([replay.eyes, replay.frame?.view.seat]).toEqual([1, 1]);
});

test("what cannot be had is said, and nothing changes", async () => {
  const { replay, answers } = replayed();
  const look = replay.look(0);
  answers.get(0)!.come();
  await look;
  const other = replay.look(1);
  answers.get(1)!.fail();
  await expect(other).rejects.toThrow("gone");
  expect(replay.eyes).toBe(0);
});

test("nobody is told about a choice that was changed", async () => {
  const { replay, answers } = replayed();
  const looks = [replay.look(0), replay.look(1)];
  answers.get(0)!.fail();
  answers.get(1)!.come();
  await Promise.all(looks);
  expect(replay.eyes).toBe(1);
});
