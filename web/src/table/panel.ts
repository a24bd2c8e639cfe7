// The panels around a table, and the keys that open them.
import { settings } from "../shell/settings.svelte";

export type Panel = "actions" | "log" | "chat" | "words" | "hint";

const KEYS: Record<string, Panel> = { a: "actions", l: "log", c: "chat", w: "words", h: "hint" };

/** The panel of a key; keys that somebody types with, or that belong to something else, are nobody's. */
export function panelOf(event: KeyboardEvent): Panel | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) return null;
  return settings.keys ? (KEYS[event.key] ?? null) : null;
}
