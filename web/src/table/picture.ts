// A picture of a result to share: made here from names, points and the name of the game, and from nothing else.
import { lookOf } from "../kit/seats";
import type { Drawn } from "./counting";

export interface Row {
  name: string;
  colour: string;
  place: number;
  score: number;
  parts: readonly { from: number; to: number }[];
}

/** All that the picture says; it is made of this alone. */
export interface Shown {
  game: string;
  headline: string;
  more: string;
  /** when it was */
  when: string;
  /** best first */
  rows: readonly Row[];
  low: number;
  high: number;
}

/** What the bars of a result show in the picture: not what their parts are for, which is in the count. */
export function rowsOf({ bars }: Drawn, seats: readonly { name: string; colour: string }[]): Row[] {
  return bars
    .toSorted((a, b) => a.place - b.place || a.seat - b.seat)
    .map(({ seat, place, score, parts }) => ({
      name: seats[seat]?.name ?? "",
      colour: seats[seat]?.colour ?? "",
      place,
      score,
      parts: parts.map(({ from, to }) => ({ from, to })),
    }));
}

/** The picture in words. */
export function altOf({ game, headline, more, rows, when }: Shown): string {
  const points = rows.map((row) => `${row.place}. ${row.name}: ${row.score}`);
  return [game, headline, more, ...points, when].filter(Boolean).join("; ");
}

export const SIDE = 1080; // pixels
const EDGE = 60;
const TOP = 470; // the game's emblem ends here
type Colour = (token: string) => string;

export function paint(
  canvas: HTMLCanvasElement,
  shown: Shown,
  emblem: CanvasImageSource | null,
  colour: Colour,
  font: string,
): void {
  canvas.width = canvas.height = SIDE;
  const pen = canvas.getContext("2d")!;
  const write = (
    text: string,
    x: number,
    y: number,
    size: number,
    weight: number,
    most = SIDE - 2 * EDGE,
  ) => {
    pen.font = `${weight} ${size}px ${font}`;
    pen.fillText(text, x, y, most);
  };
  pen.fillStyle = colour("--space-0");
  pen.fillRect(0, 0, SIDE, SIDE);
  if (emblem) pen.drawImage(emblem, 0, -70, SIDE, (SIDE * 9) / 16);
  const shade = pen.createLinearGradient(0, TOP - 150, 0, TOP + 20);
  shade.addColorStop(0, "transparent");
  shade.addColorStop(1, colour("--space-0"));
  pen.fillStyle = shade;
  pen.fillRect(0, 0, SIDE, TOP + 20);
  pen.fillStyle = colour("--space-0");
  pen.fillRect(0, TOP + 20, SIDE, SIDE);

  pen.textAlign = "center";
  pen.lineJoin = "round";
  pen.lineWidth = 16;
  pen.strokeStyle = colour("--deep");
  const size = shown.headline.length > 16 ? 68 : 104;
  pen.font = `900 ${size}px ${font}`;
  pen.strokeText(shown.headline, SIDE / 2, TOP + 20, SIDE - 2 * EDGE);
  pen.fillStyle = colour("--gold");
  write(shown.headline, SIDE / 2, TOP + 20, size, 900);
  pen.fillStyle = colour("--star");
  write(shown.more, SIDE / 2, TOP + 76, 36, 600);
  rows(pen, shown, colour, write);
  pen.textAlign = "left";
  pen.fillStyle = colour("--star-2");
  write(shown.game, EDGE, SIDE - 44, 34, 800, 480);
  pen.textAlign = "right";
  write([shown.when, "Kosmoport"].filter(Boolean).join(" · "), SIDE - EDGE, SIDE - 44, 30, 600, 460);
}

function rows(
  pen: CanvasRenderingContext2D,
  { rows: all, low, high }: Shown,
  colour: Colour,
  write: (text: string, x: number, y: number, size: number, weight: number, most?: number) => void,
): void {
  const [from, until] = [TOP + 130, SIDE - 110];
  const height = Math.min(110, (until - from) / Math.max(1, all.length));
  const [left, width] = [EDGE + 400, SIDE - 2 * EDGE - 400 - 110];
  const at = (points: number) => left + (width * (points - low)) / (high - low);
  all.forEach((row, i) => {
    const y = from + height * (i + 0.5);
    sign(pen, row.colour, EDGE + 32, y, colour);
    pen.textAlign = "left";
    pen.fillStyle = colour("--star");
    write(row.name, EDGE + 76, y + 14, 40, 700, 300);
    pen.fillStyle = colour("--deep");
    pen.fillRect(left, y - 24, width, 48);
    for (const part of row.parts) {
      const [begin, end] = [at(Math.min(part.from, part.to)), at(Math.max(part.from, part.to))];
      pen.fillStyle =
        part.to < part.from ? colour("--deep") : colour(`--seat-${row.colour}`) || colour("--seat-other");
      pen.fillRect(begin, y - 24, end - begin, 48);
      pen.strokeStyle = part.to < part.from ? colour("--star-2") : colour("--deep");
      pen.lineWidth = 4;
      pen.strokeRect(begin, y - 24, end - begin, 48);
    }
    pen.textAlign = "right";
    pen.fillStyle = row.place === 1 ? colour("--gold") : colour("--star");
    write(String(row.score).replace("-", "−"), SIDE - EDGE, y + 19, 54, 900, 100);
  });
}

/** The sign of a seat on its disc. */
function sign(pen: CanvasRenderingContext2D, seat: string, x: number, y: number, colour: Colour): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(2, 2);
  pen.beginPath();
  pen.arc(0, 0, 14, 0, 2 * Math.PI);
  pen.fillStyle = colour(`--seat-${seat}`) || colour("--seat-other");
  pen.fill();
  pen.fillStyle = seat === "black" ? colour("--bright") : colour("--deep");
  pen.scale(0.92, 0.92);
  pen.fill(new Path2D(lookOf(seat).sign));
  pen.restore();
}
