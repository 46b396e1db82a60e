import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import pg from 'pg';
import { makeGuards } from '../../../e2e/kills/actors';
import { answers, start } from '../../../tools/dev-portal/child-process.mjs';
import { freePort } from '../../../tools/dev-portal/preconditions.mjs';
import { hammer } from '../api/hammer';
import { startApiAlone, startApiBeside } from '../api/process';
import type { Entry } from '../entry';
import { estimateRatio } from '../estimate';
import { type Lab, root } from '../lab';
import { median } from '../numbers';
import { shuffle } from '../random';

const ROWS = 100;
const PAGE = 10;
const CONNECTIONS = 50;
const SECONDS = 4;
/** Time until the database and the JIT compiler of both servers reach their final speed. */
const WARM_UP_SECONDS = 3;

/** Settings that production mode requires. This run sends no messages. */
const production = (keys: string) => ({
  ...{ PORTAL_MODE: 'production', SEED: 'none', STAFF_TOKEN: '', PORTAL_SECRET_KEYS: keys, PORTAL_WORK: 'elsewhere' },
  ...{ SMTP_URL: 'smtp://127.0.0.1:9', SMS_URL: 'http://127.0.0.1:9/', PORTAL_SOS_TO: 'help@example.com' },
});

async function startPrototype(lab: Lab, connection: pg.ClientConfig): Promise<string> {
  const port = await freePort();
  const child = start('prototype', ['--import', 'tsx', 'lab/bench/api/prototype.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', PROTOTYPE: JSON.stringify({ connection, port }) },
    logFile: join(lab.folder, 'prototype.log'),
  });
  lab.atEnd(() => child.stop());
  await answers(child, `http://127.0.0.1:${port}/healthz`);
  return `http://127.0.0.1:${port}/list?page=1&limit=${PAGE}`;
}

/** Creates a guard with a session and notifications. */
async function reader(lab: Lab) {
  const keys = `run:${randomBytes(32).toString('base64')}`;
  const maker = await startApiAlone(lab, 'list_rate', { PORTAL_SECRET_KEYS: keys });
  const database = new pg.Client(maker.database);
  await database.connect();
  const query = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => (await database.query<Row>(text, values)).rows;
  const [guard] = await makeGuards({ get: maker.get, query }, 1);
  if (!guard) throw new Error('nobody was made');
  await database.query(
    `insert into notifications (guard_id, title, description, created_at)
     select $1, 'Your shift was moved', 'Gate watch, 100 Queen Street West, now begins at 7:00 p.m.', now() - n * interval '1 hour' from generate_series(1, $2::int) n`,
    [guard.id, ROWS],
  );
  await database.query('vacuum analyze');
  await database.end();
  return { ...guard, maker, keys };
}

export const listRate: Entry = {
  id: 'list-rate',
  what: `An authenticated list of ${PAGE} over ${CONNECTIONS} connections: replies per second of the API / of bare fastify and pg`,
  on: 'machine',
  unit: '',
  atLeast: 0.8,
  async measure(lab) {
    const { maker, keys, token } = await reader(lab);
    const api = await startApiBeside(lab, maker.database, 'list_rate_production', production(keys));
    const urls = {
      api: `${api.url}${fullPath(listNotifications)}?page=1&limit=${PAGE}`,
      bare: await startPrototype(lab, maker.database),
    };
    const ask = (which: keyof typeof urls, seconds: number) =>
      hammer(urls[which], { authorization: `Bearer ${token}` }, CONNECTIONS, seconds);
    for (const which of ['api', 'bare'] as const) await ask(which, WARM_UP_SECONDS);
    const rates = { api: [] as number[], bare: [] as number[] };
    for (let run = 1; run <= lab.runs; run++) {
      lab.say(`list-rate, ${run} of ${lab.runs}`);
      for (const which of shuffle(lab.random, ['api', 'bare'] as const)) rates[which].push(...(await ask(which, SECONDS)).perSecond);
    }
    return {
      ...estimateRatio(lab.random, rates.api, rates.bare, median),
      detail: `${Math.round(median(rates.api))} per second of the API in production mode, ${Math.round(median(rates.bare))} of the prototype, in random order, ${SECONDS} s each time`,
    };
  },
};
