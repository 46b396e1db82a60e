import { writeFileSync } from 'node:fs';
import { members, sets } from '../../../e2e/faults/sets/table';
import type { SetsResult } from '../../../e2e/faults/sets/version-sets';

/** The report of a complete run, as Markdown. */
function tableOf({ before, driven }: SetsResult): string {
  const rows = sets.map(({ id, levels }) => {
    const found = driven.find((one) => one.id === id);
    const result = found === undefined ? 'not tried' : found.wrong.length === 0 ? 'passed' : found.wrong.join('; ');
    return `| ${[id, ...members.map((name) => levels[name]), result].join(' | ')} |`;
  });
  const passed = driven.filter(({ wrong }) => wrong.length === 0).length;
  return `# Versions of the shell and the remotes that work together

Written by \`npm run lab -- sets\`: ${passed} of ${sets.length} sets passed. Every pair of versions of every two members is in at least one set.

- *previous*: built from the previous release (${before.name}), with its own shared packages.
- *live*: this tree.
- *next*: this tree with one more optional field in a reply (the guard's badge), one more call of the portal context, and one more route in each remote. The screen of that route shows field and call if they exist.

A set passes when the gate accepts it as one revision, without \`--force\`, and a guard in Chromium can do all of this with exactly these versions:

1. log in, and reach one screen of each remote by links, with its heading and data of the API within 5 s each;
2. see the new screens of the members that are *next*;
3. write (an alert that is still there after a reload);
4. repeat it with an API that sends the new field, and log out.

The portal must show no failure, and the console no error.

| | ${members.join(' | ')} | |
|${'---|'.repeat(members.length + 2)}
${rows.join('\n')}
`;
}

/** Writes the report of a complete run. */
export const writeTable = (file: string, tried: SetsResult): void => writeFileSync(file, tableOf(tried));
