// Soft sounds made on the spot, without files: short tones that fade, only when they are wanted.
type Sound = "turn" | "card" | "coin" | "die" | "laser" | "end" | "point" | "win";
/** in hertz, and in seconds from the beginning */
type Tone = readonly [frequency: number, start: number, length: number];

/** Tones one after another or together, and their colour. */
export interface Tune {
  wave: OscillatorType;
  tones: readonly Tone[];
}

const TONES: Record<Sound, readonly Tone[]> = {
  turn: [
    [523, 0, 0.18],
    [659, 0.12, 0.25],
  ],
  card: [[220, 0, 0.07]],
  coin: [
    [988, 0, 0.05],
    [1319, 0.05, 0.12],
  ],
  die: [
    [180, 0, 0.04],
    [210, 0.07, 0.04],
    [170, 0.14, 0.06],
  ],
  laser: [[740, 0, 0.1]],
  end: [
    [392, 0, 0.2],
    [523, 0.15, 0.2],
    [659, 0.3, 0.4],
  ],
  point: [[330, 0, 0.16]],
  win: [
    [392, 0, 0.18],
    [523, 0.16, 0.18],
    [659, 0.32, 0.18],
    [784, 0.48, 0.3],
    [659, 0.78, 0.16],
    [784, 0.94, 0.56],
  ],
};
const HALF_TONE = 2 ** (1 / 12);
const SCALE = [0, 2, 4, 5, 7, 9, 11]; // half tones from its beginning

let audio: AudioContext | undefined;

/** A sound, or the same so many steps of a scale higher. */
export function chime(sound: Sound, higher = 0): void {
  const halves = 12 * Math.floor(higher / SCALE.length) + SCALE[higher % SCALE.length]!;
  const raised = TONES[sound].map(
    ([hertz, start, length]) => [hertz * HALF_TONE ** halves, start, length] as const,
  );
  play({ wave: "sine", tones: raised });
}

export function play({ wave, tones }: Tune): void {
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  for (const [frequency, start, length] of tones) {
    const at = audio.currentTime + start;
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.type = wave;
    tone.frequency.value = frequency;
    loudness.gain.setValueAtTime(0.0001, at);
    loudness.gain.exponentialRampToValueAtTime(0.08, at + 0.01);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
  }
}
