/** The signed handover from one ops key to the next. A page that trusts the first key follows the handovers to the last. */
export interface KeyHandover {
  from: string;
  to: string;
  /** The first revision that the new key signs. */
  since: number;
  /** Signatures of `handoverText` in base64, by the old and the new key. */
  signatures: { from: string; to: string };
}

/** The text that both keys sign. */
export const handoverText = ({ from, to, since }: Pick<KeyHandover, 'from' | 'to' | 'since'>): string =>
  `from revision ${since} on the ops key ${to} signs in the place of ${from}`;

/**
 * Returns the handovers from `key` to the key that signs the revision, in order; none if that is `key`. The caller must verify both
 * signatures of each. If several start at one key, the first one in `known` is used, so list trusted ones first.
 */
export function handoverChain(revision: number, key: string, known: readonly KeyHandover[]): KeyHandover[] {
  const found: KeyHandover[] = [];
  for (let at = key; ; ) {
    const last = found.at(-1)?.since ?? 0;
    const next = known.find(({ from, since }) => from === at && since > last);
    if (!next || next.since > revision) return found;
    found.push(next);
    at = next.to;
  }
}
