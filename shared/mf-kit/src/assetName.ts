/** The hash of its content that a build puts into a file's name: `on-job.1c5e1fac.js`. */
export const CONTENT_HASH = /\.[0-9a-f]{8}(?=\.\w+$)/;

/** What a file is called in every version of its module: `on-job.1c5e1fac.js` is `on-job.js`. */
export const withoutHash = (file: string): string => file.replace(CONTENT_HASH, '');
