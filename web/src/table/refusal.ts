// Why something is not possible: the reason in words, and the rules behind it.
export interface Refusal {
  reason: string;
  rules: readonly { id: string; text: string }[];
}

export const STAYS = 6000; // ms, unless somebody reads its rule
