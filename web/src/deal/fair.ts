// The sums of a fair deal, as kosmoport/table/fair.py has them: commitment, promise, digest, and the key of all chance.
// In plain JavaScript: crypto.subtle does not exist on http in a home network.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "../net/random";

const LABEL = "kosmoport fair deal 2";

export function commitmentOf(secret: string, table: string, round: number): string {
  return mac(secret, [`${LABEL}: commitment`, table, round]);
}

export function promiseOf(table: string, seat: number, round: number, value: string): string {
  return digestOf(JSON.stringify([`${LABEL}: promise`, table, seat, round, value]));
}

export function keyOf(secret: string, frozen: string, values: readonly (string | null)[]): string {
  return mac(secret, [`${LABEL}: chance`, digestOf(frozen), ...values]);
}

export function digestOf(text: string): string {
  return hex(sha256(new TextEncoder().encode(text)));
}

function mac(secret: string, parts: readonly unknown[]): string {
  const key = Uint8Array.from(secret.match(/../g) ?? [], (digits) => parseInt(digits, 16));
  return hex(hmac(sha256, key, new TextEncoder().encode(JSON.stringify(parts))));
}
