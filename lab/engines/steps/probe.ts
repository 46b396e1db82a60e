import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import type { Step } from '../environment';
import { features, inWords } from '../features';
import { disagreements, readTable } from '../table';
import { title } from '../visit';

const TABLE = join(import.meta.dirname, '../../../docs/reports/engines.md');

export const probe: Step = {
  name: 'has and lacks what docs/reports/engines.md says',
  async run(scene) {
    // The probes violate the page's policy deliberately, to test it.
    scene.expected.push(/./);
    const visit = await scene.visit();
    await visit.open(authPaths.login());
    await visit.sees(title());
    const found: Record<string, string> = {};
    for (const [feature, expression] of Object.entries(features)) found[feature] = inWords(await visit.window.read(expression));
    const wrong = disagreements(readTable(readFileSync(TABLE, 'utf8')), scene.engine.name, found);
    if (wrong.length > 0) throw new Error(wrong.join('\n          '));
  },
};
