// The words of the referee's page, loaded with it and changed with the language.
import { Catalogue, type Messages } from "../../../words/catalogue";
import type { Language } from "../../../words/languages";
import type english from "./words/en.json";

const WORDS = import.meta.glob<Messages>("./words/*.json", { import: "default" });

let said = $state.raw<Catalogue | null>(null);

export async function load(language: Language): Promise<void> {
  said = new Catalogue(language, { page: await WORDS[`./words/${language}.json`]!() });
}

export const isLoaded = (): boolean => said !== null;

/** A text of the referee. */
export const word = (key: keyof typeof english, args: Record<string, unknown> = {}): string =>
  said?.say("page", { id: key, args }) ?? key;
