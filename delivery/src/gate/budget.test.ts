import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { attestFiles } from '../../test/attest';
import { deploy, fakeBuild, info, newContext } from '../../test/fixtures';
import { activate } from '../commands/activate';

const jobs = (version: string, budget: number | undefined) => ({ name: 'mf-jobs', version, routes: { '/search-job': 'Search' }, budget });

it.each([
  ['no budget', undefined, /mf-jobs 1\.1\.0 has no budget: give it one/],
  ['more than its budget', 10, /mf-jobs 1\.1\.0 needs \d+ bytes for a first load, its budget is 10: load what/],
])('checks the weight at activation, too: rejects %s, except with force', async (_, budget, words) => {
  const context = newContext();
  await deploy(context, { name: 'shell' }, jobs('1.0.0', 1_000_000));
  const folder = fakeBuild(jobs('1.1.0', budget));
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const named = entries.map((file) => join(file.parentPath, file.name));
  const files = new Map<string, Uint8Array>(named.map((file) => [relative(folder, file), readFileSync(file)]));
  attestFiles(files, context.ops);
  await context.store.add('mf-jobs', '1.1.0', files, new Map());
  const asked = [{ name: 'mf-jobs', version: '1.1.0' }];
  await expect(activate(context, asked, info)).rejects.toThrow(words);
  const forced = await activate(context, asked, { ...info, force: true });
  expect(forced?.warnings.join()).toMatch(words);
});
