// Small sounds, made here and now; off unless someone wants them.

import { preferences } from "./preferences.svelte";

type Note = readonly [frequency: number, at: number, length: number];

const SOUNDS = {
  turn: [
    [523, 0, 0.12],
    [784, 0.12, 0.22],
  ],
  move: [[330, 0, 0.07]],
  chat: [[880, 0, 0.06]],
  over: [
    [392, 0, 0.16],
    [523, 0.16, 0.16],
    [659, 0.32, 0.34],
  ],
} as const satisfies Record<string, readonly Note[]>;

let audio: AudioContext | null = null;

export function play(sound: keyof typeof SOUNDS): void {
  if (!preferences.sounds || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  const start = audio.currentTime + 0.02;
  for (const [frequency, at, length] of SOUNDS[sound]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start + at);
    volume.gain.linearRampToValueAtTime(0.12, start + at + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0005, start + at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(start + at);
    tone.stop(start + at + length + 0.02);
  }
}
