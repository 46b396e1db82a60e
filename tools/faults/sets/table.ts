import { modules } from '../matrix/fronts';

export const LEVELS = ['previous', 'live', 'next'] as const;
export type Level = (typeof LEVELS)[number];

/** What a set is made of: the shell and each remote, the columns of the table. */
export const members: readonly string[] = ['shell', ...modules];

/**
 * A covering array of strength two for six factors of three levels: every two members meet at each two of their versions, for which no eleven
 * sets are enough. In the first three each member stands once at each of its versions.
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

/** The least in which each member stands at each of its versions. */
export const coveringSets = sets.slice(0, LEVELS.length);
