import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';

interface Packets {
  codec: 'opus' | 'aac';
  codecString: string;
  description: Uint8Array;
  packet: Uint8Array;
  /** Seconds of one packet. */
  each: number;
}

/** Encoded silence, which needs no decoding. */
const opus: Packets = {
  codec: 'opus',
  codecString: 'opus',
  description: new Uint8Array([0x4f, 0x70, 0x75, 0x73, 0x48, 0x65, 0x61, 0x64, 1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0]),
  packet: new Uint8Array([0xf8, 0xff, 0xfe]),
  each: 0.02,
};
const aac: Packets = {
  codec: 'aac',
  codecString: 'mp4a.40.2',
  description: new Uint8Array([0x11, 0x88]),
  packet: new Uint8Array([0x01, 0x40, 0x22, 0x80, 0xa3, 0x5e]),
  each: 1024 / 48_000,
};

async function packed(
  format: OutputFormat,
  { codec, codecString, description, packet, each }: Packets,
  seconds: number,
): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  output.setMetadataTags({ title: 'Kept by the phone', comment: 'at 43.6532, -79.3832' });
  await output.start();
  const decoderConfig = { codec: codecString, sampleRate: 48_000, numberOfChannels: 1, description };
  for (let at = 0; at < Math.round(seconds / each); at++)
    await source.add(new EncodedPacket(packet, 'key', at * each, each), at === 0 ? { decoderConfig } : undefined);
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

/** A WAV of 8 kHz, one byte a sample: a short beep each second, silence between. */
export function makeWav(seconds: number): Uint8Array {
  const rate = 8000;
  const samples = Math.round(seconds * rate);
  const bytes = Buffer.alloc(44 + samples, 128);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + samples, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [1, 32],
    [8, 34],
  ] as const)
    bytes.writeUInt16LE(value, at);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate, 28);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples, 40);
  for (let at = 0; at < samples; at++)
    if (at % rate < 1600) bytes[44 + at] = 128 + Math.round(60 * Math.sin((at * 880 * 2 * Math.PI) / rate));
  return bytes;
}

const MP3_FRAME = 417;
/** MPEG-1 layer III frames of 128 kbit/s at 44.1 kHz. */
function mp3(seconds: number): Uint8Array {
  const frames = Math.round((seconds * 44_100) / 1152);
  const bytes = Buffer.alloc(frames * MP3_FRAME);
  for (let frame = 0; frame < frames; frame++) Buffer.from([0xff, 0xfb, 0x90, 0x00]).copy(bytes, frame * MP3_FRAME);
  return bytes;
}

/** Recordings as browsers and phones make them, by container. */
export const recordings = {
  /** `each`: seconds from packet to packet; a phone's are 0.02. */
  webm: (seconds: number, each = opus.each) => packed(new WebMOutputFormat(), { ...opus, each }, seconds),
  ogg: (seconds: number) => packed(new OggOutputFormat(), opus, seconds),
  m4a: (seconds: number) => packed(new Mp4OutputFormat(), aac, seconds),
  mp3: async (seconds: number) => mp3(seconds),
  wav: async (seconds: number) => makeWav(seconds),
} satisfies Record<string, (seconds: number) => Promise<Uint8Array>>;

const box = (type: string, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
};
const HOLDERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

/** The same boxes, with a table that claims so many samples in each of so many chunks. */
function claim(bytes: Buffer, each: number, chunks: number): Buffer {
  const boxes: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const isLong = bytes.readUInt32BE(at) === 1;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const body = bytes.subarray(at + (isLong ? 16 : 8), at + size);
    if (HOLDERS.has(type)) boxes.push(box(type, claim(body, each, chunks)));
    else if (type === 'stts') boxes.push(box(type, words(0, 1, each * chunks, 1)));
    else if (type === 'stsz') boxes.push(box(type, words(0, 1, each * chunks)));
    else if (type === 'stsc') boxes.push(box(type, words(0, 1, 1, each, 1)));
    else if (type === 'stco') boxes.push(box(type, words(0, chunks, ...Array<number>(chunks).fill(40))));
    else boxes.push(bytes.subarray(at, at + size));
    at += size;
  }
  return Buffer.concat(boxes);
}

/** An M4A of a few kilobytes whose table claims this many thousand samples; a decoder that trusts it is busy for minutes. */
export const makeDecoderBomb = async (thousands: number): Promise<Uint8Array> =>
  claim(Buffer.from(await recordings.m4a(8)), 1000, thousands);
