/** A module that one browser loads from another address, so that a squad can try a build before publishing. */
export interface Override {
  module: string;
  /** Address of the folder with `module.json`, with a final slash. */
  from: string;
}

/** The query parameter that sets an override (`?module=mf-jobs@http://localhost:4103/`), and its value that removes all of them. */
export const OVERRIDE = 'module';
export const NO_OVERRIDE = 'off';

/** Id of the element that lists the overrides which the portal host allows. */
export const OVERRIDES_ID = 'overrides';

/** The query parameter that opens the panel "Why this version?". With a signed token as its value, it allows the panel in this browser. */
export const INSPECT = 'inspect';
