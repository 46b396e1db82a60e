import type { Route } from '@playwright/test';

/** Moment at which the guard opens the faulty module: as the first page, from another module's page, or while its good version is open. */
export const MOMENTS = ['first load', 'navigation', 'open page'] as const;
export type Moment = (typeof MOMENTS)[number];

/** Fault of the bad version at run time, chosen by the page (`spoil.ts`). */
export type RuntimeFault = 'evaluation' | 'missing export' | 'bootstrap' | 'mount' | 'hung mount' | 'render' | 'unmount' | 'hung unmount';

/** The bad versions of a module: with the chosen fault, with a syntax error, and for another portal context. */
export const BAD = { spoiled: '9.0.0-spoiled', syntax: '9.0.1-syntax', contract: '9.0.2-contract' } as const;

export interface Fault {
  id: string;
  /** Description for the table. */
  what: string;
  version: keyof typeof BAD;
  /** Replaces the reply for its entry. */
  wire?: (route: Route) => unknown;
  code?: RuntimeFault;
  /** Nothing throws; a deadline must expire. */
  waits?: true;
  /**
   * `coming`: the last good version must be shown instead. `leaving`: the fault occurs when the shown module is left. `never`: the release must not
   * be applied.
   */
  shows: 'coming' | 'leaving' | 'never';
}

const SLOW_MS = 30_000;

async function slowly(route: Route): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SLOW_MS).unref());
  // The page is closed by then.
  await route.continue().catch(() => undefined);
}
async function tampered(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, body: `${await response.text()}\n;globalThis.__tampered = true;` });
}
const answering = (status: number) => (route: Route) => route.fulfill({ status, body: '' });

export const faults: readonly Fault[] = [
  { id: '404', what: 'its entry is gone (404)', version: 'spoiled', wire: answering(404), shows: 'coming' },
  { id: '503', what: 'its entry is answered with 503', version: 'spoiled', wire: answering(503), shows: 'coming' },
  { id: 'hang', what: 'its entry never answers', version: 'spoiled', wire: () => undefined, waits: true, shows: 'coming' },
  { id: 'slow', what: 'its entry takes 30 s', version: 'spoiled', wire: slowly, waits: true, shows: 'coming' },
  { id: 'wrong hash', what: 'its entry was tampered with', version: 'spoiled', wire: tampered, shows: 'coming' },
  { id: 'syntax', what: 'its entry cannot be parsed', version: 'syntax', shows: 'coming' },
  { id: 'evaluation', what: 'its entry throws when it runs', version: 'spoiled', code: 'evaluation', shows: 'coming' },
  { id: 'missing export', what: 'its container exposes nothing', version: 'spoiled', code: 'missing export', shows: 'coming' },
  { id: 'bootstrap', what: 'bootstrap throws', version: 'spoiled', code: 'bootstrap', shows: 'coming' },
  { id: 'mount', what: 'mount throws', version: 'spoiled', code: 'mount', shows: 'coming' },
  { id: 'hung mount', what: 'mount never ends', version: 'spoiled', code: 'hung mount', waits: true, shows: 'coming' },
  { id: 'render', what: 'its screen throws when it renders', version: 'spoiled', code: 'render', shows: 'coming' },
  { id: 'unmount', what: 'unmount throws', version: 'spoiled', code: 'unmount', shows: 'leaving' },
  { id: 'hung unmount', what: 'unmount never ends', version: 'spoiled', code: 'hung unmount', shows: 'leaving' },
  { id: 'wrong contract', what: 'it is made for another portal context', version: 'contract', shows: 'coming' },
  { id: 'registry corrupt', what: 'the revision that names it was changed', version: 'spoiled', shows: 'never' },
];

export interface Case {
  id: string;
  fault: Fault;
  module: string;
  moment: Moment;
}

const caseOf = (fault: Fault, module: string, moment: Moment): Case => ({
  id: `${fault.id} / ${module} / ${moment}`,
  fault,
  module,
  moment,
});

/** Every fault in every module at every moment, module by module. */
export const casesOf = (modules: readonly string[]): Case[] =>
  modules.flatMap((module) => faults.flatMap((fault) => MOMENTS.map((moment) => caseOf(fault, module, moment))));

/** Each fault once, so that each module and each moment is covered. */
export const coveringOf = (modules: readonly string[]): Case[] =>
  faults.map((fault, at) => caseOf(fault, modules[at % modules.length] ?? '', MOMENTS[at % MOMENTS.length] ?? 'first load'));
