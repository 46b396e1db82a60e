/** When each request of a visit was sent: key -> milliseconds. */
export type Starts = Readonly<Record<string, number>>;

export interface Exploration {
  /** The visit that nobody disturbed. */
  calm: Starts;
  /** A request -> the visit in which its reply was held back. */
  held: Readonly<Record<string, Starts>>;
  holdMs: number;
}

/** What had to wait for `held`: the requests that were sent later by more than half of the time that it was held back. */
function waitingFor(held: string, { calm, held: visits, holdMs }: Exploration): string[] {
  const starts = visits[held] ?? {};
  return Object.keys(calm).filter((key) => key !== held && (starts[key] ?? Number.POSITIVE_INFINITY) - (calm[key] ?? 0) > holdMs / 2);
}

/**
 * The longest chain of requests that had to wait for each other, from `first` (the HTML, for which everything waits) to `last`.
 * A request waits for another when holding that one back also holds this one back.
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
