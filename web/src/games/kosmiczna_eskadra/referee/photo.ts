// A photo of the table to trace over: made smaller, kept in this browser only, and laid under the cards to scale.
import { within } from "../../../words/numbers";

export interface Photo {
  /** a data: address; the picture never leaves the browser */
  source: string;
  /** height divided by width */
  ratio: number;
  /** where its centre lies and how wide it is on the table, tenths of a millimetre, y upwards */
  x: number;
  y: number;
  width: number;
  /** degrees counter-clockwise */
  rot: number;
  /** 0 to 1 */
  opacity: number;
}

export interface Point {
  x: number;
  y: number;
}

const KEY = "kosmoport.referee.photo";
const PLACE = "kosmoport.referee.photo.place";
const LARGEST_SIDE = 1600; // pixels that are kept
const QUALITY = 0.8;
const CARD_LENGTH = 900; // the long side of a card, tenths of a millimetre
const WIDEST = 60_000;
const NARROWEST = 300;

/** Read a picture that somebody chose; it covers the table until it is moved. */
export async function readPhoto(file: Blob, tableWidth: number): Promise<Photo> {
  const picture = await createImageBitmap(file);
  const share = Math.min(1, LARGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * share));
  canvas.height = Math.max(1, Math.round(picture.height * share));
  canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return {
    source: canvas.toDataURL("image/jpeg", QUALITY),
    ratio: canvas.height / canvas.width,
    x: 0,
    y: 0,
    width: tableWidth,
    rot: 0,
    opacity: 0.7,
  };
}

/** Make the photo so large that these two points of it are the ends of a card; what lies between them stays. */
export function scaled(photo: Photo, a: Point, b: Point, length = CARD_LENGTH): Photo {
  const apart = Math.hypot(a.x - b.x, a.y - b.y);
  if (apart < 1) return photo;
  const width = within((photo.width * length) / apart, NARROWEST, WIDEST);
  const by = width / photo.width;
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  return {
    ...photo,
    width: Math.round(width),
    x: Math.round(middle.x + (photo.x - middle.x) * by),
    y: Math.round(middle.y + (photo.y - middle.y) * by),
  };
}

/** Shift the photo so that this point of it lies in the middle of the table. */
export function centred(photo: Photo, at: Point): Photo {
  return { ...photo, x: Math.round(photo.x - at.x), y: Math.round(photo.y - at.y) };
}

// ---------------------------------------------------------------- kept in the browser

function isPlace(value: unknown): value is Omit<Photo, "source"> {
  const place = value as Photo | null;
  const numbers = [place?.ratio, place?.x, place?.y, place?.width, place?.rot, place?.opacity];
  return numbers.every(Number.isFinite);
}

export function keptPhoto(): Photo | null {
  try {
    const source = localStorage.getItem(KEY);
    const place: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "null");
    return source?.startsWith("data:image/") && isPlace(place) ? { ...place, source } : null;
  } catch {
    return null;
  }
}

/** The picture is large and written only when it is `fresh`. False: there is no room, and a reload will lose it. */
export function keepPhoto(photo: Photo | null, fresh: boolean): boolean {
  try {
    if (fresh || !photo) for (const key of [KEY, PLACE]) localStorage.removeItem(key); // the old one is gone for good
    if (fresh && photo) localStorage.setItem(KEY, photo.source);
    if (photo) localStorage.setItem(PLACE, JSON.stringify({ ...photo, source: "" }));
    return true;
  } catch {
    return false;
  }
}
