import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { domainOf } from '@portal/contracts/_kernel/endpoint';
import { remotesIn } from '@portal/webpack/remotes';
import { calledBy } from './called';

const root = resolve(__dirname, '..');

it.each(['shell', ...remotesIn(root)])('%s declares each contract that it calls: the gate compares what is declared', async (name) => {
  const [, declared = ''] = /contracts: \{([^}]+)\}/.exec(readFileSync(join(root, name, 'module.ts'), 'utf8')) ?? [];
  const calls = (await calledBy(name)).map(({ id }) => domainOf(id));
  expect(calls).not.toEqual([]);
  expect(calls.filter((domain) => !new RegExp(`\\b${domain}: \\d`).test(declared))).toEqual([]);
});
