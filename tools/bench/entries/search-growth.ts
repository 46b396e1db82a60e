import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import { login } from '@portal/contracts/auth/auth.endpoints';
import { clientCredential } from '@portal/contracts/auth/auth.rules';
import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import pg from 'pg';
import { bulkJobs } from '../../../api/seed/bulk';
import { demo } from '../../../api/seed/demo';
import { startEmbedded } from '../../../api/src/platform/embedded';
import { answers, start } from '../../portal/child.mjs';
import { freePort } from '../../portal/preconditions.mjs';
import type { Entry } from '../entry';
import { type Lab, root } from '../lab';
import { p95 } from '../numbers';

const SIZES = { few: 1_000, many: 100_000 };
const WARM_UP = 20;
const REQUESTS_PER_RUN = 30;

const toronto = { liveLat: 43.6532, liveLong: -79.3832 };
/** The bulk lies in the north, without these words, places and prices: every query finds the same jobs among few and many. */
const queries: Record<string, object> = {
  'within 25 km': { range: 25, ...toronto },
  'by text': { searchBy: 'Toronto' },
  'within 75 km, dear first': { range: 75, price: 'desc', dressCode: 2, ...toronto },
};

interface Api {
  url: string;
  token: string;
}

async function call<Out>(url: string, path: string, authorization: string, body: object): Promise<Out> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  });
  const { code, message, data } = (await response.json()) as Envelope<Out>;
  if (code !== 200) throw new Error(`${path}: ${code} ${message}`);
  return data;
}

/** An API of its own over a seeded database with so many jobs more. */
async function apiWith(lab: Lab, socket: pg.ClientConfig, name: string, jobs: number): Promise<Api> {
  const admin = new pg.Client(socket);
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const data = join(lab.folder, name);
  mkdirSync(data, { recursive: true });
  const port = await freePort();
  const api = start('API', ['--import', 'tsx', 'api/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...{ PORT: String(port), HOST: '127.0.0.1', PORTAL_DATA: data, PORTAL_MODE: 'demo', SEED: 'demo', LOG_LEVEL: 'warn' },
      DATABASE_URL: `postgres://${socket.user}@localhost/${name}?host=${encodeURIComponent(socket.host ?? '')}`,
    },
    logFile: join(data, 'api.log'),
  });
  lab.atEnd(() => api.stop());
  const url = `http://127.0.0.1:${port}`;
  await answers(api, `${url}/readyz`);
  const filler = new pg.Client({ ...socket, database: name });
  await filler.connect();
  await bulkJobs(filler, jobs, new Date());
  await filler.query('vacuum analyze');
  await filler.end();
  const basic = `Basic ${Buffer.from(clientCredential).toString('base64')}`;
  const { tokens } = await call<{ tokens: { refresh: { token: string } } }>(url, fullPath(login), basic, {
    ...{ email: demo.email, password: demo.password, deviceToken: 'web' },
  });
  return { url, token: tokens.refresh.token };
}

async function timed({ url, token }: Api, query: object): Promise<{ took: number; total: number }> {
  const started = performance.now();
  const { total } = await call<{ total: number }>(url, fullPath(searchJobs), `Bearer ${token}`, { page: 1, limit: 10, ...query });
  return { took: performance.now() - started, total };
}

async function compare(few: Api, many: Api, query: object, count: number) {
  const times = { few: [] as number[], many: [] as number[] };
  for (let turn = -WARM_UP; turn < count; turn++) {
    const [a, b] = [await timed(few, query), await timed(many, query)];
    if (a.total !== b.total) throw new Error(`${JSON.stringify(query)} finds ${a.total} among few and ${b.total} among many`);
    if (a.total === 0) throw new Error(`${JSON.stringify(query)} finds nothing`);
    if (turn < 0) continue;
    times.few.push(a.took);
    times.many.push(b.took);
  }
  return { few: p95(times.few), many: p95(times.many) };
}

export const searchGrowth: Entry = {
  id: 'search-growth',
  what: 'Job search over HTTP, p95 at 100,000 jobs / at 1,000 for the same query and number of hits, the worst of three queries',
  unit: '',
  atMost: 1.5,
  async measure(lab) {
    const server = await startEmbedded(join(lab.folder, 'search-growth'));
    lab.atEnd(() => server.stop());
    lab.say(`Two databases: ${SIZES.few} and ${SIZES.many} jobs more`);
    const socket = server.connection as pg.ClientConfig;
    const few = await apiWith(lab, socket, 'few', SIZES.few);
    const many = await apiWith(lab, socket, 'many', SIZES.many);
    const ratios: number[] = [];
    const details: string[] = [];
    for (const [name, query] of Object.entries(queries)) {
      lab.say(`search ${name}`);
      const found = await compare(few, many, query, lab.runs * REQUESTS_PER_RUN);
      ratios.push(found.many / found.few);
      details.push(`${name}: ${found.many.toFixed(1)} / ${found.few.toFixed(1)} ms`);
    }
    return { value: Math.max(...ratios), detail: `${details.join('; ')}; ${lab.runs * REQUESTS_PER_RUN} requests each, in turn` };
  },
};
