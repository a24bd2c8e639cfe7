// The end of a game in two lines, to whoever looks: who has won, and by how much, or where they came in.
import type { SeatLook } from "../games/contract";
import type { Result } from "../protocol";
import { t } from "../words/words.svelte";
import { placeOf, winnersOf } from "./counting";

export interface Verdict {
  head: string;
  more: string;
}

export function headlineOf(result: Result, seats: readonly SeatLook[], you: number | null): Verdict {
  const winners = winnersOf(result);
  const names = (of: readonly number[]) => of.map((seat) => seats[seat]?.name ?? "").join(", ");
  if (winners.length === 0) return { head: t("end.nobody"), more: placed(result, you) };
  if (you !== null && winners.includes(you)) {
    const others = winners.filter((seat) => seat !== you);
    return others.length > 0
      ? { head: t("end.you_share"), more: t("end.share_with", { names: names(others) }) }
      : { head: t("end.you_win"), more: ahead(result, seats, you) };
  }
  const [winner] = winners;
  return winners.length > 1
    ? { head: t("end.winners", { names: names(winners) }), more: placed(result, you) }
    : {
        head: t("end.winner", { name: names([winner!]) }),
        more: you === null ? ahead(result, seats, winner!) : placed(result, you),
      };
}

/** By how much the winner is ahead; where points do not say it, the count does. */
function ahead({ scores, returns }: Result, seats: readonly SeatLook[], winner: number): string {
  const next = seats.filter((one) => one.seat !== winner && returns[one.seat] === 0);
  const best = next.toSorted((a, b) => scores[b.seat]! - scores[a.seat]!)[0];
  const lead = best ? scores[winner]! - scores[best.seat]! : 0;
  return lead > 0 ? t("end.ahead", { n: lead, name: best!.name }) : "";
}

const PLACES = ["end.place_1", "end.place_2", "end.place_3", "end.place_4", "end.place_5"] as const;

function placed(result: Result, you: number | null): string {
  if (you === null) return "";
  const key = PLACES[placeOf(result, you) - 1];
  return key ? t(key, { score: result.scores[you] }) : "";
}
