import { join } from 'node:path';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { login } from '@portal/contracts/auth/auth.endpoints';
import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import pg from 'pg';
import { bulkJobs } from '../../../api/seed/bulk';
import { demo } from '../../../api/seed/demo';
import { startEmbedded } from '../../../api/src/platform/database/embedded';
import { type Api, startApiOn } from '../api/process';
import type { Entry } from '../entry';
import { type Estimate, estimateRatio, worstOf } from '../estimate';
import type { Lab } from '../lab';
import { p95 } from '../numbers';
import { shuffle } from '../random';

const SIZES = { few: 1_000, many: 100_000 };
const WARM_UP = 20;
const REQUESTS_PER_RUN = 30;

const toronto = { liveLat: 43.6532, liveLong: -79.3832 };
/** Number of filler jobs that match the queries, spread evenly over the ids and the storage. */
const HITS = 100;
/** Each query finds the same number of jobs in both databases: the seed's and the planted ones. */
const queries: Record<string, object> = {
  'within 25 km': { range: 25, ...toronto },
  'by text': { searchBy: 'Toronto' },
  'within 75 km, dear first': { range: 75, price: 'desc', dressCode: 2, ...toronto },
};

interface Searcher {
  api: Api;
  token: string;
}

/** Changes `HITS` filler jobs, evenly spread, so that the queries find them. Prices and dress codes are the same in each database. */
async function plantHits(filler: pg.Client, jobs: number): Promise<void> {
  const { rowCount } = await filler.query(
    `with numbered as (select id, row_number() over (order by substring(place from 7)::int) as n from jobs where place like 'Depot %'),
     picked as (select id, n / $1::int as hit from numbered where n % $1::int = 0)
     update jobs set title = 'Toronto gate patrol', hourly_rate = 20 + hit % 37, dress_code = 1 + hit % 3,
       lat = $2::float8 + (hit % 21 - 10) / 150.0, long = $3::float8 + (hit % 17 - 8) / 150.0
     from picked where picked.id = jobs.id`,
    [jobs / HITS, toronto.liveLat, toronto.liveLong],
  );
  if (rowCount !== HITS) throw new Error(`${rowCount} filler jobs were changed instead of ${HITS}`);
}

/** Starts an API with its own seeded database and this many additional jobs. */
async function apiWith(lab: Lab, server: pg.ClientConfig, name: string, jobs: number): Promise<Searcher> {
  const api = await startApiOn(lab, server, name);
  const filler = new pg.Client(api.database);
  await filler.connect();
  await bulkJobs(filler, jobs / 2, new Date());
  // Between the two halves, because an updated row is stored after the existing ones.
  await plantHits(filler, jobs / 2);
  await bulkJobs(filler, jobs / 2, new Date());
  await filler.query('vacuum analyze');
  await filler.end();
  const { tokens } = await api.get(login, { email: demo.email, password: demo.password, deviceToken: 'web' } as Input<typeof login>);
  return { api, token: tokens.refresh.token };
}

interface Found {
  took: number;
  total: number;
}

async function timed({ api, token }: Searcher, query: object): Promise<Found> {
  const started = performance.now();
  const { total } = await api.get(searchJobs, { page: 1, limit: 10, ...query } as Input<typeof searchJobs>, { token });
  return { took: performance.now() - started, total };
}

async function compare(lab: Lab, few: Searcher, many: Searcher, query: object, count: number) {
  const who = { few, many };
  const found = { few: [] as Found[], many: [] as Found[] };
  for (let turn = -WARM_UP; turn < count; turn++)
    for (const which of shuffle(lab.random, ['few', 'many'] as const)) {
      const one = await timed(who[which], query);
      if (turn >= 0) found[which].push(one);
    }
  const totals = new Set([...found.few, ...found.many].map(({ total }) => total));
  if (totals.size > 1) throw new Error(`${JSON.stringify(query)} finds ${[...totals].join(' and ')}`);
  if (Math.min(...totals) < HITS / 4) throw new Error(`${JSON.stringify(query)} finds only ${[...totals].join()}`);
  const took = (all: Found[]) => all.map((one) => one.took);
  return { many: took(found.many), few: took(found.few), total: [...totals][0] };
}

export const searchGrowth: Entry = {
  id: 'search-growth',
  what: 'Job search over HTTP, p95 at 100,000 jobs / at 1,000 for the same query and number of hits, the worst of three queries',
  on: 'machine',
  unit: '',
  atMost: 1.5,
  async measure(lab) {
    const server = await startEmbedded(join(lab.folder, 'search-growth'));
    lab.atEnd(() => server.stop());
    lab.say(`Two databases: ${SIZES.few} and ${SIZES.many} jobs more`);
    const socket = server.connection as pg.ClientConfig;
    const few = await apiWith(lab, socket, 'few', SIZES.few);
    const many = await apiWith(lab, socket, 'many', SIZES.many);
    const ratios: Estimate[] = [];
    const details: string[] = [];
    for (const [name, query] of Object.entries(queries)) {
      lab.say(`search ${name}`);
      const found = await compare(lab, few, many, query, lab.runs * REQUESTS_PER_RUN);
      ratios.push(estimateRatio(lab.random, found.many, found.few, p95));
      details.push(`${name}: ${p95(found.many).toFixed(1)} / ${p95(found.few).toFixed(1)} ms, ${found.total} hits`);
    }
    return { ...worstOf(ratios), detail: details.join('; ') };
  },
};
