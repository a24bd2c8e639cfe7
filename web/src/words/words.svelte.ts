// The language of the page: chosen from the browser, changed in place, loaded one at a time.
import { Catalogue, type Messages, type Sections } from "./catalogue";
import type english from "./en.json";
import type { Language } from "./languages";
import { settings } from "../shell/settings.svelte";

export type MessageKey = keyof typeof english;

const PAGES = import.meta.glob<Messages>("./*.json", { import: "default" });
const COMMON = import.meta.glob<Sections>("../../../src/kosmoport/words/*.json", {
  import: "default",
});

let current = $state.raw<{ language: Language; ui: Catalogue }>({
  language: "en",
  ui: new Catalogue("en", {}),
});

/** Load a language and show everything in it. */
export async function speak(language: Language): Promise<void> {
  const [page, common] = await Promise.all([
    PAGES[`./${language}.json`]!(),
    COMMON[`../../../src/kosmoport/words/${language}.json`]!(),
  ]);
  current = { language, ui: new Catalogue(language, { ...common, ui: page }) };
  settings.language = language;
  document.documentElement.lang = language;
}

/** The language that is shown now. */
export function spoken(): Language {
  return current.language;
}

/** A text of the pages. */
export function t(key: MessageKey, args: Record<string, unknown> = {}): string {
  return current.ui.say("ui", { id: key, args });
}

/** A refusal of the table itself (`refusal`), what does not hold of a deal (`check`), or what a seat without a person
 * is called (`seat`). */
export function common(
  section: "refusal" | "reason" | "check" | "seat",
  id: string,
  args: Record<string, unknown> = {},
): string {
  return current.ui.say(section, { id, args });
}

export function knowsRefusal(id: string): boolean {
  return current.ui.has("refusal", id);
}

export function formatDate(at: number): string {
  return new Intl.DateTimeFormat(current.language, { dateStyle: "medium", timeStyle: "short" }).format(at);
}

export function formatDay(at: number): string {
  return new Intl.DateTimeFormat(current.language, { dateStyle: "medium" }).format(at);
}

const DAY = 24 * 3600 * 1000;

/** A day as people say it: today, yesterday, a day of the week, and further back its date. */
export function saidDay(at: number, now = Date.now()): string {
  const days = Math.round((midnight(now) - midnight(at)) / DAY);
  if (days < 2)
    return new Intl.RelativeTimeFormat(current.language, { numeric: "auto" }).format(-days, "day");
  const form: Intl.DateTimeFormatOptions = days < 7 ? { weekday: "long" } : { dateStyle: "medium" };
  return new Intl.DateTimeFormat(current.language, form).format(at);
}

const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** How long something took, in minutes, or in hours where it was long. */
export function saidTime(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  const [n, unit] =
    minutes < 120
      ? [minutes, "minute"]
      : minutes < 48 * 60
        ? [Math.round(minutes / 60), "hour"]
        : [Math.round(minutes / 1440), "day"];
  return new Intl.NumberFormat(current.language, {
    style: "unit",
    unit: unit as string,
    unitDisplay: "short",
  }).format(n as number);
}
