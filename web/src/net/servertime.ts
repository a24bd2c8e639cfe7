// The server's time as this browser knows it: what the quickest of the last answers to a ping says.
export interface Answered {
  /** when the ping left and when its answer came, by our own clock */
  sent: number;
  received: number;
  /** the server's time in between */
  server: number;
}

const KEPT = 8;

/** The server's time less ours, in ms: the shorter the way was, the less an uneven one can have spoilt it. */
export function offsetOf(answers: readonly Answered[]): number {
  const quickest = answers.reduce<Answered | null>(
    (best, one) => (best === null || one.received - one.sent < best.received - best.sent ? one : best),
    null,
  );
  return quickest === null ? 0 : quickest.server - (quickest.sent + quickest.received) / 2;
}

/** The answers that still count: the last few, and none from before somebody set our clock. */
export function withAnswer(answers: readonly Answered[], answer: Answered): Answered[] {
  return [...answers.filter((one) => one.received <= answer.received), answer].slice(-KEPT);
}
