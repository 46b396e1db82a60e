/**
 * The deadlines of a remote, in ms, from its first request to its end. The module host, the module loader and the build read them here.
 * `PORTAL_PATIENCE` of the portal host multiplies them as each line says; the page has it as `config.patience`.
 */

/** For a version that is alone: load and mount. A guard sees a screen or an error card after ten seconds at most. × patience */
export const ALONE_MS = 8000;
/** For the active version if the last good one can replace it. × patience */
export const ACTIVE_MS = 5000;
/** For the last good version, after the active one failed. */
export const LAST_GOOD_MS = 2500;
/** For one load of a version, and for its manifest. × patience, if that is above 1 */
export const LOAD_MS = 8000;
/** For one chunk. Below LOAD_MS, because webpack's own error names the file. × patience, if that is above 1 */
export const CHUNK_MS = 7000;
/** A load that the guard left and that is older than this has hung. The next visit requests the files again. */
export const STALE_LOAD_MS = 3000;
/** Before a page that runs another version tries the active one again; the wait doubles each time. */
export const RETRY_MS = 30_000;
export const LONGEST_RETRY_MS = 600_000;
/** For the `unmount` of a mount. */
export const UNMOUNT_MS = 500;

/** Only a patience above 1 changes `ms`. Fault tests set one below 1, which shortens only the budget of an attempt. */
export const lengthen = (ms: number, patience: number): number => ms * Math.max(1, patience);
