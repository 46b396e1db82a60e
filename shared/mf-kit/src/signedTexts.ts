/** One ops key hands over to the next: both have signed it. A page that was pinned to the first one comes to the last by these. */
export interface Handover {
  from: string;
  to: string;
  /** The first revision that the new key signs. */
  since: number;
  /** Of `handoverText`, in base 64: by the key that goes, and by the one that comes. */
  signatures: { from: string; to: string };
}

/** What both keys sign. */
export const handoverText = ({ from, to, since }: Pick<Handover, 'from' | 'to' | 'since'>): string =>
  `from revision ${since} on the ops key ${to} signs in the place of ${from}`;

/**
 * The handovers that lead from a key to the one that signs a revision, in order; none when it signs that itself. Who believes them looks at
 * both signatures of each. The first word on a key counts: what a page knows already stands before what it is told.
 */
export function handoverChain(revision: number, key: string, known: readonly Handover[]): Handover[] {
  const found: Handover[] = [];
  for (let at = key; ; ) {
    const last = found.at(-1)?.since ?? 0;
    const next = known.find(({ from, since }) => from === at && since > last);
    if (!next || next.since > revision) return found;
    found.push(next);
    at = next.to;
  }
}
