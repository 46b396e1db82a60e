/** @jest-environment node */
import { DRAW_COUNT, isInCanary } from '@portal/mf-kit/canary';
import { FILE_CACHE } from '@portal/mf-kit/offlineCacheNames';
import { fakeCaches } from '@portal/testing/caches';
import { BEGAN, filesOf, MINUTE, signedHost } from '@portal/testing/signedHost';
import { createOfflineCache, type Visit } from './offlineCache';

const DAY = 24 * 60 * MINUTE;
/** A phone and its portal host. */
function openPhone() {
  const { is, served, keys, newKey } = signedHost();
  const clock = { at: BEGAN };
  const requested: string[] = [];
  /** Paths that the host serves with other content. */
  const spoiled = new Map<string, string>();
  let isReachable = true;
  const { caches, held } = fakeCaches();
  async function answer(path: string): Promise<Response> {
    requested.push(path);
    if (!isReachable) throw new TypeError('Failed to fetch');
    const text = spoiled.get(path) ?? served(path);
    return new Response(text ?? 'none', { status: text === undefined ? 404 : 200 });
  }
  const open = () => createOfflineCache({ caches, keys, now: () => clock.at, fetch: answer });
  let cache = open();
  const loaded = (name: 'shell' | 'mf-jobs', stem: string) => {
    const file = Object.keys(filesOf(name, is.versions[name])).find((one) => one.startsWith(stem));
    return `/modules/${name}/${is.versions[name]}/${file}`;
  };
  const visit = (files: string[] = [loaded('shell', 'outbox'), loaded('mf-jobs', 'on-job')], more: Partial<Visit> = {}): Visit => ({
    revision: is.revision,
    versions: { ...is.versions },
    files,
    takenBack: {},
    ...more,
  });

  return {
    is,
    clock,
    requested,
    spoiled,
    held,
    visit,
    loaded,
    reach: (reachable: boolean) => (isReachable = reachable),
    store: (given = visit()) => cache.store(given),
    /** The browser stopped the worker and started it again. */
    restart: () => (cache = open()),
    /** The disk damages a cached file. */
    damage: async (path: string) => (await caches.open(FILE_CACHE)).put(path, new Response('half of it')),
    file: async (path: string) => (await cache.file(path))?.text(),
    /** The revision of the page that a reload without a network would open; null for none. */
    async shown() {
      const text = await (await cache.page())?.text();
      return text === undefined ? null : Number(/data-revision="(\d+)"/.exec(text)?.[1]);
    },
    newKey,
  };
}
type Phone = ReturnType<typeof openPhone>;

it('caches one page, the shell, and the visited files of a module', async () => {
  const phone = openPhone();
  await phone.store();
  expect(await phone.shown()).toBe(1);
  expect(phone.held()['portal-files']).toEqual([
    '/modules/mf-jobs/1.0.0/module.json',
    '/modules/mf-jobs/1.0.0/on-job.10000000.js',
    '/modules/mf-jobs/1.0.0/remoteEntry.js',
    '/modules/shell/1.0.0/module.json',
    '/modules/shell/1.0.0/outbox.bbbbbbbb.js',
    '/modules/shell/1.0.0/sans.cccccccc.woff2',
    '/modules/shell/1.0.0/shell.aaaaaaaa.css',
    '/modules/shell/1.0.0/shell.aaaaaaaa.js',
  ]);
});

it('requests no cached file again, also after a restart', async () => {
  const phone = openPhone();
  await phone.store();
  phone.requested.length = 0;
  phone.restart();
  await phone.store();
  expect(phone.requested).toEqual([]);
});

it.each<[string, (phone: Phone) => string]>([
  ['a script of the shell', (phone) => phone.loaded('shell', 'shell')],
  ['a file of a module', (phone) => phone.loaded('mf-jobs', 'on-job')],
  ["a module's list of files", () => '/modules/mf-jobs/1.0.0/module.json'],
])('requests only %s again after a restart when the disk damaged it', async (_what, of) => {
  const phone = openPhone();
  await phone.store();
  const whole = await phone.file(of(phone));
  await phone.damage(of(phone));
  phone.requested.length = 0;
  phone.restart();
  phone.reach(false);
  await expect(phone.store()).rejects.toThrow('Failed to fetch');
  expect(await phone.file(of(phone))).toBeUndefined();
  phone.reach(true);
  await phone.store();
  expect(await phone.file(of(phone))).toBe(whole);
  expect(new Set(phone.requested)).toEqual(new Set([of(phone)]));
});

it('replaces the visited files by the files of the next release', async () => {
  const phone = openPhone();
  await phone.store();
  Object.assign(phone.is, { revision: 2, versions: { shell: '1.0.0', 'mf-jobs': '1.1.0' } });
  await phone.store(phone.visit([]));
  expect(await phone.shown()).toBe(2);
  expect(phone.held()['portal-files']?.filter((path) => path.includes('mf-jobs'))).toEqual([
    '/modules/mf-jobs/1.1.0/module.json',
    '/modules/mf-jobs/1.1.0/on-job.11000000.js',
    '/modules/mf-jobs/1.1.0/remoteEntry.js',
  ]);
});

it('serves the cached page until the newer one is complete', async () => {
  const phone = openPhone();
  await phone.store();
  Object.assign(phone.is, { revision: 2, versions: { shell: '1.1.0', 'mf-jobs': '1.0.0' } });
  phone.reach(false);
  await expect(phone.store(phone.visit([]))).rejects.toThrow('Failed to fetch');
  expect(await phone.shown()).toBe(1);
  phone.reach(true);
  phone.spoiled.set(phone.loaded('shell', 'shell'), 'half of it');
  await expect(phone.store(phone.visit([]))).rejects.toThrow('is not the listed file');
  phone.restart();
  expect(await phone.shown()).toBe(1);
  phone.spoiled.clear();
  await phone.store(phone.visit([]));
  expect(await phone.shown()).toBe(2);
});

it('rejects when the portal host still has the previous revision, and requests it again', async () => {
  const phone = openPhone();
  await phone.store();
  await expect(phone.store(phone.visit([], { revision: 2 }))).rejects.toThrow('the host has revision 1, not 2');
  expect(await phone.shown()).toBe(1);
});

it.each([
  ['the shell', { shell: ['1.0.0'] }, null],
  ['a visited module', { 'mf-jobs': ['0.9.0', '1.0.0'] }, null],
  ['a module that was never visited', { 'mf-other': ['1.0.0'] }, 1],
  ['another version', { 'mf-jobs': ['0.9.0'], shell: ['2.0.0'] }, 1],
])('does not serve a quarantined version of %s when the newer revision cannot be loaded: %j', async (_what, takenBack, shown) => {
  const phone = openPhone();
  await phone.store();
  phone.reach(false);
  await expect(phone.store(phone.visit([], { revision: 2, takenBack }))).rejects.toThrow('Failed to fetch');
  phone.restart();
  expect(await phone.shown()).toBe(shown);
});

const draws = Array.from({ length: DRAW_COUNT }, (_, draw) => draw);
const drawOf = (isChosen: boolean) => draws.find((draw) => isInCanary('mf-jobs', 50, draw) === isChosen) ?? null;
it.each([
  ['does not serve a page whose canary was quarantined', { draw: drawOf(true) }, null],
  ['serves a page whose canary this device does not run', { draw: drawOf(false) }, 1],
  ['does not serve it to a page of an earlier shell', { versions: { 'mf-jobs': '1.1.0' } }, null],
])('%s, when the newer revision cannot be loaded', async (_what, device, shown) => {
  const phone = openPhone();
  phone.is.canary = { version: '1.1.0', percent: 50 };
  await phone.store(phone.visit(undefined, device));
  expect(await phone.shown()).toBe(1);
  phone.reach(false);
  const stopped = phone.visit([], { ...device, revision: 2, takenBack: { 'mf-jobs': ['1.1.0'] } });
  await expect(phone.store(stopped)).rejects.toThrow('Failed to fetch');
  expect(await phone.shown()).toBe(shown);
});

it.each<[string, (phone: Phone) => void]>([
  ['is signed by another key', (phone) => phone.newKey()],
  ['is older than one seen before', (phone) => Object.assign(phone.is, { revision: 1 })],
  ['is a candidate', (phone) => Object.assign(phone.is, { candidate: true })],
  ['has a timestamp eleven minutes older than the newest', (phone) => Object.assign(phone.is, { wordAt: -11 })],
])('rejects a page if its registry %s', async (_what, spoil) => {
  const phone = openPhone();
  phone.is.revision = 2;
  await phone.store();
  phone.clock.at += DAY;
  phone.is.revision = 3;
  spoil(phone);
  await phone.store(phone.visit([], { revision: 1 }));
  expect(await phone.shown()).toBe(2);
});

it('accepts a timestamp nine minutes older than the newest, because portal hosts cache pages', async () => {
  const phone = openPhone();
  await phone.store();
  Object.assign(phone.is, { revision: 2, wordAt: -9 });
  await phone.store();
  expect(await phone.shown()).toBe(2);
});

it.each<[string, (phone: Phone) => string]>([
  ['a script of the shell', (phone) => phone.loaded('shell', 'shell')],
  ['a visited file', (phone) => phone.loaded('shell', 'outbox')],
  ["the shell's list of files", () => '/modules/shell/1.0.0/module.json'],
])('caches no page when %s was changed', async (_what, of) => {
  const phone = openPhone();
  phone.spoiled.set(of(phone), 'spoiled');
  await expect(phone.store()).rejects.toThrow(/is not the listed file|has more than 5 bytes/);
  expect(await phone.file(of(phone))).toBeUndefined();
  expect(await phone.shown()).toBeNull();
});

it.each<[string, (phone: Phone) => string]>([
  ['a script', (phone) => phone.loaded('mf-jobs', 'on-job')],
  ['its list of files', () => '/modules/mf-jobs/1.0.0/module.json'],
])('leaves out only a module with %s changed', async (_what, of) => {
  const phone = openPhone();
  phone.spoiled.set(of(phone), 'spoiled');
  await expect(phone.store()).rejects.toThrow('is not the listed file');
  expect(await phone.file(of(phone))).toBeUndefined();
  expect(await phone.shown()).toBe(1);
});

it.each([
  ['nearly three days', 3 * DAY - MINUTE, 1],
  ['more than three days', 3 * DAY + MINUTE, null],
  ['a clock change to the past', -MINUTE, null],
])('without a network serves after %s the revision %s', async (_what, passed, shown) => {
  const phone = openPhone();
  await phone.store();
  phone.clock.at += passed;
  expect(await phone.shown()).toBe(shown);
});

it('returns nothing when the storage never answers, and rejects the visit', async () => {
  jest.useFakeTimers();
  const never = new Promise<never>(() => undefined);
  const caches = { ...fakeCaches().caches, open: () => never };
  const cache = createOfflineCache({ caches, keys: signedHost().keys, now: () => BEGAN, fetch: () => never });
  const found = Promise.all([cache.page(), cache.file('/modules/shell/1.0.0/shell.aaaaaaaa.js')]);
  await jest.advanceTimersByTimeAsync(2000);
  expect(await found).toEqual([undefined, undefined]);
  jest.useRealTimers();
});

it('requests the page again after six hours', async () => {
  const phone = openPhone();
  await phone.store();
  phone.requested.length = 0;
  phone.clock.at += 5 * 60 * MINUTE;
  await phone.store();
  expect(phone.requested).toEqual([]);
  phone.clock.at += 61 * MINUTE;
  phone.is.wordAt = 366;
  await phone.store();
  expect(phone.requested).toEqual(['/kept-page']);
});

it('caches the last good shell when the active shell did not start', async () => {
  const phone = openPhone();
  phone.is.shell = '0.9.0';
  await phone.store();
  expect(phone.held()['portal-files']?.filter((path) => path.includes('/shell/'))).toEqual([
    '/modules/shell/0.9.0/module.json',
    '/modules/shell/0.9.0/outbox.bbbbbbbb.js',
    '/modules/shell/0.9.0/sans.cccccccc.woff2',
    '/modules/shell/0.9.0/shell.aaaaaaaa.css',
    '/modules/shell/0.9.0/shell.aaaaaaaa.js',
  ]);
  expect(await phone.shown()).toBe(1);
});
