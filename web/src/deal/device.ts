// What this browser keeps of the deals it takes part in: its values, what it first saw, and what was frozen.
import { randomHex } from "../net/random";
import type { DealState } from "../protocol";
import { promiseOf } from "./fair";

const KEY = "kosmoport.deals";
const MOST = 50; // tables
const VALUE_BYTES = 32;

/** What is kept of one seat in one round. */
interface KeptSeat {
  seat: number;
  round: number;
  commitment: string;
  value: string;
  frozen: string | null;
}

/** What `kosmoport verify --kept` reads. */
export interface Kept {
  table: string;
  seats: KeptSeat[];
}

interface Stored extends Kept {
  device: string;
  /** the commitment of each round as it was first seen */
  seen: Record<string, string>;
}

export type Distrust = "other_table" | "other_secret" | "not_frozen" | "frozen_twice";

/** Why nothing is revealed to a table: it does not keep its word. */
export class Broken extends Error {
  constructor(readonly why: Distrust) {
    super(why);
  }
}

export class Device {
  private constructor(private readonly stored: Stored) {}

  static at(table: string): Device {
    const known = load().find((one) => one.table === table);
    return new Device(known ?? { table, device: randomHex(16), seen: {}, seats: [] });
  }

  /** The same for all seats that are played from here: they are one party. */
  get name(): string {
    this.sync();
    return this.stored.device;
  }

  get kept(): Kept {
    this.sync();
    return { table: this.stored.table, seats: this.stored.seats };
  }

  /** What the table is committed to; to be noted as early as possible. */
  saw({ round, commitment }: Pick<DealState, "round" | "commitment">): void {
    if (String(round) in this.stored.seen) return;
    this.stored.seen[round] = commitment;
    this.save();
  }

  /** What this browser has promised for a seat in a round; null: nothing. */
  promised(seat: number, round: number): string | null {
    const kept = this.find(seat, round);
    return kept ? promiseOf(this.stored.table, seat, round, kept.value) : null;
  }

  /** A promise of a fresh value, but none in a round in which something was revealed: it would be a second deal
   * for whoever knows the secret, without a trace of the first. */
  promise(seat: number, deal: Pick<DealState, "round" | "commitment">): string {
    this.sync();
    const { round } = deal;
    if (this.stored.seats.some((one) => one.round === round && one.frozen !== null))
      throw new Broken("frozen_twice");
    this.saw(deal);
    const value = randomHex(VALUE_BYTES);
    const others = this.stored.seats.filter((one) => one.seat !== seat || one.round !== round);
    this.stored.seats = [
      ...others,
      { seat, round, commitment: this.stored.seen[round]!, value, frozen: null },
    ];
    this.save();
    return promiseOf(this.stored.table, seat, round, value);
  }

  /** The value, once what was frozen is what this browser was told before; null: it has none to give. */
  reveal(seat: number, deal: DealState): string | null {
    const kept = this.find(seat, deal.round);
    if (!kept || deal.frozen === null) return null;
    const frozen = read(deal.frozen);
    if (frozen.table !== this.stored.table || frozen.round !== deal.round) throw new Broken("other_table");
    if (frozen.commitment !== kept.commitment) throw new Broken("other_secret");
    if (frozen.seats?.[seat]?.promise !== this.promised(seat, deal.round)) throw new Broken("not_frozen");
    const before = this.stored.seats.filter((one) => one.round === deal.round && one.frozen !== null);
    if (before.some((one) => one.frozen !== deal.frozen)) throw new Broken("frozen_twice");
    kept.frozen = deal.frozen;
    this.save();
    return kept.value;
  }

  /** Is what the table played by what was frozen when this browser revealed? null: it has no part in the deal. */
  agrees(seat: number, deal: DealState): boolean | null {
    const frozen = this.find(seat, deal.round)?.frozen ?? null;
    return frozen === null ? null : frozen === deal.frozen;
  }

  private find(seat: number, round: number): KeptSeat | undefined {
    this.sync();
    return this.stored.seats.find((one) => one.seat === seat && one.round === round);
  }

  /** Another tab may have kept something meanwhile; nothing takes the place of what was revealed. */
  private sync(): void {
    const known = load().find((one) => one.table === this.stored.table);
    if (!known) return;
    const seats = new Map<string, KeptSeat>();
    for (const one of [...known.seats, ...this.stored.seats]) {
      const place = `${one.round} ${one.seat}`;
      if ((seats.get(place)?.frozen ?? null) === null) seats.set(place, one);
    }
    this.stored.seats = [...seats.values()];
    this.stored.seen = { ...this.stored.seen, ...known.seen };
    this.stored.device = known.device;
  }

  private save(): void {
    this.sync();
    const all = [this.stored, ...load().filter((one) => one.table !== this.stored.table)];
    const [mine, others] = [true, false].map((sat) => all.filter((one) => one.seats.length > 0 === sat));
    try {
      localStorage.setItem(KEY, JSON.stringify([...mine!, ...others!].slice(0, MOST)));
    } catch {
      // without storage it is kept as long as the page
    }
  }
}

interface Frozen {
  table?: unknown;
  round?: unknown;
  commitment?: unknown;
  seats?: { promise?: string | null }[];
}

function read(text: string): Frozen {
  try {
    return (JSON.parse(text) ?? {}) as Frozen;
  } catch {
    return {};
  }
}

function load(): Stored[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(all)
      ? all.filter((one) => typeof one?.table === "string" && Array.isArray(one.seats))
      : [];
  } catch {
    return [];
  }
}

const devices = new Map<string, Device>();

/** This browser at a table; the same for all its seats there. */
export function deviceAt(table: string): Device {
  const device = devices.get(table) ?? Device.at(table);
  devices.set(table, device);
  return device;
}
