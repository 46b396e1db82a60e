import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Browser } from '@playwright/test';
import { type CaseResult, tryCase } from './act';
import { spoil, spoilShell } from './broken-builds';
import { modules } from './fronts';
import { LIMITS, type MatrixWorld } from './inPage';
import { createMatrixGuard } from './matrix-guard';
import { trySpoiledShell } from './shell';
import { shellCases } from './shellTable';
import { type Case, casesOf } from './table';
import { type IsolatedHost, openIsolatedHost, type Portal } from './test-host';

/** One case of a module or of the shell. */
export interface Trial {
  id: string;
  try(world: MatrixWorld): Promise<CaseResult>;
}

export const trialOf = (one: Case): Trial => ({ id: one.id, try: (world) => tryCase(world, one) });
export const moduleTrials: readonly Trial[] = casesOf(modules).map(trialOf);
export const shellTrials: readonly Trial[] = shellCases.map((one) => ({
  id: `shell / ${one.id}`,
  try: (world) => trySpoiledShell(world, one),
}));

/** Opens a test host with the bad versions of all modules and of the shell in its store. */
export async function openSpoiled(portal: Portal): Promise<IsolatedHost> {
  const stand = await openIsolatedHost(portal);
  for (const name of modules) await spoil(stand.context, name, stand.good[name] ?? '');
  await spoilShell(stand.context, stand.good.shell ?? '');
  return stand;
}

export interface MatrixRun {
  portal: Portal;
  browser: Browser;
  trials: readonly Trial[];
  /** File with the results for the same versions. Cases that passed are not repeated. */
  file: string;
  /** Number of parallel test hosts: two for two cores, because the page needs more CPU than the host. */
  lanes: number;
  /** No case starts after this time. */
  untilMs: number;
  say(line: string): void;
}

interface Kept {
  /** The tested versions, as JSON. */
  of: string;
  results: Record<string, CaseResult>;
}

function read(file: string, of: string): Kept {
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : null;
  return kept?.of === of ? kept : { of, results: {} };
}

const isPassed = (result: CaseResult | undefined) => result?.wrong.length === 0;

function told(result: CaseResult): string {
  const line = `${isPassed(result) ? 'passed' : 'FAILED'} ${(result.ms / 1000).toFixed(1).padStart(5)} s  ${result.id}`;
  return isPassed(result) ? line : `${line}: ${result.wrong.join('; ')}`;
}

/** Tries all cases, each in its own page, on `lanes` test hosts. Returns the known result of each case, also from earlier runs. */
export async function tryAll({ portal, browser, trials, file, lanes, untilMs, say }: MatrixRun): Promise<Map<string, CaseResult>> {
  const stands: IsolatedHost[] = [];
  const made = await createMatrixGuard(portal);
  const until = performance.now() + untilMs;
  try {
    for (let lane = 0; lane < lanes; lane++) stands.push(await openSpoiled(portal));
    const kept = read(file, JSON.stringify(stands[0]?.good));
    const left = trials.filter(({ id }) => !isPassed(kept.results[id]));
    if (left.length < trials.length)
      say(`${trials.length - left.length} of ${trials.length} passed in an earlier run with the same versions`);
    mkdirSync(dirname(file), { recursive: true });
    const work = async (stand: IsolatedHost) => {
      for (let trial = left.shift(); trial && performance.now() < until && browser.isConnected(); trial = left.shift()) {
        const result = await trial.try({ browser, stand, guard: made.guard, limits: LIMITS });
        kept.results[trial.id] = result;
        writeFileSync(file, JSON.stringify(kept, null, 1));
        say(`${told(result)}  (${trials.filter(({ id }) => isPassed(kept.results[id])).length} of ${trials.length})`);
      }
    };
    await Promise.all(stands.map(work));
    return new Map(trials.flatMap(({ id }) => (kept.results[id] ? [[id, kept.results[id]]] : [])));
  } finally {
    for (const stand of stands) await stand.stop();
    await made.remove();
  }
}
