// One touch to a running table: the host sits down, bots take the other seats, and the game begins.
import type { GameAbout, Level, NewTable } from "../protocol";
import { usualPlayers } from "./usual";
import { settings } from "../shell/settings.svelte";
import { beginHere, makeTable, sitDown } from "../table/making";
import { t } from "../words/words.svelte";

/** The name that is known here, else a guest's, which is not kept. */
export const ownName = (): string => settings.name.trim() || t("lobby.guest");

export async function playWithBots(
  about: GameAbout,
  levels: readonly Level[] = Array.from({ length: usualPlayers(about) - 1 }, () => "casual"),
  more: Partial<NewTable> = { unhurried: true },
): Promise<void> {
  const game = about.id;
  const made = await makeTable({ ...more, game, players: levels.length + 1, bots: [null, ...levels] });
  const seat = await sitDown(made.table, { name: ownName() }, made.token);
  await beginHere(made.table, game, [seat]);
}
