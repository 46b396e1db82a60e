import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Caller } from '../../e2e/support/caller';
import { type Guard, type LoadRecord, longestUnseen, startLoad } from '../cluster/load';
import { inspect, waitUntilHealthy } from './compose';

/** One container of each kind that keeps running. */
export const victims = ['database', 'pooler', 'api-1', 'worker-1', 'host-1', 'nginx'];
const BEFORE_MS = 4_000;
const AFTER_MS = 3_000;
const AGAIN_MS = 200;
const RETURN_MS = 60_000;
const UNSEEN_MS = 30_000;

export interface Kill {
  name: string;
  awaySeconds: number;
  acknowledged: number;
  unanswered: number;
  unseenSeconds: number;
  /** Calls that the limits per guard and address refused (429). */
  limited: number;
  /** Acknowledged writes that are not stored exactly once, and other refusals. */
  wrong: string[];
}

/** Kills the process of a container, as the kernel would, and waits until its container is healthy again. */
async function kill(name: string): Promise<number> {
  const before = await inspect(name, '{{.State.Pid}}');
  // 0 would be this process group.
  if (!(Number(before) > 0)) throw new Error(`${name} does not run`);
  const began = performance.now();
  process.kill(Number(before), 'SIGKILL');
  for (;;) {
    const now = await inspect(name, '{{.State.Pid}}');
    if (now !== '0' && now !== before) break;
    if (performance.now() - began > RETURN_MS) throw new Error(`podman did not restart ${name}`);
    await pause(AGAIN_MS);
  }
  await waitUntilHealthy(name);
  return (performance.now() - began) / 1000;
}

const isLimited = (reply: string) => reply.startsWith('429 ');

/** Compares acknowledged writes with the rows of the database. */
async function compare(databaseUrl: string, told: LoadRecord): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ title: string; count: number }>(
      `select title, count(*)::int as count from
         (select title from notifications where title = any($1) union all select ticket_title from tickets where ticket_title = any($1)) as stored
       group by title`,
      [[...told.notes.keys(), ...told.tickets.keys()]],
    );
    const stored = new Map(rows.map(({ title, count }) => [title, count]));
    const wrong = [...told.notes.keys(), ...told.tickets.keys()].filter((title) => stored.get(title) !== 1);
    const alerts = await client.query<{ id: string }>('select id from sos_alerts where id = any($1::uuid[])', [[...told.alerts.keys()]]);
    const known = new Set(alerts.rows.map(({ id }) => id));
    return [
      ...(told.notes.size === 0 || told.tickets.size === 0 || told.alerts.size === 0 ? ['no write of one kind was acknowledged'] : []),
      ...[...told.alerts.keys()].filter((id) => !known.has(id)).map((id) => `the SOS ${id} is not stored`),
      ...(longestUnseen(told) > UNSEEN_MS / 1_000 ? ['a notice never appeared on an open page'] : []),
      ...told.refused.filter((reply) => !isLimited(reply)),
      ...wrong.map((title) => `${title} is stored ${stored.get(title) ?? 0} times`),
    ];
  } finally {
    await client.end();
  }
}

/**
 * Kills one container after the other while staff and guards write. Each round has its own guards and staff key, because calls are limited for
 * each of them.
 */
export async function killEach(
  url: string,
  newCaller: () => Promise<Pick<Caller, 'call'>>,
  guards: readonly Guard[],
  databaseUrl: () => Promise<string>,
  say: (line: string) => void,
): Promise<Kill[]> {
  const kills: Kill[] = [];
  for (const [round, name] of victims.entries()) {
    const own = guards.filter((_, at) => at % victims.length === round);
    if (own.length === 0) throw new Error(`no guard is left for the round of ${name}`);
    const load = await startLoad(url, await newCaller(), own);
    let awaySeconds = Number.POSITIVE_INFINITY;
    try {
      await pause(BEFORE_MS);
      awaySeconds = await kill(name);
      await pause(AFTER_MS);
    } finally {
      // Also if the container did not return, because the callers would retry forever.
      await load.stop(UNSEEN_MS);
    }
    const { told } = load;
    const acknowledged = told.notes.size + told.tickets.size + told.alerts.size;
    const wrong = await compare(await databaseUrl(), told);
    const limited = told.refused.filter(isLimited).length;
    const one = { name, awaySeconds, limited, acknowledged, unanswered: told.unanswered, unseenSeconds: longestUnseen(told), wrong };
    kills.push(one);
    say(
      `${name} was killed and served again after ${awaySeconds.toFixed(1)} s: ${acknowledged} acknowledged writes, ${wrong.length} wrong`,
    );
  }
  return kills;
}
