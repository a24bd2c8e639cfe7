// Component values as the server writes them, read back into lists and tables that a person can look through.
import type { ComponentValue } from "../protocol";

export type Value = string | Value[] | { [name: string]: Value };
/** One thing of a kind (`hand`), or many of them in rows with the same columns (`crew`). */
export type Part =
  | { name: string; kind: "one"; value: Value }
  | {
      name: string;
      kind: "many";
      columns: string[];
      rows: { number: number; cells: Record<string, Value> }[];
    };

/** `[1, T]` and `{id: 1, loot: [rum]}` as lists and named values; everything else is text. */
export function parse(text: string): Value {
  let at = 0;
  const blank = () => {
    while (text[at] === " ") at++;
  };
  const word = (ends: string) => {
    const from = at;
    while (at < text.length && !ends.includes(text[at]!)) at++;
    return text.slice(from, at).trim();
  };
  function items(end: string, one: () => void): void {
    at++;
    for (blank(); at < text.length && text[at] !== end; blank()) {
      one();
      blank();
      if (text[at] === ",") at++;
    }
    at++;
  }
  function value(nested: boolean): Value {
    blank();
    if (text[at] === "[") {
      const list: Value[] = [];
      items("]", () => list.push(value(true)));
      return list;
    }
    if (text[at] === "{") {
      const named: { [name: string]: Value } = {};
      items("}", () => {
        const name = word(":");
        at++;
        named[name] = value(true);
      });
      return named;
    }
    return word(nested ? ",]}" : "");
  }
  return value(false);
}

type Tree = { [name: string]: Value };

/** Values of one source, put together by what they belong to. */
export function parts(values: readonly ComponentValue[]): Part[] {
  return Object.entries(treeOf(values)).map(([name, value]) => part(name, value));
}

function treeOf(values: readonly ComponentValue[]): Tree {
  const tree: Tree = {};
  for (const { path, value } of values) put(tree, steps(path), parse(value));
  return tree;
}

/** How sure we are of a piece: of all that is printed on it, of nothing, or of a part. */
export type Certainty = "documented" | "reconstructed" | "partly";

/** What is in the box, for the pictures of its pieces. */
export class Box {
  private readonly tree: Tree;

  constructor(private readonly values: readonly ComponentValue[]) {
    this.tree = Object.fromEntries(Object.entries(treeOf(values)).map(([name, one]) => [name, tidy(one)]));
  }

  /** Things of a kind, each by its names. */
  list(name: string): Tree[] {
    const found = this.tree[name];
    return Array.isArray(found) ? (found as Tree[]) : [];
  }

  named(name: string): Tree {
    const found = this.tree[name];
    return typeof found === "object" && !Array.isArray(found) ? found : {};
  }

  texts(name: string): string[] {
    return (this.list(name) as unknown[]).map(String);
  }

  /** Of whatever stands at this place or inside it; null: nothing is said of it. */
  certainty(path: string): Certainty | null {
    const inside = this.values.filter(
      (one) => one.path === path || (/^[.[]/.test(one.path.slice(path.length)) && one.path.startsWith(path)),
    );
    const found = new Set(inside.map((one) => one.standing));
    return found.size > 1 ? "partly" : ([...found][0] ?? null);
  }
}

/** `ships[3].min` as `ships`, `#3`, `min`: a place in a list has a sign before its number. */
function steps(path: string): string[] {
  return path.replace(/\[(\d+)\]/g, ".#$1").split(".");
}

function put(into: { [name: string]: Value }, [name, ...rest]: string[], value: Value): void {
  if (rest.length === 0) into[name!] = value;
  else put((into[name!] ??= {}) as { [name: string]: Value }, rest, value);
}

function part(name: string, value: Value): Part {
  const places = typeof value === "object" && !Array.isArray(value) ? Object.entries(value) : [];
  const listed = places.length > 0 && places.every(([key]) => key.startsWith("#"));
  if (!listed || places.every(([, one]) => typeof one === "string" || Array.isArray(one)))
    return { name, kind: "one", value: tidy(value) };
  const rows = places.map(([key, one]) => ({ number: Number(key.slice(1)) + 1, cells: cellsOf(one) }));
  // The number of the row says the same as an `id`.
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row.cells)))].filter((one) => one !== "id");
  return { name, kind: "many", columns, rows };
}

function cellsOf(value: Value): Record<string, Value> {
  if (typeof value === "string" || Array.isArray(value)) return { "": value };
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, tidy(one)]));
}

function tidy(value: Value): Value {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, tidy(one)] as const);
  const listed = entries.length > 0 && entries.every(([name]) => name.startsWith("#"));
  if (listed) return entries.map(([, one]) => one);
  return Object.fromEntries(entries);
}
