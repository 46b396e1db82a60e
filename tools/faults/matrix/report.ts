import { writeFileSync } from 'node:fs';
import type { Result } from './act';
import { modules } from './fronts';
import { shellCases } from './shellTable';
import { faults, MOMENTS } from './table';

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const most = (all: readonly number[]) => (all.length === 0 ? '' : seconds(Math.max(...all)));

const numbers = (results: readonly (Result | undefined)[], what: 'recoveryMs' | 'leavingMs') => results.flatMap((one) => one?.[what] ?? []);
const passed = (results: readonly (Result | undefined)[]) => results.filter((one) => one?.wrong.length === 0).length;

/** The table of a whole run, in the words of docs/. */
export function tableOf(found: ReadonlyMap<string, Result>): string {
  const rows = faults.map(({ id, what }) => {
    const results = MOMENTS.map((moment) => modules.map((module) => found.get(`${id} / ${module} / ${moment}`)));
    const all = results.flat();
    const counts = results.map((one) => `${passed(one)} of ${one.length}`);
    return `| ${what} | ${counts.join(' | ')} | ${most(numbers(all, 'recoveryMs'))} | ${most(numbers(all, 'leavingMs'))} |`;
  });
  const ofShell = shellCases.map(({ id }) => {
    const result = found.get(`shell / ${id}`);
    return `| ${id} | ${result?.wrong.length === 0 ? 'passed' : 'failed'} | ${most(numbers([result], 'recoveryMs'))} |`;
  });
  const failed = [...found.values()].filter(({ wrong }) => wrong.length > 0);
  const all = [...found.entries()];
  const ofModules = all.filter(([id]) => !id.startsWith('shell / ')).map(([, one]) => one);
  return `# What a bad release does to the rest of the portal

Written by \`npm run test:faults -- matrix\`, on the composed production build: ${passed(ofModules)} of ${ofModules.length} cases of the modules and ${passed(all.map(([, one]) => one)) - passed(ofModules)} of ${shellCases.length} of the shell passed.

Each fault is put into each of ${modules.length} modules (${modules.join(', ')}) and met at three moments: the first page that a guard opens, a page that they come to from another module, and the page that is open when the bad version is released. A case passes when

- the module's last good version stands again, heading and data, at most 2 s after the error, or after the deadline where nothing fails;
- each other module reaches its heading and something that the API said within 5 s of the tap, in the same page;
- the guard is told once at most, no page is ever blank, no code runs that is not listed, and logging out works.

Deadlines are shortened in these runs (\`PORTAL_PATIENCE\`, \`PORTAL_START_MS\`): only waiting is saved.

| The module's fault | ${MOMENTS.join(' | ')} | slowest return | slowest way on |
|---|---|---|---|---|---|
${rows.join('\n')}

*Slowest return*: from the error or the deadline to the last good version. *Slowest way on*: the next screen after a module that does not end.

## The shell

The host's watchdog sees the shell start and gives the page to the last good one where it does not. A case passes when that one is ready within 2 s of the error or the deadline, all modules stand, logging out works, a reload does not try the bad one again, and no page of the tab was ever blank, from one to the next. Where the last good one fails as well, the page says once what to do.

| The shell's fault | | return |
|---|---|---|
${ofShell.join('\n')}
${failed.length === 0 ? '' : `\n## Not passed\n\n${failed.map(({ id, wrong }) => `- ${id}: ${wrong.join('; ')}`).join('\n')}\n`}`;
}

/** Writes the table of a whole run. */
export const writeTable = (file: string, found: ReadonlyMap<string, Result>): void => writeFileSync(file, tableOf(found));
