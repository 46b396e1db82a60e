import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shared } from './shared';

const installed = (library: string): string => {
  const [name = library] = library.split('/');
  return (JSON.parse(readFileSync(join(__dirname, '../../../node_modules', name, 'package.json'), 'utf8')) as { version: string }).version;
};

it.each(Object.keys(shared))('offers %s to remotes under the installed version', (library) => {
  expect(Object.keys(shared[library] ?? {})).toEqual([installed(library)]);
});
