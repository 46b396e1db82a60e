import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { makeGuard } from '@portal/contracts/guards/guards.staff';
import { readNotification } from '@portal/contracts/notifications/notifications.endpoints';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import pg from 'pg';
import type { Random } from '../../api/seed/random';
import { findDataFolder } from '../../api/src/platform/database/embedded/folders';
import { isAlive, readPostmaster } from '../../api/src/platform/database/embedded/server-process';
import { type StartedPortal, startPortal } from '../../tools/dev-portal/dev-portal.mjs';
import { type Caller, caller } from '../support/caller';
import { makeGuards, type SessionGuard } from './actors';

const CALLERS = 6;
const BACK_WITHIN_MS = 10_000;
const STOPPED_WITHIN_MS = 10_000;
const GIVE_UP_MS = 60_000;
/** Time between kills. A child is killed several times a minute, so its restart delay reaches the maximum. */
const ROUND_MS = 20_000;

export const targets = ['API', 'database', 'host'] as const;
export type Target = (typeof targets)[number];
const everyKill: readonly Target[][] = [['API'], ['database'], ['host'], ['API', 'database'], ['API', 'host'], ['database', 'host']];

export interface SupervisionResult {
  rounds: number;
  /** Writes with reply 200. */
  acknowledged: number;
  /** Calls during an outage that were refused or had no reply. */
  refused: number;
  slowestMs: number;
  lost: number;
  problems: string[];
}

interface Rounds {
  rounds: number;
  /** The children that each round kills; by default each one alone, then each pair. */
  kills?: readonly (readonly Target[])[];
  dice: Random;
  say: (line: string) => void;
}

interface Stage {
  portal: StartedPortal;
  api: Caller;
  host: Caller;
  databaseFolder: string;
}

interface Load {
  notified: Set<string>;
  read: Set<string>;
  refused: number;
  stop(): Promise<void>;
}

const write = (api: Caller, guard: string) => api.call(notify, { guard, title: 'Kill test' } as Input<typeof notify>);

/** Dispatchers who write to the API and guards who write through the portal host, until `stop`. */
function startLoad({ api, host }: Stage, guards: readonly SessionGuard[]): Load {
  const load: Load = { notified: new Set(), read: new Set(), refused: 0, stop: async () => undefined };
  let isOver = false;
  const act = async ({ id, token }: SessionGuard): Promise<boolean> => {
    const written = await write(api, id);
    if (written.code !== 200) return false;
    load.notified.add(written.data.id);
    const opened = await host.call(readNotification, { id: written.data.id }, { token });
    if (opened.code !== 200) return false;
    load.read.add(written.data.id);
    return true;
  };
  const run = async (guard: SessionGuard) => {
    while (!isOver) {
      // No connection, a closed connection, or a reply that is not JSON.
      if (await act(guard).catch(() => false)) continue;
      load.refused += 1;
      await wait(50);
    }
  };
  const runs = guards.map(run);
  load.stop = async () => {
    isOver = true;
    await Promise.all(runs);
  };
  return load;
}

const pidOf = ({ portal, databaseFolder }: Stage, target: Target): number | undefined =>
  target === 'database' ? readPostmaster(databaseFolder)?.pid : portal.pids()[target === 'API' ? 'api' : 'host'];

const isOk = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** True when every killed process has a successor, both are ready, and a write to the API and one through the host succeed. */
async function isBack(stage: Stage, killed: ReadonlyMap<Target, number>, guard: SessionGuard): Promise<boolean> {
  for (const [target, old] of killed) {
    const pid = pidOf(stage, target);
    if (pid === undefined || pid === old || !isAlive(pid)) return false;
  }
  if (!(await isOk(`${stage.portal.apiUrl}/readyz`)) || !(await isOk(`${stage.portal.url}/readyz`))) return false;
  try {
    const written = await write(stage.api, guard.id);
    return written.code === 200 && (await stage.host.call(readNotification, { id: written.data.id }, { token: guard.token })).code === 200;
  } catch {
    return false;
  }
}

/** Kills these processes. Returns the milliseconds until the portal served again. */
async function killOnce(stage: Stage, round: readonly Target[], guard: SessionGuard): Promise<number> {
  const killed = new Map(round.map((target) => [target, pidOf(stage, target) ?? 0]));
  if ([...killed.values()].includes(0)) throw new Error(`${round.join(' and ')}: not running before the kill`);
  const began = performance.now();
  for (const pid of killed.values()) process.kill(pid, 'SIGKILL');
  while (!(await isBack(stage, killed, guard))) {
    if (performance.now() - began > GIVE_UP_MS) throw new Error(`${round.join(' and ')}: not back within ${GIVE_UP_MS / 1_000} s`);
    await wait(50);
  }
  return performance.now() - began;
}

const rowsOf = async (pool: pg.Pool, condition: string): Promise<Set<string>> =>
  new Set((await pool.query<{ id: string }>(`select id from notifications where ${condition}`)).rows.map(({ id }) => id));

const missing = (acknowledged: ReadonlySet<string>, stored: ReadonlySet<string>): number =>
  [...acknowledged].filter((id) => !stored.has(id)).length;

async function killRounds(stage: Stage, pool: pg.Pool, { rounds, kills = everyKill, dice, say }: Rounds): Promise<SupervisionResult> {
  const found: SupervisionResult = { rounds: 0, acknowledged: 0, refused: 0, slowestMs: 0, lost: 0, problems: [] };
  const maker = { ...stage.api, query: async (text: string, values?: unknown[]) => (await pool.query(text, values)).rows };
  await stage.api.get(makeGuard, {} as Input<typeof makeGuard>);
  const [prober, ...guards] = await makeGuards(maker, CALLERS + 1);
  if (!prober) throw new Error('no guard was made');
  const load = startLoad(stage, guards);
  for (let round = 0; round < rounds; round++) {
    const names = kills[round % kills.length] ?? [];
    await wait(dice.between(0, 1_000));
    const began = performance.now();
    const ms = await killOnce(stage, names, prober);
    found.rounds += 1;
    found.slowestMs = Math.max(found.slowestMs, ms);
    say(
      `round ${found.rounds}, ${names.join(' and ')}: back after ${(ms / 1_000).toFixed(1)} s, ${load.notified.size + load.read.size} writes`,
    );
    if (ms > BACK_WITHIN_MS) found.problems.push(`round ${found.rounds}, ${names.join(' and ')}: back after ${(ms / 1_000).toFixed(1)} s`);
    if (round < rounds - 1) await wait(Math.max(0, ROUND_MS - (performance.now() - began)));
  }
  await load.stop();
  const lost = missing(load.notified, await rowsOf(pool, 'true')) + missing(load.read, await rowsOf(pool, 'read_at is not null'));
  if (lost > 0) found.problems.push(`${lost} acknowledged writes are not stored`);
  return { ...found, acknowledged: load.notified.size + load.read.size, refused: load.refused, lost };
}

/** Stops the portal while its API waits for a restart. Returns the problems found. */
async function stopDuringPause({ portal, databaseFolder }: Stage, say: (line: string) => void): Promise<string[]> {
  const [api, host] = [portal.pids().api ?? 0, portal.pids().host ?? 0];
  const database = readPostmaster(databaseFolder)?.pid ?? 0;
  process.kill(api, 'SIGKILL');
  while (isAlive(api)) await wait(10);
  const began = performance.now();
  await portal.stop();
  const ms = performance.now() - began;
  say(`everything stopped in ${(ms / 1_000).toFixed(1)} s, with an API that waited for its restart`);
  const left = [host, database].filter((pid) => pid === 0 || isAlive(pid));
  return [
    ...(ms > STOPPED_WITHIN_MS ? [`stopping took ${(ms / 1_000).toFixed(1)} s`] : []),
    ...(left.length > 0 ? [`${left.length} processes still run after the stop`] : []),
  ];
}

/**
 * Kills API, database and portal host of a complete portal with SIGKILL, alone and in pairs, while writes arrive; then stops it while the API is
 * dead.
 */
export async function killSupervised(folder: string, options: Rounds): Promise<SupervisionResult> {
  const { say } = options;
  mkdirSync(folder, { recursive: true });
  const portal = await startPortal({ port: 0, data: folder, env: { LOG_LEVEL: 'warn' }, say });
  const databaseFolder = findDataFolder(join(folder, 'pg')) ?? '';
  const pool = new pg.Pool({ host: readPostmaster(databaseFolder)?.socketFolder, user: 'postgres', database: 'postgres', max: 2 });
  // Each kill of the database ends its idle connections.
  pool.on('error', () => undefined);
  try {
    const token = portal.staffToken ?? '';
    const stage: Stage = { portal, api: caller(portal.apiUrl, token), host: caller(portal.url, token), databaseFolder };
    const found = await killRounds(stage, pool, options);
    // Its open connections would keep the database running.
    await pool.end();
    found.problems.push(...(await stopDuringPause(stage, say)));
    return found;
  } finally {
    if (!pool.ended) await pool.end();
    await portal.stop();
  }
}
