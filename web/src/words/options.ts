// How the options of a game and the clocks of a table are named; what was agreed on, in words.
import type { Clock, GameAbout, OptionAbout, TableSettings } from "../protocol";
import { capital, type Catalogue } from "./catalogue";
import { t } from "./words.svelte";

export const CLOCKS = {
  none: { type: "none" },
  minute: { type: "move", seconds: 60 },
  five_minutes: { type: "move", seconds: 300 },
  day: { type: "move", seconds: 86_400 },
  quarter: { type: "bank", seconds: 900, increment: 10 },
} as const satisfies Record<string, Clock>;

export const optionName = (words: Catalogue, option: OptionAbout): string =>
  capital(words.say("option", { id: option.name }));

export const choiceName = (words: Catalogue, option: OptionAbout, choice: string): string =>
  words.say("choice", { id: `${option.name}.${choice}` });

/** What a table plays with that is not the usual thing, and what helps people, a line for each; how it is played comes first. */
export function agreed(about: GameAbout, settings: TableSettings, words: Catalogue): string[] {
  const paces = Object.keys(about.calm);
  const calm = paces.every((name) => same(settings.options[name], about.calm[name])); // or it has no other way
  const own = about.options.filter((one) => !paces.includes(one.name) && one.name !== "players");
  return [
    ...(paces.length > 0 ? [t(calm ? "options.unhurried" : "options.hurried")] : []),
    ...(settings.continues === null ? [] : [t("options.continues", { n: settings.continues })]),
    ...own.flatMap((one) => optionLines(words, one, settings.options[one.name])),
    ...(settings.components === null ? [] : [t("options.components")]),
    ...(settings.clock.type === "none" ? [] : [`${t("options.clock")}: ${clockName(settings.clock)}`]),
    ...(settings.sealed ? [t("options.sealed")] : []),
    ...(settings.take_back || !calm ? [] : [t("options.no_take_back")]), // a lightning round goes on
  ];
}

function optionLines(words: Catalogue, option: OptionAbout, value: unknown): string[] {
  if (value === undefined || (same(value, option.default) && !option.aid)) return [];
  const name = optionName(words, option);
  if (option.kind === "Flag") return [value ? name : `${name}: ${t("options.no")}`];
  if (option.kind === "ChoiceMap") return [`${name}: ${changedParts(words, option, value)}`];
  if (option.kind === "Choice") return [`${name}: ${choiceName(words, option, String(value))}`];
  if (typeof value === "string" && value in option.named)
    return [`${name}: ${choiceName(words, option, value)}`];
  return [`${name}: ${Array.isArray(value) ? value.join(" × ") : String(value)}`];
}

function changedParts(words: Catalogue, option: OptionAbout, value: unknown): string {
  const usual = option.default as Record<string, string>;
  return Object.entries(value as Record<string, string>)
    .filter(([part, choice]) => choice !== usual[part])
    .map(([part, choice]) => `${words.term(part)} – ${choiceName(words, option, choice)}`)
    .join(", ");
}

/** By which name a clock goes; null: by none. */
export const clockOf = (clock: Clock | undefined): keyof typeof CLOCKS | null =>
  (Object.keys(CLOCKS) as (keyof typeof CLOCKS)[]).find((one) => same(CLOCKS[one], clock)) ?? null;

function clockName(clock: Clock): string {
  const known = clockOf(clock);
  if (known) return t(`options.clock_${known}`);
  return clock.type === "bank"
    ? t("options.clock_bank", { n: clock.seconds, more: clock.increment })
    : t("options.clock_move", { n: clock.type === "move" ? clock.seconds : 0 });
}

/** Settings are plain data, always in the same order. */
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
