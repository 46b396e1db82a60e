/** When each request of a visit was sent: key -> milliseconds. */
export type StartTimes = Readonly<Record<string, number>>;

export interface Exploration {
  /** Start times of the visit without delays. */
  calm: StartTimes;
  /** For each delayed request: start times of the visit in which its reply was delayed. */
  held: Readonly<Record<string, StartTimes>>;
  holdMs: number;
}

/** The requests that depend on `held`: those sent later by more than half of its delay. */
function waitingFor(held: string, { calm, held: visits, holdMs }: Exploration): string[] {
  const starts = visits[held] ?? {};
  return Object.keys(calm).filter((key) => key !== held && (starts[key] ?? Number.POSITIVE_INFINITY) - (calm[key] ?? 0) > holdMs / 2);
}

/**
 * The longest chain of dependent requests, from `first` (the HTML, on which all depend) to `last`. A request depends on another if a delay of
 * the other one delays it too.
 */
export function longestChain(exploration: Exploration, first: string, last: string): string[] {
  const waits = new Map(Object.keys(exploration.held).map((key) => [key, waitingFor(key, exploration)]));
  const chains = new Map<string, string[]>();
  const chainTo = (key: string): string[] => {
    const known = chains.get(key);
    if (known) return known;
    chains.set(key, [first, key]);
    const before = [...waits].filter(([, waiting]) => waiting.includes(key)).map(([held]) => chainTo(held));
    const longest = before.reduce((best, chain) => (chain.length > best.length ? chain : best), [first]);
    const chain = key === first ? [first] : [...longest, key];
    chains.set(key, chain);
    return chain;
  };
  return chainTo(last);
}
