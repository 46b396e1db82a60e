import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { specsIn } from '../../../e2e/support/specs';
import { temporaryFolder } from '../../../shared/testing/src/temporaryFolder.mjs';
import { remotesIn } from '../../../shared/webpack/src/remotes.mjs';
import { select } from './select.mjs';
import { readTests } from './tree.mjs';

const root = join(__dirname, '../../..');

describe('select()', () => {
  const spec = (path, of, text = '', isEssential = false) => ({ path: `e2e/${path}.spec.ts`, of, text, isEssential });
  const tests = {
    specs: [
      spec('journeys/leave/ask', ['mf-jobs'], "import { leave } from '@portal/contracts/leave/leave.rules';"),
      spec('journeys/jobs/find', ['mf-jobs'], '', true),
      spec('journeys/tickets/ask', ['mf-communication'], "import { jobs } from '@portal/contracts/jobs/jobs.paths';"),
      spec('journeys/auth/session', [], '', true),
      spec('faults/shell', [], "import { jobs } from '@portal/contracts/jobs/jobs.paths';", true),
      { ...spec('a11y/remotes/communication', ['mf-communication']), isWhole: true },
    ],
    apiTests: [
      { path: 'api/src/domains/leave/leave.test.ts', text: "import { startApi } from '../../../test/test-api';" },
      { path: 'api/src/domains/shifts/shifts.test.ts', text: "import { leave } from '@portal/contracts/leave/leave.rules';" },
      { path: 'api/test/fuzz/fuzz.test.ts', text: "import { leave } from '@portal/contracts/leave/leave.rules';" },
      { path: 'api/src/domains/tickets/tickets.test.ts', text: "import { given } from '../../../test/shifts';" },
    ],
  };
  const short = (paths) =>
    paths.map((path) => path.replace(/^(e2e\/(journeys\/)?|api\/(src\/domains|test)\/\w+\/)|\.(spec|test)\.ts$/g, ''));
  const broken = (...changed) => {
    const { specs, apiTests } = select(changed, tests);
    return { specs: short(specs), apiTests: short(apiTests) };
  };
  const everyApiTest = ['leave', 'shifts', 'tickets', 'fuzz'];
  const essentials = ['faults/shell', 'auth/session', 'jobs/find'];
  const ofRemotes = ['jobs/find'];

  it.each([
    ["a feature's screen: the journeys of its remote that mention it", 'mf-jobs/src/features/leave/LeaveModal.tsx', ['leave/ask'], []],
    ['a feature without a journey: all of its remote', 'mf-jobs/src/features/calendar/A.tsx', ['jobs/find', 'leave/ask'], []],
    ['the declaration of a remote: all of its remote', 'mf-jobs/module.ts', ['jobs/find', 'leave/ask'], []],
    ['a style: all of its feature', 'mf-jobs/src/features/leave/a.module.css', ['leave/ask'], []],
    [
      "a feature's screen: also the specs of every page of its remote",
      'mf-communication/src/features/jobs/A.tsx',
      ['a11y/remotes/communication', 'tickets/ask'],
      [],
    ],
    ['a contract: the tests that mention its domain', 'shared/contracts/src/leave/leave.rules.ts', ['leave/ask'], ['leave', 'shifts']],
    ['a contract that another remote reads', 'shared/contracts/src/jobs/jobs.paths.ts', ['jobs/find', 'tickets/ask'], []],
    ['a domain of the API', 'api/src/domains/leave/leave.service.ts', ['leave/ask'], ['leave', 'shifts']],
    ['a test alone: that test', 'api/src/domains/leave/leave.test.ts', [], ['leave']],
    ['a test of a screen: no journey', 'mf-jobs/src/features/leave/LeaveModal.test.tsx', [], []],
    ['a journey alone: that journey', 'e2e/journeys/leave/ask.spec.ts', ['leave/ask'], []],
    ['a table: all of the API, and the essentials of the remotes', 'api/migrations/0001_baseline.sql', ofRemotes, everyApiTest],
    ['the platform of the API', 'api/src/platform/db.ts', ofRemotes, everyApiTest],
    ['shared code of fault specs', 'e2e/faults/releases.ts', essentials, []],
    ['a helper of API tests: the tests that use it', 'api/test/shifts.ts', [], ['tickets']],
    ['the helper that starts the API: the tests that use it', 'api/test/test-api.ts', [], ['leave']],
    ['the kernel of the contracts', 'shared/contracts/src/_kernel/endpoint.ts', ofRemotes, everyApiTest],
    ['a shared package: the essentials of the remotes', 'shared/ui/src/Button.tsx', ofRemotes, []],
    ['a domain with a journey of no remote', 'shared/contracts/src/auth/auth.rules.ts', ['auth/session'], []],
    ['the shell', 'shell/src/main.ts', essentials, []],
    ['the host', 'delivery/src/host/main.ts', essentials, []],
    ['shared code of journeys', 'e2e/support/fixtures.ts', essentials, []],
    ['a library', 'package-lock.json', essentials, []],
    ['code for tests only', 'shared/testing/src/jobs.tsx', [], []],
    ['a document', 'docs/guides/adding-a-feature.md', [], []],
    ['a document of the shell', 'shell/README.md', [], []],
  ])('%s', (_what, path, specs, apiTests) => {
    expect(broken(path)).toMatchObject({ specs, apiTests });
  });

  it('selects for several files the union of their tests', () => {
    const { specs } = broken('mf-jobs/src/features/leave/LeaveModal.tsx', 'mf-jobs/module.ts', 'docs/a.md');
    expect(specs).toEqual(['jobs/find', 'leave/ask']);
    expect(select(['api/src/domains/leave/a.ts', 'shared/contracts/src/jobs/b.ts', 'api/src/http-server.ts'], tests).domains).toEqual([
      'jobs',
      'leave',
    ]);
  });
});

it.each([
  ['a screen', ['mf-jobs/src/features/leave/LeaveModal.tsx'], ['mf-jobs/src/features/leave/LeaveModal.tsx', 'tools/calls.test.ts']],
  ['the declaration of a remote', ['mf-jobs/module.ts'], ['mf-jobs/module.ts', 'shared/webpack/src/remotes.mjs', 'tools/calls.test.ts']],
  ['the budget of a remote', ['mf-jobs/package.json'], ['shared/webpack/src/remotes.mjs']],
  ['a test of a screen', ['mf-jobs/src/a.test.tsx'], ['mf-jobs/src/a.test.tsx']],
  ['the table of the journeys', ['e2e/specs.json'], ['tools/test/select/select.test.mjs']],
  ['the template of a new module', ['tools/create-module/template/a.ts.txt'], ['tools/create-module/make.test.ts']],
  ['a shared component', ['shared/ui/src/Badge.tsx'], ['lab/gallery/components.ts', 'shared/ui/src/Badge.tsx']],
  ['the kit', ['shared/mf-kit/src/useQuery.ts'], ['shared/mf-kit/src/useQuery.ts']],
  ['the API, with tests selected by domain, and a document', ['api/src/http-server.ts', 'docs/a.md'], []],
])('finds the files with related tests for %s, also tests that read it without importing it', (_what, changed, related) => {
  expect(select(changed, { specs: [], apiTests: [] }).related).toEqual(related);
});

describe('the table of the journeys', () => {
  const { table, specs } = readTests(root);
  const remotes = remotesIn(root);

  it('contains exactly the existing journeys', () => {
    expect(Object.keys(table).sort()).toEqual(specs.map(({ path }) => path.replace(/^e2e\/|\.spec\.ts$/g, '')).sort());
  });

  it('every run fails for a journey without an entry', () => {
    const folder = temporaryFolder('specs');
    mkdirSync(join(folder, 'journeys'));
    for (const name of ['asked', 'found', 'seen']) writeFileSync(join(folder, `journeys/${name}.spec.ts`), '');
    const lines = (...names) => writeFileSync(join(folder, 'specs.json'), JSON.stringify(Object.fromEntries(names)));
    const known = [
      ['journeys/asked', { on: 'desk' }],
      ['journeys/found', { on: 'both' }],
    ];
    lines(...known);
    expect(() => specsIn(folder)).toThrow('specs.json has no line for journeys/seen.spec.ts');
    lines(...known, ['journeys/seen', { on: 'phone' }]);
    expect(specsIn(folder)('phone', 'both')).toEqual(['journeys/found.spec.ts', 'journeys/seen.spec.ts']);
  });

  it.each(Object.entries(table))('%s names existing remotes and devices', (path, { of, on, isEssential = true, isWhole = true }) => {
    expect(remotes).toEqual(expect.arrayContaining(of));
    const devices = ['desk', 'phone', 'both'];
    const places = { faults: ['own'], squads: ['own', ...devices] };
    expect(places[path.split('/')[0]] ?? devices).toContain(on);
    expect([isEssential, isWhole]).toEqual([true, true]);
  });

  it.each(remotes)('%s has several journeys, and an essential journey', (remote) => {
    const own = specs.filter(({ of }) => of.includes(remote));
    expect(own.length).toBeGreaterThan(1);
    expect(own.some(({ isEssential }) => isEssential)).toBe(true);
  });
});
