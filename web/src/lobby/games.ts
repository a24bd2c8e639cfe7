// Which games there are, in the order of their cards; those of other packages come after.
import { cardOf } from "../games";
import { request } from "../net/request";
import type { GameAbout } from "../protocol";
import { myTables } from "../shell/mygames.svelte";

const LAST = 99;

export async function allGames(): Promise<GameAbout[]> {
  const place = (game: GameAbout) => cardOf(game.id)?.order ?? LAST;
  return (await request<GameAbout[]>("GET", "/api/games")).toSorted((a, b) => place(a) - place(b));
}

/** What whoever just wants to play gets: the game played last here, else the easiest. */
export function nextGame(games: readonly GameAbout[]): GameAbout | null {
  const last = myTables().map((one) => games.find((game) => game.id === one.game));
  const ease = (game: GameAbout) => cardOf(game.id)?.difficulty ?? LAST;
  return last.find(Boolean) ?? games.toSorted((a, b) => ease(a) - ease(b))[0] ?? null;
}
