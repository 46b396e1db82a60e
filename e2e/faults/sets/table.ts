import { modules } from '../matrix/fronts';

export const LEVELS = ['previous', 'live', 'next'] as const;
export type Level = (typeof LEVELS)[number];

/** The modules of a set: the shell and each remote. */
export const members: readonly string[] = ['shell', ...modules];

/**
 * A covering array of strength two for six factors with three levels: each pair of modules occurs in each pair of their versions. Eleven sets
 * would not be enough. The first three sets contain each version of each module once.
 */
const ROWS = ['plnpln', 'lnplnp', 'nplnpl', 'pnlppp', 'npnpnp', 'lpllln', 'pppnnn', 'lnnnll', 'nnnlpn', 'plllnl', 'nlpnlp', 'llpppl'];

const levelOf: Readonly<Record<string, Level>> = { p: 'previous', l: 'live', n: 'next' };

export interface VersionSet {
  id: string;
  levels: Readonly<Record<string, Level>>;
}

export const sets: readonly VersionSet[] = ROWS.map((row, at) => ({
  id: `set ${at + 1}`,
  levels: Object.fromEntries(members.map((name, place) => [name, levelOf[row[place] ?? ''] ?? 'live'])),
}));

/** The smallest selection with each version of each module. */
export const coveringSets = sets.slice(0, LEVELS.length);
