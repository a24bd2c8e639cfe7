// Sentences of rules by their numbers, from the rules page of a game; asked for once.
import { request } from "../net/request";
import type { Rule, RulesPage } from "../protocol";
import { ofRules, type Rules } from "../words/version";

const pages = new Map<string, Promise<RulesPage>>();

export function rulesPage(game: string, language: string, rules: Rules = null): Promise<RulesPage> {
  const key = `${game}/rules/${language}${ofRules(rules)}`;
  let page = pages.get(key);
  if (!page) {
    page = request<RulesPage>("GET", `/api/games/${key}`);
    page.catch(() => pages.delete(key));
    pages.set(key, page);
  }
  return page;
}

/** Inline Markdown without its signs. */
function plain(text: string): string {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*`]/g, "");
}

/** A whole rule, wherever its parts come from. */
export const textOf = (rule: Rule | undefined): string =>
  rule?.parts.map((part) => part.text).join(" ") ?? "";

export async function ruleSentences(
  game: string,
  language: string,
  ids: readonly string[],
  rules: Rules = null,
): Promise<{ id: string; text: string }[]> {
  if (ids.length === 0) return [];
  const page = await rulesPage(game, language, rules).catch(() => null);
  const all = page?.sections.flatMap((section) => section.rules) ?? [];
  return ids.map((id) => ({ id, text: plain(textOf(all.find((rule) => rule.id === id))) }));
}
