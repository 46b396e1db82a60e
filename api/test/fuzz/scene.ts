/** Who calls, and what they may rightly name. The first scene in which an endpoint's right input succeeds is its own. */
export interface Scene {
  token: string;
  cookie: string;
  known: Record<string, readonly unknown[]>;
}

/** The same scenes twice, each with people of its own: what a scene of one side names, its twin of the other side may not. */
export interface World {
  mine: readonly Scene[];
  theirs: readonly Scene[];
}
