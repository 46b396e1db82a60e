/** A caller, and the ids that they may name. Each endpoint uses the first scene in which its valid input succeeds. */
export interface Scene {
  token: string;
  cookie: string;
  known: Record<string, readonly unknown[]>;
}

/** The same scenes twice, with different people: a scene of one side must not reach the data of its twin on the other side. */
export interface FuzzWorld {
  mine: readonly Scene[];
  theirs: readonly Scene[];
}
