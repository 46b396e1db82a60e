import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { modules } from '../matrix/fronts';
import { extractRelease, FRONT, root } from '../previous-release';
import { makeNext, nextPath } from './next';

it('makeNext finds its places in the present sources, and adds a field, a function of the context, and a route in each remote', () => {
  const tree = join(temporaryFolder('next'), 'tree');
  extractRelease({ revision: null, name: '' }, tree, root, FRONT);
  makeNext(tree);
  const added = (file: string) => {
    const before = new Set(readFileSync(join(root, file), 'utf8').split('\n'));
    return readFileSync(join(tree, file), 'utf8')
      .split('\n')
      .filter((line) => !before.has(line));
  };
  expect(added('shared/contracts/src/_kernel/guard.ts')).toEqual(['  badge: string(),']);
  expect(added('shell/src/boot/portal.ts')).toEqual(["    edition: () => 'next',"]);
  for (const remote of modules) {
    expect(added(`${remote}/module.ts`)).toEqual([expect.stringContaining(`'${nextPath(remote)}': {`)]);
    expect(added(`${remote}/src/routes.tsx`)).toEqual([expect.stringContaining(`'${nextPath(remote)}': lazyScreen(`)]);
  }
});
