import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import type { Encoding } from './store';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz' };
/** Pictures and fonts are compressed already. */
export const isCompressible = (file: string): boolean => /\.(js|css|html|json|svg|txt)$/.test(file);

/** The strongest brotli level by default, because each version is compressed once. */
export const toBrotli = (bytes: Uint8Array, quality = 11): Promise<Buffer> =>
  brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
export const toGzip = (bytes: Uint8Array): Promise<Buffer> => zip(bytes, { level: 9 });

const decompress = { br: promisify(brotliDecompress), gzip: promisify(gunzip) } as const satisfies Record<Encoding, unknown>;

/** Whether a compressed copy decompresses to this file. A copy that decompresses to more is not read to its end. */
export const isCompressedCopyOf = (packed: Uint8Array, encoding: Encoding, plain: Uint8Array): Promise<boolean> =>
  decompress[encoding](packed, { maxOutputLength: Math.max(plain.length, 1) }).then(
    (bytes) => bytes.equals(plain),
    () => false,
  );

/** A file and, if it is compressible, its compressed copies, by name. */
export async function withCompressedCopies(file: string, bytes: Uint8Array): Promise<[string, Uint8Array][]> {
  if (!isCompressible(file)) return [[file, bytes]];
  const [br, gz] = await Promise.all([toBrotli(bytes), toGzip(bytes)]);
  return [
    [file, bytes],
    [file + SUFFIX.br, br],
    [file + SUFFIX.gzip, gz],
  ];
}
