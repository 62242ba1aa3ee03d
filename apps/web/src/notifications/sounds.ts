/** Frequencies in hertz, one after the other. Sounds are made here, because files of the known names have owners. */
const TONES: Readonly<Record<string, readonly number[]>> = {
  bark: [220, 180],
  beep: [880],
  buzz: [140, 140],
  chime: [660, 880, 1_100],
  ding: [1_320],
  plop: [330, 240],
  tada: [523, 659, 784, 1_046],
  wag: [400, 500, 400, 500],
  zulip: [784, 1_046],
};
const TONE_SECONDS = 0.12;
const LOUDNESS = 0.15;

let context: AudioContext | undefined;

/** Plays the sound with this name. Browsers play none before the person has pressed something on the page. */
export function playSound(name: string): void {
  const tones = Object.hasOwn(TONES, name) ? TONES[name] : undefined;
  if (tones === undefined) return;
  context ??= new AudioContext();
  void context.resume();
  const gain = context.createGain();
  gain.connect(context.destination);
  let at = context.currentTime;
  for (const frequency of tones) {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(gain);
    gain.gain.setValueAtTime(LOUDNESS, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + TONE_SECONDS);
    tone.start(at);
    tone.stop(at + TONE_SECONDS);
    at += TONE_SECONDS;
  }
}
