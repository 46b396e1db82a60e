import { setTimeout as pause } from 'node:timers/promises';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { makePeople } from '../../e2e/kills/actors';
import { type LoadRecord, longestUnseen, startLoad } from './load';
import { waitForMessages } from './messages';
import { readingsOf, readSince } from './replica-reads';
import type { Cluster } from './topology';

const GUARDS = 10;
const BEFORE_MS = 4_000;
const AFTER_MS = 3_000;
/** Limit in seconds for the display of an event. */
export const UNSEEN_S = 30;

export interface KillRound {
  killed: string;
  /** Seconds until it served again. */
  awaySeconds: number;
  acknowledged: number;
  unanswered: number;
  unseenSeconds: number;
  /** Number of reads from the replica. */
  byReplica: number;
  /** Violations as texts; should be empty. */
  wrong: string[];
}

const count = (rows: { title: string; count: number }[]) => new Map(rows.map((row) => [row.title, row.count]));

/** Checks that acknowledged writes are stored once each, with their pictures. */
async function compare({ query, url }: Pick<Cluster, 'query' | 'url'>, told: LoadRecord): Promise<string[]> {
  const wrong = [...told.refused];
  const notes = count(
    await query('select title, count(*)::int as count from notifications where title = any($1) group by title', [[...told.notes.keys()]]),
  );
  const tickets = count(
    await query('select ticket_title as title, count(*)::int as count from tickets where ticket_title = any($1) group by 1', [
      [...told.tickets.keys()],
    ]),
  );
  for (const title of told.notes.keys()) if (notes.get(title) !== 1) wrong.push(`${title} is stored ${notes.get(title) ?? 0} times`);
  for (const title of told.tickets.keys()) if (tickets.get(title) !== 1) wrong.push(`${title} is stored ${tickets.get(title) ?? 0} times`);
  const pictures = await query<{ title: string; filename: string }>(
    'select ticket_title as title, unnest(images) as filename from tickets where ticket_title = any($1)',
    [[...told.tickets.keys()]],
  );
  const shown = new Set<string>();
  for (const { title, filename } of pictures) {
    const { token } = told.tickets.get(title) ?? { token: '' };
    const reply = await fetch(`${url}${fullPath(previewMedia)}?filename=${filename}`, { headers: { authorization: `Bearer ${token}` } });
    if (reply.ok && (await reply.arrayBuffer()).byteLength > 0) shown.add(title);
  }
  for (const title of told.tickets.keys()) if (!shown.has(title)) wrong.push(`the picture of ${title} cannot be read`);
  return wrong;
}

/** Kills one process after the other while guards and staff write; its supervisor restarts it. */
export async function killEach(cluster: Cluster, rounds: number, say: (line: string) => void): Promise<KillRound[]> {
  const found: KillRound[] = [];
  for (let round = 0; round < rounds; round++) {
    const victim = cluster.kept[round % cluster.kept.length];
    if (!victim) throw new Error('there is nothing to kill');
    const people = await makePeople({ get: cluster.caller.get, query: cluster.query }, GUARDS);
    const before = await readingsOf(cluster.metrics);
    const load = await startLoad(cluster.url, cluster.caller, people);
    let away: number;
    try {
      await pause(BEFORE_MS);
      away = await victim.kill();
      await pause(AFTER_MS);
    } finally {
      // Also if the victim did not restart, because its callers would retry forever.
      await load.stop(UNSEEN_S * 1_000);
    }
    const { told } = load;
    const unseenSeconds = longestUnseen(told);
    const wrong = [...(await compare(cluster, told)), ...(await waitForMessages(cluster, told))];
    const byReplica = readSince(before, await readingsOf(cluster.metrics));
    if (byReplica === 0) wrong.push('nothing was read from the replica');
    if (unseenSeconds > UNSEEN_S) wrong.push(`an event was not shown for ${UNSEEN_S} s`);
    const one = {
      killed: victim.name,
      awaySeconds: away / 1000,
      acknowledged: told.notes.size + told.tickets.size + told.alerts.size,
      unanswered: told.unanswered,
      unseenSeconds,
      byReplica,
      wrong,
    };
    found.push(one);
    say(tableRow(one));
  }
  return found;
}

const columns = ['killed', 'down, s', 'acknowledged', 'no answer', 'longest unseen, s', 'by the replica', 'wrong'];
export const tableHead = (): string =>
  columns
    .map((column) => column.padEnd(18))
    .join('')
    .trimEnd();
export const tableRow = ({ killed, awaySeconds, acknowledged, unanswered, unseenSeconds, byReplica, wrong }: KillRound): string =>
  [killed, awaySeconds.toFixed(1), acknowledged, unanswered, unseenSeconds.toFixed(2), byReplica, wrong.length]
    .map((cell) => String(cell).padEnd(18))
    .join('')
    .trimEnd();
