// Plays batches of random games with a game's module in Node: what a browser would do with the same bytes.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const asked = JSON.parse(readFileSync(0, "utf8"));
const { instance } = await WebAssembly.instantiate(readFileSync(asked.module), {});
const { memory, __heap_base: base, entry_batch: play } = instance.exports;

let top = base.value;
function room(size) {
  const at = (top + 63) & ~63;
  top = at + size;
  const missing = Math.ceil((top - memory.buffer.byteLength) / 65536);
  if (missing > 0) memory.grow(missing);
  return at;
}

const size = asked.count * asked.state;
const states = room(size);
const blank = room(asked.state);
const components = room(asked.components.length / 2);
const [deals, rngs] = [room(asked.deal), room(asked.rng)];
const listed = room(8 * asked.listed);
const wins = room(8 * asked.seats);
const bytes = new Uint8Array(memory.buffer);
bytes.set(Buffer.from(asked.components, "hex"), components);
const n = BigInt;
const played = asked.batches.map((batch) => {
  bytes.fill(0, states, states + size);
  bytes.set(Buffer.from(batch.blank, "hex"), blank);
  const decisions = play(
    ...[states, n(asked.count), 0n, n(asked.count), blank, 1n, components, 1n, deals, 1n, rngs, 1n],
    ...[listed, n(asked.listed), wins, n(asked.seats), n(batch.number), n(asked.limit)],
  );
  const left = bytes.subarray(states, states + size);
  return [Number(decisions), createHash("sha256").update(left).digest("hex")];
});
console.log(JSON.stringify(played));
