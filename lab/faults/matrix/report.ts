import { writeFileSync } from 'node:fs';
import type { CaseResult } from '../../../e2e/faults/matrix/act';
import { modules } from '../../../e2e/faults/matrix/fronts';
import { shellCases } from '../../../e2e/faults/matrix/shellTable';
import { faults, MOMENTS } from '../../../e2e/faults/matrix/table';

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const most = (all: readonly number[]) => (all.length === 0 ? '' : seconds(Math.max(...all)));

const numbers = (results: readonly (CaseResult | undefined)[], what: 'recoveryMs' | 'leavingMs') =>
  results.flatMap((one) => one?.[what] ?? []);
const passed = (results: readonly (CaseResult | undefined)[]) => results.filter((one) => one?.wrong.length === 0).length;

/** The report of a complete run, as Markdown. */
export function tableOf(found: ReadonlyMap<string, CaseResult>): string {
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
  return `# The effect of a bad release on the rest of the portal

Written by \`npm run lab -- matrix\`, on the production build of the whole portal: ${passed(ofModules)} of ${ofModules.length} cases of the modules and ${passed(all.map(([, one]) => one)) - passed(ofModules)} of ${shellCases.length} of the shell passed.

Each fault is put into each of ${modules.length} modules (${modules.join(', ')}) and occurs at three moments: on the first page that a guard opens, on a page that the guard reaches from another module, and on a page that is open when the bad version is released. A case passes when

- the module's last good version shows its heading and data at most 2 s after the error, or after the deadline if no error occurs;
- each other module shows its heading and data of the API within 5 s of the tap, without a reload;
- the guard sees at most one message, no page is ever blank, only listed code runs, and logging out works.

Deadlines are shortened in these runs (\`PORTAL_PATIENCE\`, \`PORTAL_START_MS\`): they only save waiting time.

| The module's fault | ${MOMENTS.join(' | ')} | slowest recovery | slowest navigation |
|---|---|---|---|---|---|
${rows.join('\n')}

*Slowest recovery*: from the error or the deadline to the last good version. *Slowest navigation*: to the next screen after a module that does not unmount.

## The shell

The watchdog of the portal host starts the last good shell if the active one does not start. A case passes when the last good shell is ready within 2 s of the error or the deadline, all modules work, logging out works, a reload does not try the bad shell again, and no page of the tab was ever blank. If the last good shell fails too, the page shows the next step once.

| The shell's fault | | recovery |
|---|---|---|
${ofShell.join('\n')}
${failed.length === 0 ? '' : `\n## Not passed\n\n${failed.map(({ id, wrong }) => `- ${id}: ${wrong.join('; ')}`).join('\n')}\n`}`;
}

/** Writes the report of a complete run. */
export const writeTable = (file: string, found: ReadonlyMap<string, CaseResult>): void => writeFileSync(file, tableOf(found));
