import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

// With 100 faults of another seed: npm run lab -- attribution.
it('[BUDGET-08] attributes one fault of each kind to its module, version and owner, and faults of others to none', () => {
  const args = ['--import', 'tsx', '--import', join(__dirname, 'styles.mjs'), join(__dirname, 'cli.ts'), '--seed', '1', '--each'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', timeout: 300_000 });
  expect(stderr).toBe('');
  expect(stdout.split('\n').filter((line) => line.startsWith('WRONG'))).toEqual([]);
  expect(stdout).toContain('23 of 23 faults attributed to module, version and owner; 5 of 5 faults of others to none');
}, 600_000);
