// `npm run lab -- cluster [--only store|events|pooler|journeys|kills] [--rounds N] [test files]`: tests with Debian's own server packages.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import { ensurePackages } from '../../tools/apt.mjs';
import { buildModules, publishModules } from '../../tools/dev-portal/build-and-publish.mjs';
import { say } from '../../tools/say.mjs';
import { killEach, tableHead } from './kills';
import { ensurePostgres, startPostgres, stopPostgres } from './postgres.mjs';
import { packages, startPooler, startRedis, startSwift } from './services';
import { findWrongStarts } from './start-failures';
import { setRole, startCluster } from './topology';

// Each child process adds an exit listener to this process.
process.setMaxListeners(40);

const root = resolve(import.meta.dirname, '../..');
const steps = ['store', 'events', 'pooler', 'journeys', 'kills'] as const;
/** Tests of features that a pooler could break: locks, transactions, prepared statements, LISTEN, the queue, and the calls that use them. */
const POOLED = [
  'api/src/platform',
  'api/src/domains/chat',
  'api/src/domains/notifications',
  'api/src/domains/shifts',
  'api/src/domains/auth',
];

/**
 * Journeys in which one process must learn of a write at another: sessions, an application, both sides of a chat, live alerts, a worked shift,
 * uploads.
 */
const JOURNEYS = [
  'auth/session',
  'jobs/find-work',
  'chat/two-guards',
  'notifications/live',
  'shifts/on-job',
  'tickets/ask-and-read',
  'pages/prerendered',
];

function jest(files: readonly string[], env: Record<string, string>): Promise<boolean> {
  const args = ['node_modules/jest/bin/jest.js', ...files, '--selectProjects', 'api', '--maxWorkers=1'];
  const run = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env, JEST_TRACE_FILE: join(root, 'test-results/jest-cluster.json') },
  });
  return new Promise((end) => run.once('close', (code) => end(code === 0)));
}

const inFolder = async (name: string, act: (folder: string) => Promise<boolean>): Promise<boolean> => {
  const folder = temporaryFolder(name);
  try {
    return await act(folder);
  } finally {
    dropFolder(folder);
  }
};

/** Tests the file store with a foreign S3 server. The module store is not tested, because Swift rejects conditional writes. */
const store = () =>
  inFolder('swift', async (folder) => {
    const swift = await startSwift(folder);
    try {
      return await jest(['api/src/platform/files/file-store.test.ts'], swift.env);
    } finally {
      await swift.stop();
    }
  });

/** Tests events between processes over Redis. */
const events = () =>
  inFolder('redis', async (folder) => {
    const redis = await startRedis(folder);
    try {
      return await jest(['api/src/platform/live/cluster-adapter.test.ts', 'api/src/platform/live/redis-transport.test.ts'], {
        TEST_REDIS_URL: redis.url,
      });
    } finally {
      await redis.stop();
    }
  });

/** Runs the API's tests with all statements and transactions through a pooler in transaction mode. */
const pooler = (files: readonly string[]) =>
  inFolder('pooler', async (folder) => {
    const data = join(folder, 'pg');
    mkdirSync(data);
    const postgres = await startPostgres(data, 200);
    const between = await startPooler(folder, postgres.port);
    const DATABASE_URL = `postgres://postgres@127.0.0.1:${postgres.port}/postgres`;
    try {
      const pooler = `${between.url}/postgres`;
      const wrong = findWrongStarts(folder, { pooler, direct: DATABASE_URL, nowhere: 'postgres://postgres@127.0.0.1:9/postgres' });
      for (const line of wrong) say(line);
      await setRole(DATABASE_URL);
      return (await jest(files.length > 0 ? files : POOLED, { DATABASE_URL, TEST_POOLER_URL: pooler })) && wrong.length === 0;
    } finally {
      await between.stop();
      await stopPostgres(postgres);
    }
  });

/** Runs journeys through nginx, two hosts and two APIs, with jobs in two worker processes. */
const journeys = () =>
  inFolder('cluster', async (folder) => {
    const cluster = await startCluster(folder, say, 'demo');
    try {
      const env = { ...process.env, PORTAL_DATA: cluster.delivery, API_URL: cluster.url };
      await buildModules(root, env, say);
      await publishModules(root, env);
      const run = spawn(process.execPath, ['tools/e2e.mjs', ...JOURNEYS.map((name) => `journeys/${name}`)], {
        cwd: root,
        env: { ...process.env, PORTAL_URL: cluster.url, STAFF_TOKEN: cluster.staffToken },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      return await new Promise((end) => run.once('close', (code) => end(code === 0)));
    } finally {
      await cluster.stop();
    }
  });

const kills = (rounds: number) =>
  inFolder('cluster', async (folder) => {
    const cluster = await startCluster(folder, say);
    try {
      say(tableHead());
      const found = await killEach(cluster, rounds || cluster.kept.length, say);
      for (const { killed, wrong } of found) for (const line of wrong) say(`${killed}: ${line}`);
      const [acknowledged, wrong] = [found.reduce((sum, one) => sum + one.acknowledged, 0), found.flatMap((one) => one.wrong).length];
      const unanswered = found.reduce((sum, one) => sum + one.unanswered, 0);
      say(
        `${found.length} kills: ${acknowledged} acknowledged writes, ${unanswered} calls without an answer, ${wrong} violations, longest time until an event was shown ${Math.max(...found.map((one) => one.unseenSeconds)).toFixed(2)} s`,
      );
      return wrong === 0 && acknowledged > 0;
    } finally {
      await cluster.stop();
    }
  });

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { only: { type: 'string' }, rounds: { type: 'string' } },
    allowPositionals: true,
  });
  const rounds = Number(values.rounds ?? 0);
  if (!Number.isInteger(rounds) || rounds < 0) throw new Error('--rounds is a whole number');
  if (values.only && !steps.some((step) => step === values.only)) throw new Error(`--only is ${steps.join(', ')}`);
  const missing = ensurePackages(packages);
  if (missing) throw new Error(missing);
  ensurePostgres();
  const acts = { store, events, pooler: () => pooler(positionals), journeys, kills: () => kills(rounds) };
  const wrong: string[] = [];
  for (const step of steps.filter((one) => !values.only || one === values.only)) if (!(await acts[step]())) wrong.push(step);
  say(wrong.length === 0 ? 'cluster: all passed' : `cluster: ${wrong.join(', ')} failed`);
  return wrong.length === 0 ? 0 : 1;
}

try {
  process.exit(await main());
} catch (error) {
  process.stderr.write(`cluster: ${(error as Error).message}\n`);
  process.exit(1);
}
