const RATE = 8_000;
const HEADER = 44;

/** Two soft notes, one after the other: 16 bits, one channel. */
function sampleAt(at: number, seconds: number): number {
  const half = seconds / 2;
  const [frequency, since] = at < half ? [523.25, at] : [659.25, at - half];
  return Math.sin(2 * Math.PI * frequency * since) * Math.exp(-3 * since) * 0.4;
}

/** A recording of so many seconds as a WAV file, always the same, for seeded e-notes. */
export function makeChime(seconds: number): Buffer {
  const samples = RATE * seconds;
  const file = Buffer.alloc(HEADER + samples * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at++) file.writeInt16LE(Math.round(sampleAt(at / RATE, seconds) * 32_767), HEADER + at * 2);
  return file;
}
