import { createHash } from 'node:crypto';

/** Higher levels save 1 % and take a third more time. */
const LEVEL = 17;

/** `dcz` starts with a skippable frame that names the dictionary (RFC 9842, 5). */
const MAGIC = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);
const FRAME_MAGIC = 0xfd2fb528;
/** Length of that frame in bytes. */
export const HEAD_BYTES = MAGIC.length + 32;

/** Node 20: later releases have zstd with dictionaries in `node:zlib`. */
const load = async () => {
  const zstd = await import('@bokuweb/zstd-wasm');
  await zstd.init();
  return zstd;
};
let loading: ReturnType<typeof load> | undefined;
/** Loaded at first use, because most processes compress nothing. */
const library = () => {
  loading ??= load();
  return loading;
};

/** The browser's name of a dictionary: its SHA-256 in base64. */
export const hashOf = (dictionary: Uint8Array): string => createHash('sha256').update(dictionary).digest('base64');

const headOf = (dictionary: Uint8Array): Buffer => Buffer.concat([MAGIC, createHash('sha256').update(dictionary).digest()]);

/** Compresses the bytes as `Content-Encoding: dcz` with the dictionary; by default for a file that is compressed once. */
export async function toDcz(bytes: Uint8Array, dictionary: Uint8Array, level = LEVEL): Promise<Buffer> {
  const { compressUsingDict, createCCtx, freeCCtx } = await library();
  const context = createCCtx();
  try {
    return Buffer.concat([headOf(dictionary), compressUsingDict(context, bytes, dictionary, level)]);
  } finally {
    freeCCtx(context);
  }
}

/** The decompressed length in a frame's header; null if the frame was not made by `toDcz`. */
function lengthIn(frame: Buffer): number | null {
  const descriptor = frame[4] ?? 0;
  const isOurs = frame.length >= 9 && frame.readUInt32LE(0) === FRAME_MAGIC && (descriptor & 0b0011_1011) === 0b0010_0000;
  if (!isOurs) return null;
  const widths: Record<number, number> = { 0: frame.readUInt8(5), 1: frame.readUInt16LE(5) + 256, 2: frame.readUInt32LE(5) };
  return widths[descriptor >> 6] ?? null;
}

/** Whether `packed` decompresses to `bytes` with this dictionary. Never rejects. */
export async function isValidDcz(packed: Uint8Array, bytes: Uint8Array, dictionary: Uint8Array): Promise<boolean> {
  const head = headOf(dictionary);
  const frame = Buffer.from(packed.subarray(head.length));
  // Checked first, because the library allocates the length that the frame declares.
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
