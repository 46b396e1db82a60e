import { writeFileSync } from 'node:fs';
import { members, sets } from './table';
import type { Tried } from './whole';

/** The table of a whole run, in the words of docs/. */
function tableOf({ before, driven }: Tried): string {
  const rows = sets.map(({ id, levels }) => {
    const found = driven.find((one) => one.id === id);
    const result = found === undefined ? 'not tried' : found.wrong.length === 0 ? 'passed' : found.wrong.join('; ');
    return `| ${[id, ...members.map((name) => levels[name]), result].join(' | ')} |`;
  });
  const passed = driven.filter(({ wrong }) => wrong.length === 0).length;
  return `# Which versions of the shell and the remotes work together

Written by \`npm run test:faults -- sets\`: ${passed} of ${sets.length} sets passed. Each two members meet at each two of their versions in one of them.

- *previous*: built from the release before (${before.name}), with its own shared packages.
- *live*: this tree.
- *next*: this tree with an optional field more in a reply (the guard's badge), a call more of the portal's context, and in each remote a route more, whose screen shows both where they are there.

A set passes when the activation gate lets it in as one revision, without \`--force\`, and a guard in Chromium logs in, goes by links through a screen of each remote with its heading and what the API says, within 5 s each, sees the new screens of what is *next*, writes (an alert, found again in a page that is loaded anew), does all of that once more with an API that gives the new field, and logs out: in the very versions of the set, with no failure told by the portal and no line of error in the console.

| | ${members.join(' | ')} | |
|${'---|'.repeat(members.length + 2)}
${rows.join('\n')}
`;
}

/** Writes the table of a whole run. */
export const writeTable = (file: string, tried: Tried): void => writeFileSync(file, tableOf(tried));
