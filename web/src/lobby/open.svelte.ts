// Public tables as the lobby tells of them: those that gather, and those that may be watched.
import { Connection } from "../net/connection";
import type { LobbyMessage, LobbyTable, SeatState } from "../protocol";

export class OpenTables {
  tables = $state.raw<readonly LobbyTable[]>([]);
  private readonly line = new Connection(
    "/api/lobby/socket",
    { onMessage: (message) => this.hear(message as LobbyMessage), onState: () => {} },
    null,
    false,
  );

  get gathering(): readonly LobbyTable[] {
    return this.tables.filter((one) => one.phase === "gathering");
  }

  /** The newest first. */
  get playing(): readonly LobbyTable[] {
    return this.tables.filter((one) => one.phase === "playing").toSorted((a, b) => b.created - a.created);
  }

  close(): void {
    this.line.close();
  }

  private hear(message: LobbyMessage): void {
    const without = (id: string) => this.tables.filter((one) => one.table !== id);
    if (message.type === "lobby") this.tables = message.tables;
    if (message.type === "lobby_changed") this.tables = [message.table, ...without(message.table.table)];
    if (message.type === "lobby_gone") this.tables = without(message.table);
  }
}

/** Nobody has it, and no bot; a kept seat is free for one person only. */
export const isFree = (seat: SeatState): boolean =>
  !seat.person && seat.bot === null && seat.reserved === null;
