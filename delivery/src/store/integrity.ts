import { createHash } from 'node:crypto';

/** In the format of the browser's integrity attribute. */
export const integrityOf = (bytes: Uint8Array | string): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** The hash of an integrity as in-toto writes it. */
export const hexOf = (integrity: string): string => Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex');
