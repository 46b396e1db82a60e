import type { Route } from '@playwright/test';

/** Other versions of the shell: with the chosen fault, with a syntax error, and without fault. */
export const BAD_SHELL = { spoiled: '9.0.0-spoiled', syntax: '9.0.1-syntax', next: '9.0.2-next' } as const;

/** Key of the tab's storage for the time of the failure, which must survive the reload. */
export const FAILURE_TIME_KEY = 'struck';

/** Fault of the bad shell at run time (`spoil.ts`). */
export type SpoiledShell = 'evaluation' | 'start' | 'never' | 'blank';

export interface ShellCase {
  id: string;
  version: keyof typeof BAD_SHELL;
  /** `wire` replaces the reply for this file. */
  file?: 'entry' | 'styles';
  /** Also replaces the good shell's file. */
  isEach?: true;
  wire?: (route: Route) => unknown;
  code?: SpoiledShell;
  waits?: true;
  /** Required result: the last good shell; a page with instructions; the same shell, once online; a reload at a safe time. */
  ends: 'last good' | 'calm' | 'unblamed' | 'reloaded';
}

const answering = (status: number) => (route: Route) => route.fulfill({ status, body: '' });
async function changed(route: Route, change: (text: string) => string): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, body: change(await response.text()) });
}
async function slowly(route: Route): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 30_000).unref());
  // The page is closed by then.
  await route.continue().catch(() => undefined);
}
async function asText(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'text/plain' } });
}
const spoiled = { version: 'spoiled', ends: 'last good' } as const;

export const shellCases: readonly ShellCase[] = [
  { id: 'its entry is gone (404)', ...spoiled, file: 'entry', wire: answering(404) },
  { id: 'its entry is answered with 503', ...spoiled, file: 'entry', wire: answering(503) },
  { id: 'its entry never answers', ...spoiled, file: 'entry', wire: () => undefined, waits: true },
  { id: 'its entry takes 30 s', ...spoiled, file: 'entry', wire: slowly, waits: true },
  { id: 'its entry was cut off', ...spoiled, file: 'entry', wire: (route) => changed(route, (text) => text.slice(0, text.length / 2)) },
  {
    id: 'its entry was tampered with',
    ...spoiled,
    file: 'entry',
    wire: (route) => changed(route, (text) => `${text}\n;globalThis.__tampered = true;`),
  },
  { id: 'its entry comes as plain text', ...spoiled, file: 'entry', wire: asText },
  { id: 'its stylesheet is gone (404)', ...spoiled, file: 'styles', wire: answering(404) },
  { id: 'its entry cannot be parsed', version: 'syntax', ends: 'last good' },
  { id: 'it throws when it runs', ...spoiled, code: 'evaluation' },
  { id: 'it throws when it starts', ...spoiled, code: 'start' },
  { id: 'it never starts', ...spoiled, code: 'never', waits: true },
  { id: 'its page is blank after the first screen', ...spoiled, code: 'blank' },
  { id: 'the last good one fails as well', version: 'spoiled', file: 'entry', wire: answering(404), isEach: true, ends: 'calm' },
  { id: 'the line is down while it comes', version: 'next', ends: 'unblamed' },
  { id: 'a new one comes under unsaved input', version: 'next', ends: 'reloaded' },
];
