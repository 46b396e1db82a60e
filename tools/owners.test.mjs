import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declarationOf } from '@portal/testing/declaredRegistry';
import { remotesIn } from '../shared/webpack/src/remotes.mjs';

const root = join(__dirname, '..');
const lines = readFileSync(join(root, '.github/CODEOWNERS'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split(' '));
const patterns = lines.map(([pattern]) => pattern);

test('each remote and each domain of the API has exactly one line', () => {
  const domains = readdirSync(join(root, 'api/src/domains'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const remotes = remotesIn(root);
  expect([domains.length > 25, remotes.length > 4]).toEqual([true, true]);
  for (const remote of remotes) expect(patterns.filter((pattern) => pattern === `/${remote}/`)).toHaveLength(1);
  for (const { name } of domains)
    expect([name, patterns.filter((pattern) => [`**/${name}/`, `/api/src/domains/${name}/`].includes(pattern)).length]).toEqual([name, 1]);
});

test('each line names one squad and a folder that exists', () => {
  const squads = ['platform', ...remotesIn(root).map((name) => name.replace('mf-', ''))];
  for (const [pattern, owner, ...rest] of lines) {
    expect([pattern, rest, squads.includes(owner.replace('@portal/', ''))]).toEqual([pattern, [], true]);
    const folder = pattern.replace('**', 'api/src/domains');
    expect([pattern, pattern === '*' || existsSync(join(root, folder))]).toEqual([pattern, true]);
  }
});

test('[BUDGET-01] CODEOWNERS names the squad that owns each module by its module.ts', () => {
  for (const name of ['shell', ...remotesIn(root)]) {
    const line = lines.findLast(([pattern]) => pattern === '*' || pattern === `/${name}/`);
    expect([name, declarationOf(name).owner]).toEqual([name, line?.[1]]);
  }
});
