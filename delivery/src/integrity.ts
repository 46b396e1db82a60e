import { createHash } from 'node:crypto';

/** As the browser's integrity attribute wants it. */
export const integrityOf = (bytes: Uint8Array | string): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
