/** The content hash in a built file's name: `on-job.1c5e1fac.js`. */
export const CONTENT_HASH = /\.[0-9a-f]{8}(?=\.\w+$)/;

/** Removes the hash, so that all versions have the same name: `on-job.js`. */
export const withoutHash = (file: string): string => file.replace(CONTENT_HASH, '');
