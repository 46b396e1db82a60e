/** The route of the portal host with the facts that only it knows. */
export const INSPECT_PATH = '/registry/inspect';

/** One change of a module, from the history of the registry. */
export interface InspectChange {
  revision: number;
  at: string;
  by: string;
  why: string;
  /** The change in words, such as `activate mf-jobs 1.0.0 -> 1.1.0`. */
  what: string;
}

/** A published version. `publication` is null if its folder does not name a publisher. */
export interface InspectVersion {
  version: string;
  /** `token`: id of the token that signed it; null if the store has no tokens. */
  publication: { at: string; by: string; why: string; token: string | null } | null;
}

/** A candidate that this browser may open. */
export interface InspectCandidate {
  id: string;
  until: string;
  by: string;
  at: string;
  why: string;
  /** The versions that differ from the active ones, by module. */
  versions: Record<string, string>;
}

/** The reply of `INSPECT_PATH`. All lists begin with the newest. */
export interface InspectFacts {
  /** The active revision, which may be newer than the page's. */
  revision: number;
  /** The active version of each module, without canaries. */
  active: Record<string, string>;
  changes: Record<string, InspectChange[]>;
  published: Record<string, InspectVersion[]>;
  candidates: InspectCandidate[];
  /** The candidate of this browser; null for the active set. */
  candidate: string | null;
  /** The end of the signed link by which this browser opens the panel; null outside production. */
  until: string | null;
}
