import { readFileSync } from 'node:fs';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { login } from '@portal/contracts/auth/auth.endpoints';
import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import pg from 'pg';
import { bulkJobs } from '../../../api/seed/bulk';
import { demo } from '../../../api/seed/demo';
import { search } from '../../../api/src/domains/jobs/jobs.service';
import { recordSql, withDatabase } from '../api/bare';
import { type Api, startApiAlone } from '../api/process';
import type { Entry, Figure } from '../entry';
import { type Estimate, estimateRatio, exactEstimate, worstOf } from '../estimate';
import type { Lab } from '../lab';
import { median, ms, p95 } from '../numbers';
import { shuffle } from '../random';

type Query = Partial<Input<typeof searchJobs>>;

const JOBS = 100_000;
const WARM_UP = 20;
const REQUESTS_PER_RUN = 40;
const toronto = { liveLat: 43.6532, liveLong: -79.3832 };
/** Distance and three filters, each with another access path; the jobs are in and around the served cities. */
const queries: Readonly<Record<string, Query>> = {
  'evening, casual, $20 and more within 25 km': { range: 25, ...toronto, shifts: 3, dressCode: 2, minRange: 20 },
  'available, public transport, dear first within 50 km': { range: 50, ...toronto, jobs: 1, transportation: 2, price: 'desc' },
  'well rated, morning, at most $30 within 10 km, nearest first': {
    ...{ range: 10, ...toronto, rating: 4, shifts: 1, maxRange: 30, distanceFromBase: 1 },
  },
};

interface Searcher {
  api: Api;
  token: string;
}

async function searcher(lab: Lab, name: string, jobs: number): Promise<Searcher> {
  const api = await startApiAlone(lab, name);
  const filler = new pg.Client(api.database);
  await filler.connect();
  await bulkJobs(filler, jobs, new Date(), { near: true });
  await filler.query('vacuum analyze');
  await filler.end();
  const { tokens } = await api.get(login, { email: demo.email, password: demo.password, deviceToken: 'web' } as Input<typeof login>);
  return { api, token: tokens.refresh.token };
}

const ask = ({ api, token }: Searcher, query: Query) =>
  api.call(searchJobs, { page: 1, limit: 10, ...query } as Input<typeof searchJobs>, { token });

/** Runs each query over HTTP and as bare SQL, in random order. */
async function compare(lab: Lab, one: Searcher): Promise<Figure> {
  const ratios: Estimate[] = [];
  const details: string[] = [];
  for (const [name, query] of Object.entries(queries)) {
    lab.say(`search ${name}`);
    const took = { http: [] as number[], bare: [] as number[] };
    const bare = await recordSql(() => search(demo.id, { page: 1, limit: 10, ...query } as Input<typeof searchJobs>));
    let found = 0;
    const overHttp = async () => {
      const { code, message, data, ms: each } = await ask(one, query);
      if (code !== 200 || data.total === 0) throw new Error(`${name}: ${code} ${message}, ${data?.total ?? 0} found`);
      found = data.total;
      return each;
    };
    for (let turn = -WARM_UP; turn < lab.runs * REQUESTS_PER_RUN; turn++)
      for (const how of shuffle(lab.random, ['http', 'bare'] as const)) {
        const each = how === 'http' ? await overHttp() : await bare();
        if (turn >= 0) took[how].push(each);
      }
    ratios.push(estimateRatio(lab.random, took.http, took.bare, p95));
    const words = (times: number[]) => `median ${median(times).toFixed(1)} ms, p95 ${p95(times).toFixed(1)} ms`;
    details.push(`${name}: ${words(took.http)}, its SQL alone ${words(took.bare)}, ${found} found`);
  }
  return { ...worstOf(ratios), detail: details.join('; ') };
}

const searchP95: Entry = {
  id: 'search-p95',
  what: 'Job search over HTTP among 100,000 jobs, distance and three filters, one caller / its SQL alone through pg, p95, the worst of three queries',
  on: 'machine',
  unit: '',
  atMost: 1.5,
  async measure(lab) {
    lab.say(`${JOBS} jobs more`);
    const one = await searcher(lab, 'search_p95', JOBS);
    return withDatabase(one.api.database, () => compare(lab, one));
  },
};

const CONNECTIONS = 50;
const SOAK_MS = 60_000;
const SETTLED_MS = 10_000;
const KB = 1024;

/** Resident memory of a process in MB. */
function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  if (!kilobytes) throw new Error('the memory of the API cannot be read here');
  return Number(kilobytes) / KB;
}

const searchSoak: Entry = {
  id: 'search-soak',
  what: 'Job search by 50 connections for 60 s, any error fails: memory of the API at the end / at 10 s',
  on: 'machine',
  unit: '',
  atMost: 1.1,
  isLong: true,
  async measure(lab) {
    const one = await searcher(lab, 'search_soak', JOBS / 10);
    const all = Object.values(queries);
    const started = performance.now();
    const elapsed = () => performance.now() - started;
    let early: number | null = null;
    let count = 0;
    lab.say(`${CONNECTIONS} connections for ${SOAK_MS / 1000} s`);
    async function search(turn: number): Promise<void> {
      for (let at = turn; elapsed() < SOAK_MS; at++) {
        const { code, message } = await ask(one, { ...all[at % all.length], page: 1 + (at % 5) });
        if (code !== 200) throw new Error(`after ${ms(elapsed())}: ${code} ${message}`);
        count += 1;
        if (early === null && elapsed() >= SETTLED_MS) early = residentMegabytes(one.api.pid);
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, turn) => search(turn)));
    const late = residentMegabytes(one.api.pid);
    if (early === null) throw new Error('nothing was answered in the first ten seconds');
    return {
      ...exactEstimate(late / early),
      detail: `${count} searches, no error; ${Math.round(early)} MB at ${SETTLED_MS / 1000} s, ${Math.round(late)} MB at the end`,
    };
  },
};

export const searchLoad: readonly Entry[] = [searchP95, searchSoak];
