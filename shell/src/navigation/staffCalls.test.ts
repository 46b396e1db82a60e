/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(__dirname, '../../..');
const remotes = readdirSync(root).filter((name) => name.startsWith('mf-'));
/** The sources of a package, without its tests. */
const sourcesOf = (name: string) =>
  readdirSync(resolve(root, name, 'src'), { recursive: true })
    .map(String)
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|spec)\.tsx?$/.test(path))
    .map((path) => resolve(root, name, 'src', path));

/** The names of the staff endpoints. */
const staffCalls = sourcesOf('shared/contracts')
  .flatMap((path) => Object.entries(jest.requireActual<Record<string, { auth?: string } | null>>(path)))
  .filter(([, value]) => value?.auth === 'staff')
  .map(([name]) => name);
const imported = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/import \{([^}]*)\} from '@portal\/contracts\//g)].flatMap(
    ([, names = '']) => names.match(/\w+/g) ?? [],
  );

it('[AUTHZ-04] no screen of a remote or of the shell calls a staff endpoint', () => {
  expect(staffCalls).toEqual(expect.arrayContaining(['approveGuard', 'answerTicket', 'award', 'postJob']));
  expect(remotes.length).toBeGreaterThan(4);
  const names = [...remotes, 'shell', 'shared/mf-kit'].flatMap(sourcesOf).flatMap(imported);
  expect(names).toEqual(expect.arrayContaining(['jobDetail', 'listEnotes', 'applyLeave']));
  expect(names.filter((name) => staffCalls.includes(name))).toEqual([]);
});
