// Plays a batch of random games with a game's module in Node: what a browser would do with the same bytes.
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

const states = room(asked.count * asked.state);
const blank = room(asked.state);
const components = room(asked.components.length / 2);
const [deals, rngs] = [room(asked.deal), room(asked.rng)];
const listed = room(8 * asked.listed);
const wins = room(8 * asked.seats);
const bytes = new Uint8Array(memory.buffer);
bytes.set(Buffer.from(asked.blank, "hex"), blank);
bytes.set(Buffer.from(asked.components, "hex"), components);
const n = BigInt;
const decisions = play(
  ...[states, n(asked.count), 0n, n(asked.count), blank, 1n, components, 1n, deals, 1n, rngs, 1n],
  ...[listed, n(asked.listed), wins, n(asked.seats), n(asked.number), n(asked.limit)],
);
const played = bytes.subarray(states, states + asked.count * asked.state);
console.log(JSON.stringify([Number(decisions), createHash("sha256").update(played).digest("hex")]));
