// What the names in a game's component file mean, said by the game; a name without words is shown as it is.
import type { Speaker } from "../games/contract";

function said(say: Speaker, key: string): string | null {
  const text = say.ui(key);
  return text === key ? null : text;
}

/** What a name such as `crew.fx` means. */
export const labelOf = (say: Speaker, path: string): string =>
  said(say, `part.${path}`) ?? path.slice(path.lastIndexOf(".") + 1);

/** A word of a component file that is no term of the game. */
export const wordOf = (say: Speaker, text: string): string | null => said(say, `part_word.${text}`);
