import { isDeepStrictEqual } from 'node:util';
import { isGuardCall, usesIdempotencyKey } from '@portal/contracts/_kernel/endpoint';
import { getPool, waitForBackground } from '../../src/platform/database/db';
import type { Route } from '../../src/platform/http/routes';
import { sha256 } from '../../src/platform/identity/secrets';
import { filesIn, mediaFolder } from '../files';
import { findViolations } from '../invariants';
import type { FuzzCase } from './case';
import { withOneRollback } from './conflict';
import type { ReceivedReply } from './wire';

/** Sends a call, and counts its effects. */
export interface PairCalls {
  send(one: FuzzCase): Promise<ReceivedReply | Error | null>;
  settle(): Promise<unknown>;
  figures: CountRows;
}

/** The stored rows as figures by table. */
export type CountRows = () => Promise<Map<string, string>>;

/** Excluded: tries are counted for every outcome, each sent key has a row, and the audit has growing numbers. */
const beside = ['rate_limits', 'otp_codes', 'idempotency_keys', 'staff_changes'];

/**
 * Counts the stored data: the rows of each table, the values of each column, and the sums of its numbers. Ids, texts and instants differ between
 * calls; a repeated effect still shows in the figures. A sum of floating-point numbers depends on the order of the rows, so they are summed as exact
 * numbers. Only for the tables that exist now.
 */
export async function readFigures(): Promise<CountRows> {
  const { rows: columns } = await getPool().query<{ name: string; figures: string }>(
    `select table_name as name, string_agg(case when data_type in ('numeric', 'integer', 'smallint', 'bigint', 'double precision')
       then format('coalesce(sum(%1$I::numeric), 0)::text, count(%1$I)::text', column_name) else format('count(%1$I)::text', column_name) end, ', ' order by ordinal_position) as figures
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_identity = 'NO' and coalesce(c.column_default, '') not like 'nextval%'
       and not c.table_name = any($1) group by table_name order by 1`,
    [beside],
  );
  const each = columns.map(
    ({ name, figures: sums }) => `select '${name}' as name, concat_ws(' ', count(*)::text, ${sums}) as sum from ${name}`,
  );
  const text = each.join(' union all ');
  return async () => {
    // Prepared, because planning takes longer than running; named by its text, because tables may be added.
    const { rows } = await getPool().query<{ name: string; sum: string }>({ name: sha256(text).toString('base64url'), text });
    const files = filesIn(mediaFolder()).length;
    return new Map([...rows.map(({ name, sum }): [string, string] => [name, sum]), ['files', String(files)]]);
  };
}

interface Effect {
  statuses: string;
  bodies: unknown[];
  stored: Map<string, string>;
  says: string[];
}

const unlike = (one: Effect, other: Effect) => [...one.stored.keys()].filter((table) => one.stored.get(table) !== other.stored.get(table));

/**
 * Compares the effects of two concurrent calls with the same valid input, under one key and under two, with the effects of one call and of two
 * sequential calls. Also compares a call whose transaction the database rolls back once with an undisturbed call.
 */
export async function runTwiceConcurrently({ endpoint }: Route, right: FuzzCase, { send, settle, figures }: PairCalls): Promise<string[]> {
  const keyed = usesIdempotencyKey(endpoint);
  const under = (key: string): FuzzCase =>
    keyed ? { ...right, sent: { ...right.sent, headers: { ...right.sent.headers, 'idempotency-key': `together-${key}` } } } : right;
  const effect = async (act: () => Promise<(ReceivedReply | Error | null)[]>): Promise<Effect> => {
    const replies = await act();
    // Work after the commit also writes: an SOS notifies dispatch.
    await waitForBackground();
    const stored = await figures();
    const defects = await findViolations();
    await settle();
    const received = replies.flatMap((reply) => (reply && 'status' in reply ? [reply] : []));
    const broken = replies.flatMap((reply) => (reply instanceof Error ? [reply.message] : []));
    const failed = received
      .filter(({ status }) => status >= 500)
      .map(({ status, body }) => `status ${status}: ${body.toString().slice(0, 200)}`);
    return {
      stored,
      statuses: received
        .map(({ status }) => status)
        .sort()
        .join(', '),
      bodies: received.map(({ body }) => JSON.parse(body.toString())),
      says: [...broken, ...failed, ...defects],
    };
  };
  const inRow = await effect(async () => [await send(under('first')), await send(under('second'))]);
  const atOnce = await effect(() => Promise.all([send(under('first')), send(under('second'))]));
  const says = [...inRow.says.map((line) => `sequential: ${line}`), ...atOnce.says];
  if (inRow.statuses.includes('200') && !atOnce.statuses.includes('200'))
    says.push(`concurrent ${atOnce.statuses}, sequential ${inRow.statuses}`);
  const doubled = unlike(atOnce, inRow);
  if (doubled.length > 0) says.push(`concurrent calls changed ${doubled.join(', ')} differently from sequential ones`);
  const single = await effect(async () => [await send(under('first'))]);
  const again = await effect(() => withOneRollback(async () => [await send(under('first'))]));
  says.push(...again.says.map((line) => `rolled back once: ${line}`));
  const redone = unlike(again, single);
  if (redone.length > 0) says.push(`rolled back once it changed ${redone.join(', ')} differently`);
  if (again.statuses !== single.statuses) says.push(`rolled back once ${again.statuses}, undisturbed ${single.statuses}`);
  if (!keyed) return says;
  const repeated = await effect(() => Promise.all([send(under('first')), send(under('first'))]));
  says.push(...repeated.says.map((line) => `under one key: ${line}`));
  const twice = unlike(repeated, single);
  if (twice.length > 0) says.push(`under one key two calls changed ${twice.join(', ')} differently from one`);
  // Staff writes store no reply: the second call gets 409 because the first was done.
  if (!isGuardCall(endpoint)) {
    if (repeated.statuses !== '200, 409') says.push(`under one key ${repeated.statuses}, not 200 once and 409 once`);
  } else if (!isDeepStrictEqual(repeated.bodies[0], repeated.bodies[1]))
    says.push(`under one key two different replies: ${JSON.stringify(repeated.bodies).slice(0, 300)}`);
  return says;
}
