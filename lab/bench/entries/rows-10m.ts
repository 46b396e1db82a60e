import { join } from 'node:path';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import pg from 'pg';
import { startEmbedded } from '../../../api/src/platform/database/embedded';
import { makeGuards } from '../../../e2e/kills/actors';
import { type Api, startApiOn } from '../api/process';
import type { Entry } from '../entry';
import { estimateRatio } from '../estimate';
import type { Lab } from '../lab';
import { median, p95 } from '../numbers';
import { shuffle } from '../random';

const SIZES = { few: 10_000, many: 10_000_000 };
/** Rows per reading guard, the same in both databases. */
const OWN = 250;
const READERS = 20;
/** Number of guards who own the other rows. */
const OTHERS = 1_000;
const PAGES = 5;
const AT_ONCE = 1_000_000;
const WARM_UP = 40;
const CALLS_PER_RUN = 100;

interface Reader {
  api: Api;
  tokens: string[];
}

type Query = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

/**
 * Drops the table's indexes and constraints, and foreign keys to it, runs `fill`, and creates them again: a million rows are inserted four times as
 * fast.
 */
async function withoutIndexes(query: Query, table: string, fill: () => Promise<void>): Promise<void> {
  // Foreign keys are dropped before the keys they reference, and created after them.
  const keys = await query(
    `select conrelid::regclass as of, conname as name, pg_get_constraintdef(oid) as says from pg_constraint
     where $1::regclass in (conrelid, confrelid) and contype <> 'n' order by contype = 'f' desc`,
    [table],
  );
  for (const { of, name } of keys.rows) await query(`alter table ${of} drop constraint "${name}"`);
  const indexes = await query('select indexname as name, indexdef as says from pg_indexes where tablename = $1', [table]);
  for (const { name } of indexes.rows) await query(`drop index "${name}"`);
  await fill();
  for (const { says } of indexes.rows) await query(says);
  for (const { of, name, says } of keys.rows.reverse()) await query(`alter table ${of} add constraint "${name}" ${says}`);
}

/** Starts an API with a database of `rows` notifications, of which the readers own some. */
async function apiWith(lab: Lab, server: pg.ClientConfig, name: string, rows: number): Promise<Reader> {
  const api = await startApiOn(lab, server, name);
  const database = new pg.Client(api.database);
  await database.connect();
  const query: Query = (text, values) => database.query(text, values);
  const maker = {
    get: api.get,
    query: async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => (await database.query<Row>(text, values)).rows,
  };
  const readers = await makeGuards(maker, READERS);
  const others = await makeGuards(maker, OTHERS);
  const insert = (from: number, to: number) =>
    query(
      `insert into notifications (guard_id, title, description, created_at, read_at)
       select ($1::uuid[])[1 + n % $2], 'Your shift was moved', 'Gate watch, 100 Queen Street West, now begins at 7:00 p.m.',
         now() - n * interval '1 second', case when n % 3 > 0 then now() end
       from generate_series($3::int, $4::int) n`,
      [others.map(({ id }) => id), OTHERS, from, to],
    );
  await withoutIndexes(query, 'notifications', async () => {
    const rest = rows - OWN * READERS;
    for (let from = 1; from <= rest; from += AT_ONCE) {
      await insert(from, Math.min(rest, from + AT_ONCE - 1));
      lab.say(`${name}: ${Math.min(rest, from + AT_ONCE - 1)} of ${rest} rows`);
    }
    // Spread over the same time range as the other rows.
    await query(
      `insert into notifications (guard_id, title, description, created_at)
       select guard, 'You were awarded a job', 'Gate watch', now() - n * interval '1 second' * ($2::int / $3::int)
       from unnest($1::uuid[]) as guard, generate_series(1, $3::int) n`,
      [readers.map(({ id }) => id), rows, OWN],
    );
  });
  await query('vacuum analyze notifications');
  await database.end();
  return { api, tokens: readers.map(({ token }) => token) };
}

async function timed({ api, tokens }: Reader, turn: number): Promise<number> {
  const [token, page] = [tokens[turn % tokens.length] ?? '', 1 + (turn % PAGES)];
  const reply = await api.call(listNotifications, { page, limit: 10 } as Input<typeof listNotifications>, { token });
  if (reply.code !== 200 || reply.data.total !== OWN || reply.data.docs.length !== 10)
    throw new Error(`${reply.code} ${reply.message}, ${reply.data?.total} found`);
  return reply.ms;
}

export const rows10m: Entry = {
  id: 'rows-10m',
  what: 'A page of notifications over HTTP, p95 with 10 million rows / with 10,000, for guards with the same number of own rows',
  on: 'machine',
  unit: '',
  atMost: 1.5,
  isLong: true,
  async measure(lab) {
    const server = await startEmbedded(join(lab.folder, 'rows-10m'));
    lab.atEnd(() => server.stop());
    const socket = server.connection as pg.ClientConfig;
    const who = { few: await apiWith(lab, socket, 'rows_few', SIZES.few), many: await apiWith(lab, socket, 'rows_many', SIZES.many) };
    const took = { few: [] as number[], many: [] as number[] };
    for (let turn = -WARM_UP; turn < lab.runs * CALLS_PER_RUN; turn++)
      for (const which of shuffle(lab.random, ['few', 'many'] as const)) {
        const each = await timed(who[which], turn + WARM_UP);
        if (turn >= 0) took[which].push(each);
      }
    const words = (times: number[]) => `median ${median(times).toFixed(1)} ms, p95 ${p95(times).toFixed(1)} ms`;
    return {
      ...estimateRatio(lab.random, took.many, took.few, p95),
      detail: `10 million rows: ${words(took.many)}; 10,000: ${words(took.few)}; ${READERS} guards with ${OWN} each, their first ${PAGES} pages`,
    };
  },
};
