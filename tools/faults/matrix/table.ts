import type { Route } from '@playwright/test';

/** When a module's fault is met: it is the first that a guard opens, they come from another module, or it runs and is released anew under them. */
export const MOMENTS = ['first load', 'navigation', 'open page'] as const;
export type Moment = (typeof MOMENTS)[number];

/** What the spoiled version of a module does when a page asks for it (`spoil.ts`). */
export type Spoiled = 'evaluation' | 'missing export' | 'bootstrap' | 'mount' | 'hung mount' | 'render' | 'unmount' | 'hung unmount';

/** The versions of a module that are not good: one that does as it is told, one that cannot be read, one for another shell. */
export const BAD = { spoiled: '9.0.0-spoiled', syntax: '9.0.1-syntax', contract: '9.0.2-contract' } as const;

export interface Fault {
  id: string;
  /** What is wrong with the release. */
  what: string;
  version: keyof typeof BAD;
  /** Done to its entry on the wire. */
  wire?: (route: Route) => unknown;
  code?: Spoiled;
  /** Nothing fails: a deadline has to pass. */
  waits?: true;
  /** When it shows: the last good version must come; or it was shown, and is left; or the release must never arrive. */
  shows: 'coming' | 'leaving' | 'never';
}

const SLOW_MS = 30_000;

async function slowly(route: Route): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SLOW_MS).unref());
  // By then the page is closed.
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

/** Every fault in every module at every moment, a module after the other. */
export const casesOf = (modules: readonly string[]): Case[] =>
  modules.flatMap((module) => faults.flatMap((fault) => MOMENTS.map((moment) => caseOf(fault, module, moment))));

/** Each fault once, so that each module and each moment comes up as well. */
export const coveringOf = (modules: readonly string[]): Case[] =>
  faults.map((fault, at) => caseOf(fault, modules[at % modules.length] ?? '', MOMENTS[at % MOMENTS.length] ?? 'first load'));
