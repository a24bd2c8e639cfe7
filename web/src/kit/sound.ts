// Soft sounds made on the spot, without files: short tones that fade, only when they are wanted.
type Sound = "turn" | "card" | "coin" | "die" | "laser" | "end";

const TONES: Record<Sound, readonly [frequency: number, start: number, length: number][]> = {
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
};

let audio: AudioContext | undefined;

export function chime(sound: Sound): void {
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  for (const [frequency, start, length] of TONES[sound]) {
    const at = audio.currentTime + start;
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.type = "sine";
    tone.frequency.value = frequency;
    loudness.gain.setValueAtTime(0.0001, at);
    loudness.gain.exponentialRampToValueAtTime(0.08, at + 0.01);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
  }
}
