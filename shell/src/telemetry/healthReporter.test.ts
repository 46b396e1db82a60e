import { decodeReport } from '@portal/mf-kit/healthReport';
import { declaredRegistry } from '@portal/testing/declaredRegistry';
import { startHealthReporter } from './healthReporter';
import type { ModuleEvent } from './moduleEvents';

const vitals: Record<string, (metric: { value: number }) => void> = {};
jest.mock('web-vitals', () => ({
  onLCP: (listener: () => void) => Object.assign(vitals, { lcp: listener }),
  onINP: (listener: () => void) => Object.assign(vitals, { inp: listener }),
  onCLS: (listener: () => void) => Object.assign(vitals, { cls: listener }),
}));

const network = { isOnline: true };
let sent: string[] = [];
const TOKEN = `p.123456.zzzzzzz.${'a'.repeat(22)}`;

beforeEach(() => {
  jest.useFakeTimers();
  sent = [];
  network.isOnline = true;
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => network.isOnline);
  Object.assign(navigator, { sendBeacon: (_url: string, text: string) => sent.push(text) > 0 });
  Object.assign(globalThis, { fetch: async () => ({ ok: true }) });
});
// Sends all reports, so that none is left for the next test.
afterEach(() => {
  network.isOnline = true;
  hide();
  jest.useRealTimers();
});

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const start = () => startHealthReporter({ token: TOKEN, shell: '1.0.0' });
const shown = (route: string, version = '1.1.0'): ModuleEvent => ({ what: 'shown', name: 'mf-jobs', version, route });
const reportedViews = () =>
  sent
    .flatMap((text) => decodeReport(text)?.sightings ?? [])
    .map(({ name, version, route, ended }) => `${name} ${version} ${route} ${ended}`);

function hide() {
  const state = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  state.mockRestore();
}

it('reports a view after some seconds, or when the guard leaves the screen sooner', async () => {
  const record = start();
  record(shown('/a'));
  record(shown('/b'));
  await pass(15_000);
  expect(reportedViews()).toEqual(['shell 1.0.0 * stood', 'mf-jobs 1.1.0 /a stood', 'mf-jobs 1.1.0 /b stood']);
  expect(sent.length).toBeLessThanOrEqual(2);
  record(shown('/a'));
  await pass(60_000);
  expect(reportedViews().slice(3)).toEqual(['mf-jobs 1.1.0 /a stood']);
});

it('reports a failure within a second of its proof', async () => {
  const record = start();
  record(shown('/a'));
  record({ what: 'fell', scope: 'version', name: 'mf-jobs', version: '1.1.0', route: '/a', error: new TypeError('of Ana Silva') });
  record(shown('/a', '1.0.0'));
  await pass(1_000);
  expect(reportedViews()).toEqual(['shell 1.0.0 * stood', 'mf-jobs 1.1.0 /a failed']);
  expect(sent.join()).not.toContain('Ana');
});

it('attributes an uncaught error to the module of its file, and sends no message and no address', async () => {
  const record = start();
  record(shown('/jobDetail/:id'));
  const error = new RangeError('Ana Silva, ana@example.com');
  error.stack =
    'RangeError: Ana Silva\n  at x (https://portal.example.com/modules/mf-jobs/1.1.0/screen.js?try=1:1:2345)\n  at https://portal.example.com/jobDetail/77?mail=ana@example.com';
  record({ what: 'uncaught', error });
  record({ what: 'uncaught', error: new Error('of an extension') });
  record({ what: 'uncaught', error: 'a text', filename: 'https://portal.example.com/search-job' });
  await pass(20_000);
  expect(reportedViews()).toEqual(['shell 1.0.0 * stood', 'mf-jobs 1.1.0 /jobDetail/:id threw', 'mf-jobs 1.1.0 /jobDetail/:id stood']);
  expect(sent.join()).not.toMatch(/Ana|example|77/);
});

it('reports the web vitals once, for the first module and the shell', async () => {
  const record = start();
  record(shown('/a'));
  vitals.lcp?.({ value: 2345.6 });
  vitals.cls?.({ value: 0.01234 });
  await pass(20_000);
  vitals.inp?.({ value: 900 });
  hide();
  expect(sent.flatMap((text) => decodeReport(text)?.ratings ?? [])).toEqual([
    { name: 'shell', version: '1.0.0', lcp: 2346, inp: null, cls: 0.012 },
    { name: 'mf-jobs', version: '1.1.0', lcp: 2346, inp: null, cls: 0.012 },
  ]);
});

it('sends its reports when the page is left', () => {
  const record = start();
  record(shown('/a'));
  record({ what: 'fell', scope: 'version', name: 'mf-jobs', version: '1.1.0', route: '/b', error: new Error('spoiled') });
  hide();
  expect(reportedViews()).toEqual(['shell 1.0.0 * stood', 'mf-jobs 1.1.0 /a stood', 'mf-jobs 1.1.0 /b failed']);
});

it('sends nothing while offline, and everything afterwards', async () => {
  network.isOnline = false;
  const record = start();
  record(shown('/a'));
  await pass(60_000);
  hide();
  expect(sent).toEqual([]);
  network.isOnline = true;
  window.dispatchEvent(new Event('online'));
  expect(reportedViews()).toEqual(['shell 1.0.0 * stood', 'mf-jobs 1.1.0 /a stood']);
});

it('sends at most 1 kB for each view, with failures of each kind on every route', async () => {
  const version = '10.20.30-local.0123456789abcdef';
  const views = Object.entries(declaredRegistry().modules).flatMap(([name, { routes }]) =>
    Object.keys(routes).map((route) => ({ name, route })),
  );
  expect(views.length).toBeGreaterThan(30);
  const record = start();
  for (const { name, route } of views) {
    sent = [];
    vitals.lcp?.({ value: 12_345.678 });
    vitals.inp?.({ value: 1234.567 });
    vitals.cls?.({ value: 0.123_456 });
    record({ what: 'shown', name, version, route });
    await pass(8_000);
    const error = new Error('x');
    error.name = 'A'.repeat(40);
    error.stack = `at https://portal.example.com/modules/${name}/${version}/screen.js:1:123456`;
    for (const one of [error, error]) record({ what: 'uncaught', error: one });
    for (const part of ['screen', 'version'] as const) record({ what: 'fell', scope: part, name, version, route, error });
    await pass(20_000);
    const bytes = new TextEncoder().encode(sent.join('')).length;
    expect({ route, fits: bytes > 0 && bytes <= 1000 }).toEqual({ route, fits: true });
    expect(sent.join('')).toContain(route);
  }
});
