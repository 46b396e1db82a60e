import { DRAW_COUNT, isInCanary } from '@portal/mf-kit/canary';
import type { InspectFacts } from '@portal/mf-kit/inspect';
import type { Canary } from '@portal/mf-kit/module';
import { moduleVersion, registryModule } from '@portal/testing/registry';
import type { Mount } from '../modules/host/mount';
import type { ModuleReading, ShownHostState } from './moduleReport';
import { canaryText, lastFailure, readErrors, readVersions, reasonText } from './moduleReport';

const idle: ShownHostState = { mount: null, attempt: null, card: null, failed: [] };
const facts = (more: Partial<InspectFacts> = {}): InspectFacts => ({
  revision: 7,
  active: { 'mf-jobs': '1.1.0', shell: '1.0.0' },
  changes: {},
  published: {},
  candidates: [],
  candidate: null,
  until: null,
  ...more,
});
const entry = { ...registryModule('mf-jobs', '1.1.0'), lastGood: moduleVersion('mf-jobs', '1.0.0') };
const mounted = (version: string): ShownHostState => ({ ...idle, mount: { version: moduleVersion('mf-jobs', version) } as Mount });
const reading = (more: Partial<ModuleReading> = {}): ModuleReading => ({
  ...{ name: 'mf-jobs', entry, running: '1.1.0', state: mounted('1.1.0'), draw: null, candidateUntil: null, facts: facts() },
  ...more,
});
const canary: Canary = { ...moduleVersion('mf-jobs', '1.2.0'), percent: 5, by: 'ana', at: '2027-03-14T15:00:00Z', why: 'for 5 %' };
/** Numbers of devices that run the canary, and do not. */
const [DRAWN, NOT_DRAWN] = [true, false].map((isIn) =>
  Array.from({ length: DRAW_COUNT }, (_, draw) => draw).find((draw) => isInCanary('mf-jobs', canary.percent, draw) === isIn),
) as [number, number];
const failed = { ...idle, failed: [entry.container] };

it.each<[string, Partial<ModuleReading>, RegExp]>([
  ['active', {}, /^It is the active version\.$/],
  [
    'an override',
    { entry: { ...entry, from: 'http://localhost:4103/' } },
    /^An override of this browser takes it from http:\/\/localhost:4103\//,
  ],
  ['a dev server', { entry: { ...entry, dev: true } }, /^Its dev server serves it/],
  [
    'the canary',
    { entry: { ...entry, ...moduleVersion('mf-jobs', '1.2.0'), canary }, running: '1.2.0', draw: 12 },
    /^It is the canary: this device drew 12/,
  ],
  [
    'of a candidate',
    { candidateUntil: '2027-03-15', facts: facts({ active: { 'mf-jobs': '1.0.0' } }) },
    /^The candidate of this browser names it/,
  ],
  ['left by a candidate', { candidateUntil: '2027-03-15' }, /^It is the active version\. The candidate/],
  ['of a candidate of an unknown set', { candidateUntil: '2027-03-15', facts: null }, /is unknown\.$/],
  [
    'the last good one after a failure',
    { running: '1.0.0', state: { ...mounted('1.0.0'), failed: failed.failed } },
    /^1\.1\.0 is active but failed in this page/,
  ],
  [
    'the last good one on this screen',
    { running: '1.0.0', state: mounted('1.0.0') },
    /^It is the last good version\. 1\.1\.0 failed on this screen/,
  ],
  [
    'the last good one of a device with a canary',
    { entry: { ...entry, lastGoodOfActive: moduleVersion('mf-jobs', '0.9.0') }, running: '0.9.0', state: mounted('0.9.0') },
    /^It is the last good version of those without a canary/,
  ],
  ['about to be replaced', { running: '0.9.0', state: mounted('0.9.0') }, /^1\.1\.0 is active since this page was opened/],
  ['not on this screen', { running: null, state: idle }, /^No version runs, because this screen is of another module\. 1\.1\.0 would run/],
  ['without a connection', { running: null, state: { ...idle, card: 'network' } }, /^No version runs: the connection failed/],
  ['not left', { running: null, state: { ...failed, card: 'failed' } }, /^No version runs: each eligible version failed/],
  ['the active shell', { name: 'shell', state: null }, /^It is the active version/],
  ['a shell before its reload', { name: 'shell', state: null, running: '0.9.0' }, /^1\.1\.0 became active after this page/],
])('[INSPECT-03] gives the reason when the version is %s', (_which, given, text) => expect(reasonText(reading(given))).toMatch(text));

it('[INSPECT-07] states the number of this device, and whether it is among the devices of the canary', () => {
  const text = (draw: number | null, of: typeof entry = { ...entry, canary }) => canaryText(reading({ entry: of, draw }));
  expect(text(DRAWN)).toBe(`This device drew ${DRAWN} of 0 to 9999. 1.2.0 runs on 5 % of the devices, and this device is one of them.`);
  expect(text(NOT_DRAWN)).toMatch(/, and this device is none of them\.$/);
  expect(text(null)).toBe('This device drew no number, so it runs no canary. 1.2.0 runs on 5 % of the devices.');
  expect(text(3, entry)).toBe('This device drew 3 of 0 to 9999. No canary of this module runs.');
});

it('[INSPECT-03] lists each version that a squad may look for, with its state and publisher', () => {
  const publication = { at: '2027-03-14T15:00:00Z', by: 'cem', why: 'a shorter list', token: 'ab12cd34' };
  const known = facts({
    published: {
      'mf-jobs': [
        { version: '1.4.0', publication },
        { version: '1.1.0', publication: null },
      ],
    },
    candidates: [{ id: 'c1', until: '2027-03-15T15:00:00Z', by: 'ben', at: '', why: '', versions: { 'mf-jobs': '1.3.0' } }],
  });
  const all = readVersions(reading({ entry: { ...entry, canary, quarantined: { '0.9.0': 'blank list' } }, draw: NOT_DRAWN, facts: known }));
  expect(all.map(({ version, state, candidate }) => [version, state, candidate])).toEqual([
    ['1.1.0', 'active', null],
    ['1.2.0', 'canary for 5 %, not drawn here', null],
    ['1.3.0', 'candidate c1 until 2027-03-15 15:00 UTC', 'c1'],
    ['1.0.0', 'last good', null],
    ['0.9.0', 'quarantined: blank list', null],
    ['1.4.0', 'published, but not active: portal stage, canary or activate', null],
  ]);
  expect(all.map(({ published }) => published)).toEqual([
    'Unknown: its folder names no publisher.',
    ...Array(4).fill('Not among the newest in the store.'),
    '2027-03-14 15:00 UTC, by cem, with token ab12cd34: a shorter list',
  ]);
});

it('[INSPECT-03] names no version as active when the portal host did not answer and the page shows a candidate', () => {
  expect(readVersions(reading({ facts: null, candidateUntil: '2027-03-15' })).map(({ version, state }) => [version, state])).toEqual([
    ['1.0.0', 'last good'],
  ]);
  expect(readVersions(reading({ facts: null }))[0]).toMatchObject({
    version: '1.1.0',
    state: 'active',
    published: 'Unknown: the portal host did not answer.',
  });
});

const at = (second: number) => `2027-03-14T15:00:0${second}.000Z`;

it('[INSPECT-08] gives the last failure of a module with its attribution', () => {
  const origin = Date.parse(at(0));
  const reports = [
    { event: 'failed', module: 'mf-jobs', version: '1.1.0', detail: 'load took more than 5000 ms', at: at(2) },
    { event: 'failed', module: 'mf-account', version: '1.0.0', at: at(9) },
    { event: 'shown', module: 'mf-jobs', version: '1.0.0', at: at(3) },
  ];
  expect(lastFailure('mf-jobs', reports, [], origin)).toMatchObject({
    at: at(2),
    version: '1.1.0',
    attribution: expect.stringMatching(/^The version\./),
  });
  const lost = { cause: 'network', message: 'Failed to fetch', at: 4000 } as const;
  expect(lastFailure('mf-jobs', reports, [lost], origin)).toMatchObject({ at: at(4), attribution: expect.stringMatching(/^The network/) });
  expect(lastFailure('mf-jobs', [], [{ ...lost, cause: 'version' }], origin)).toBeNull();
});

it('[INSPECT-08] lists the errors of the page, newest first, with the module in their stack', () => {
  const stack = 'Error: spoiled\n    at f (https://portal.test/modules/mf-jobs/1.1.0/search.js:1:2)';
  const reports = [
    { event: 'shown', module: 'mf-jobs', version: '1.1.0', at: at(1) },
    { event: 'uncaught', detail: stack, at: at(2) },
    { event: 'registry refused', detail: 'revision 3 is older than 4', at: at(3) },
  ];
  expect(readErrors(reports)).toEqual([
    { at: at(3), event: 'registry refused', origin: 'unknown', message: 'revision 3 is older than 4' },
    { at: at(2), event: 'uncaught', origin: 'mf-jobs 1.1.0', message: 'Error: spoiled' },
  ]);
});
