/** Who calls, and what they may rightly name. The first scene in which an endpoint's right input succeeds is its own. */
export interface Scene {
  token: string;
  cookie: string;
  known: Record<string, readonly unknown[]>;
}

/** The same scenes twice, with different people: a scene of one side must not reach the data of its twin on the other side. */
export interface World {
  mine: readonly Scene[];
  theirs: readonly Scene[];
}
