import type { StoredTypes } from '@portal/mf-kit/storedTypes';
import { remotesIn } from '@portal/webpack/remotes';
import { random } from '../../api/seed/random';
import { checkTypes } from '../../delivery/src/gate/shell-types';
import { buildFolder, repository } from '../../delivery/src/paths';
import { shuffle } from '../bench/random';
import { breakingChanges, harmlessChanges } from './changes';
import { publishUnder, type Remote, readRemote } from './run';

const PATIENCE_MS = 180_000;
const SEED = 3;
const SOME = 2;

let remote: Remote;
let types: StoredTypes;
beforeAll(async () => {
  remote = await readRemote('mf-jobs');
  types = JSON.parse(String(remote.build.files.get('types.json'))) as StoredTypes;
}, PATIENCE_MS);

const instead = (from: string | RegExp, to: string): StoredTypes => ({
  ...types,
  'mf-kit/portal.d.ts': (types['mf-kit/portal.d.ts'] ?? '').replace(from, to),
});

it(
  '[TYPES-02] names the lines of a remote, or of a shared package in it, that a live shell breaks',
  async () => {
    const { problems } = await publishUnder(instead('lastPosition: () => Position | null', 'lastPosition: () => string'), remote);
    const [first, ...lines] = (problems[0] ?? '').split('\n');
    expect(first).toBe(
      "mf-jobs 1.0.0 does not fit shell 1.1.0: portal.lastPosition(): Type 'string' is not assignable to type 'Position'.",
    );
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/^ {2}(mf-jobs|shared\/[\w-]+)\/src\/\S+\.tsx?:\d+: \S/);
  },
  PATIENCE_MS,
);

it.each(remotesIn(repository))(
  '[TYPES-03] publishes %s under a shell that lacks a member which no remote uses',
  async (name) => {
    expect((await publishUnder(instead(/readonly version: .*\n/, ''), await readRemote(name))).problems).toEqual([]);
  },
  PATIENCE_MS,
);

it(
  '[TYPES-03] publishes a remote under a new shell that lacks a member which it does not use, while that shell replaces another',
  async () => {
    const given = Buffer.from(JSON.stringify(instead(/readonly version: .*\n/, '')));
    const shells = [false, true].map((isReplaced, at) => ({ version: `1.${at}.0`, portal: 1, types: given, isReplaced }));
    const { problems, warnings } = await checkTypes(remote.build, buildFolder('mf-jobs'), shells);
    expect(problems).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/^mf-jobs 1\.0\.0 does not fit shell 1\.1\.0: do not roll the shell back to it/)]);
  },
  PATIENCE_MS,
);

it(
  '[TYPES-02] refuses a remote for each of some seeded breaking changes',
  async () => {
    for (const change of shuffle(random(SEED), breakingChanges(types, remote.mentions)).slice(0, SOME))
      expect([change.title, (await publishUnder(change.types, remote)).problems]).toEqual([change.title, [expect.any(String)]]);
  },
  PATIENCE_MS,
);

it(
  '[TYPES-03] refuses a remote for none of some seeded harmless changes',
  async () => {
    for (const change of shuffle(random(SEED), harmlessChanges(types, remote.mentions)).slice(0, SOME))
      expect([change.title, (await publishUnder(change.types, remote)).problems]).toEqual([change.title, []]);
  },
  PATIENCE_MS,
);
