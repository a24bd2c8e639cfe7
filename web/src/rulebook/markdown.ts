// The inline Markdown of rules and lessons, read into pieces that a component draws: nothing else occurs.
type Piece =
  { kind: "text" | "bold" | "italics" | "code"; text: string } | { kind: "link"; text: string; to: string };

const MARKS = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`|\[([^\]]*)\]\((#[^)\s]*)\)|\b([A-Z]{2}-B?\d+)\b/g;

/** The pieces of a text; a rule's number becomes a link to its place on the rules page. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKS)) {
    if (match.index > end) found.push({ kind: "text", text: text.slice(end, match.index) });
    found.push(piece(match));
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ kind: "text", text: text.slice(end) });
  return found;
}

function piece([, bold, italics, code, label, to, rule]: RegExpMatchArray): Piece {
  if (bold !== undefined) return { kind: "bold", text: bold };
  if (italics !== undefined) return { kind: "italics", text: italics };
  if (code !== undefined) return { kind: "code", text: code };
  if (rule !== undefined) return { kind: "link", text: rule, to: `#${rule}` };
  return { kind: "link", text: label ?? "", to: to ?? "#" };
}

/** A text as it is searched: without signs, capitals and accents. */
export function searchable(text: string): string {
  return text
    .replace(/[*`]/g, "")
    .toLowerCase()
    .replaceAll("ł", "l")
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "");
}
