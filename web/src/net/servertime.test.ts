// The server's time under an uneven line: the quickest answer decides, old ones are forgotten.
import { expect, test } from "vitest";
import { offsetOf, withAnswer, type Answered } from "./servertime";

/** An answer that took so long there and back, from a server that is `ahead` ms ahead of us. */
const answer = (sent: number, there: number, back: number, ahead: number): Answered => ({
  sent,
  received: sent + there + back,
  server: sent + there + ahead,
});

test("without any answer our own time is all there is", () => {
  expect(offsetOf([])).toBe(0);
});

test("an even line gives the exact difference, however long it is", () => {
  expect(offsetOf([answer(1000, 75, 75, -4000)])).toBe(-4000);
});

test("the quickest answer is believed, not the latest", () => {
  expect(offsetOf([answer(0, 10, 10, 500), answer(1000, 10, 300, 500)])).toBe(500);
  expect(offsetOf([answer(0, 300, 10, 500), answer(1000, 12, 10, 500)])).toBe(501);
});

test("the error is never more than half of the quickest way", () => {
  const answers = [answer(0, 200, 0, 70), answer(500, 0, 90, 70), answer(900, 40, 0, 70)];
  expect(Math.abs(offsetOf(answers) - 70)).toBeLessThanOrEqual(20);
});

test("an old quick answer does not count for ever", () => {
  let answers: Answered[] = [answer(0, 1, 1, 100)];
  for (let i = 1; i <= 8; i += 1) answers = withAnswer(answers, answer(i * 5000, 30, 30, 140));
  expect(offsetOf(answers)).toBe(140);
});

test("answers from before our clock was set back are forgotten", () => {
  const before = withAnswer([], answer(1_000_000, 5, 5, 0));
  expect(offsetOf(withAnswer(before, answer(400_000, 40, 40, 600_000)))).toBe(600_000);
});
