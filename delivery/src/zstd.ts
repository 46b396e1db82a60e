import { createHash } from 'node:crypto';

/** Above it a file becomes smaller by a hundredth, in a third more time. */
const LEVEL = 17;

/** Of `dcz` (RFC 9842, 5): a skippable frame, of which the browser reads which dictionary was taken. */
const MAGIC = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);
const FRAME_MAGIC = 0xfd2fb528;
/** A packed file is longer than this. */
export const HEAD_BYTES = MAGIC.length + 32;

const load = async () => {
  const zstd = await import('@bokuweb/zstd-wasm');
  await zstd.init();
  return zstd;
};
let loading: ReturnType<typeof load> | undefined;
/** Loaded where it is used first: most processes pack nothing. */
const library = () => {
  loading ??= load();
  return loading;
};

/** By which a browser names a dictionary: its SHA-256 in base64. */
export const hashOf = (dictionary: Uint8Array): string => createHash('sha256').update(dictionary).digest('base64');

const headOf = (dictionary: Uint8Array): Buffer => Buffer.concat([MAGIC, createHash('sha256').update(dictionary).digest()]);

/** These bytes as `Content-Encoding: dcz`, for whoever has the dictionary. */
export async function toDcz(bytes: Uint8Array, dictionary: Uint8Array): Promise<Buffer> {
  const { compressUsingDict, createCCtx, freeCCtx } = await library();
  const context = createCCtx();
  try {
    return Buffer.concat([headOf(dictionary), compressUsingDict(context, bytes, dictionary, LEVEL)]);
  } finally {
    freeCCtx(context);
  }
}

/** How many bytes a frame says it holds; null of one that is not as `toDcz` makes them. */
function lengthIn(frame: Buffer): number | null {
  const descriptor = frame[4] ?? 0;
  const isOurs = frame.length >= 9 && frame.readUInt32LE(0) === FRAME_MAGIC && (descriptor & 0b0011_1011) === 0b0010_0000;
  if (!isOurs) return null;
  const widths: Record<number, number> = { 0: frame.readUInt8(5), 1: frame.readUInt16LE(5) + 256, 2: frame.readUInt32LE(5) };
  return widths[descriptor >> 6] ?? null;
}

/** Whether this is `bytes` packed with that dictionary. Never rejects. */
export async function isDczOf(packed: Uint8Array, bytes: Uint8Array, dictionary: Uint8Array): Promise<boolean> {
  const head = headOf(dictionary);
  const frame = Buffer.from(packed.subarray(head.length));
  // The library reserves what the frame asks for.
  if (!head.equals(packed.subarray(0, head.length)) || lengthIn(frame) !== bytes.length) return false;
  const { createDCtx, decompressUsingDict, freeDCtx } = await library();
  const context = createDCtx();
  try {
    return Buffer.from(decompressUsingDict(context, frame, dictionary)).equals(bytes);
  } catch {
    return false;
  } finally {
    freeDCtx(context);
  }
}
