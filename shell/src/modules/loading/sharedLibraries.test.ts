/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shareScope } from './sharedLibraries';

const installed = (library: string): string => {
  const [name = library] = library.split('/');
  return (JSON.parse(readFileSync(join(__dirname, '../../../../node_modules', name, 'package.json'), 'utf8')) as { version: string })
    .version;
};

it.each(Object.keys(shareScope))('offers %s to remotes under the installed version', (library) => {
  expect(Object.keys(shareScope[library] ?? {})).toEqual([installed(library)]);
});
