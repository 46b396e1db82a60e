/** A module that one browser runs from another place than the portal's store: a squad tries its build so before it is published. */
export interface Override {
  module: string;
  /** The address of the folder with its `module.json`, with a slash at its end. */
  from: string;
}

/** The key of an address that begins an override, `?module=mf-jobs@http://localhost:4103/`, and what stands there to end all of them. */
export const OVERRIDE = 'module';
export const NO_OVERRIDE = 'off';

/** The element of a page with what the host lets this browser override. */
export const OVERRIDES_ID = 'overrides';
