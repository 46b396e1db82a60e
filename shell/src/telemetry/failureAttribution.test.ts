import { FileError, LateError } from '@portal/mf-kit/loadFailure';
import { createFailureAttribution, type FailureEvent } from './failureAttribution';

const network = { isOnline: true, isRefused: false };
let counted: string[] = [];
let attribution: ReturnType<typeof createFailureAttribution>;

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(network, { isOnline: true, isRefused: false });
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => network.isOnline);
  counted = [];
  attribution = createFailureAttribution({
    isRefused: async () => network.isRefused,
    onCounted: ({ name, version, route }) => void counted.push(`${name} ${version} ${route}`),
  });
});
afterEach(() => jest.useRealTimers());

const failureOf = (version: string, error: Error, scope: FailureEvent['scope'] = 'version', route = '/a'): FailureEvent => ({
  ...{ what: 'fell', name: 'mf-jobs', version, route, scope, error },
});
const shown = (version: string) => attribution.onShown({ name: 'mf-jobs', version });
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const lost = () => new FileError('the file is missing', '/modules/mf-jobs/2/screen.js');

it.each([
  ['version', () => new TypeError('x is undefined')],
  ['screen', () => new TypeError('x is undefined')],
] as const)('counts an error that a %s threw after eight seconds without another cause', async (scope, error) => {
  attribution.onFailed(failureOf('2', error(), scope));
  expect(counted).toEqual([]);
  await pass(8_000);
  expect(counted).toEqual(['mf-jobs 2 /a']);
});

it('counts a thrown error as soon as the previous version is shown', () => {
  attribution.onFailed(failureOf('2', new Error('spoiled')));
  shown('1');
  expect(counted).toEqual(['mf-jobs 2 /a']);
});

it('counts a failed screen when the previous version shows it', async () => {
  attribution.onFailed(failureOf('2', new Error('spoiled'), 'screen'));
  shown('1');
  await pass(2_900);
  expect(counted).toEqual([]);
  // The module host reports the version after three seconds.
  attribution.onFailed(failureOf('2', new Error('spoiled'), 'version'));
  await pass(10_000);
  expect(counted).toEqual(['mf-jobs 2 /a']);
});

it('counts a failure of both versions against neither, also after a retry', async () => {
  attribution.onFailed(failureOf('2', new Error('no such field'), 'screen'));
  shown('1');
  attribution.onFailed(failureOf('1', new Error('no such field'), 'screen'));
  await pass(10_000);
  attribution.onFailed(failureOf('2', new Error('no such field'), 'screen'));
  await pass(10_000);
  expect(counted).toEqual([]);
  attribution.onFailed(failureOf('2', new Error('another'), 'screen', '/b'));
  await pass(10_000);
  expect(counted).toEqual(['mf-jobs 2 /b']);
});

describe('a lost connection', () => {
  it.each([
    ['a missing file', lost],
    ['a timeout', () => new LateError('load took more than 5000 ms')],
  ])('never counts as the cause of %s when no version is shown afterwards', async (_what, error) => {
    attribution.onFailed(failureOf('2', error()));
    await pass(60_000);
    attribution.close();
    expect(counted).toEqual([]);
  });

  it('never counts when the page is left before the cause is known', () => {
    attribution.onFailed(failureOf('2', lost()));
    attribution.close();
    expect(counted).toEqual([]);
  });

  it('never counts when the browser is offline', async () => {
    network.isOnline = false;
    network.isRefused = true;
    attribution.onFailed(failureOf('2', lost()));
    shown('1');
    await pass(60_000);
    expect(counted).toEqual([]);
  });

  it('never counts when both versions fail', async () => {
    attribution.onFailed(failureOf('2', lost()));
    attribution.onFailed(failureOf('1', lost()));
    shown('1');
    await pass(60_000);
    expect(counted).toEqual([]);
  });

  it('never counts when the same version is shown later', async () => {
    attribution.onFailed(failureOf('2', lost()));
    shown('2');
    await pass(60_000);
    expect(counted).toEqual([]);
  });
});

it('[BUDGET-08] counts an error of the API only when the previous version works', async () => {
  const away = () => Object.assign(new Error('The service is away.'), { name: 'ApiError' });
  attribution.onFailed(failureOf('2', away()));
  await pass(10_000);
  expect(counted).toEqual([]);
  attribution.onFailed(failureOf('2', away()));
  shown('1');
  expect(counted).toEqual(['mf-jobs 2 /a']);
});

it('counts a timeout when the previous version could be loaded', () => {
  attribution.onFailed(failureOf('2', new LateError('load took more than 5000 ms')));
  shown('1');
  expect(counted).toEqual(['mf-jobs 2 /a']);
});

it.each(['version', 'screen'] as const)(
  'does not count a missing file against a %s when the previous version is shown, because that may be cached',
  async (scope) => {
    attribution.onFailed(failureOf('2', lost(), scope));
    shown('1');
    attribution.onFailed(failureOf('2', lost()));
    await pass(10_000);
    expect(counted).toEqual([]);
  },
);

it('counts a missing file as soon as the server confirms it, when the previous version is shown already', async () => {
  let answer = (_refused: boolean) => {};
  const confirmation = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  attribution = createFailureAttribution({ isRefused: () => confirmation, onCounted: ({ version }) => void counted.push(version) });
  attribution.onFailed(failureOf('2', lost()));
  shown('1');
  expect(counted).toEqual([]);
  answer(true);
  await pass(0);
  expect(counted).toEqual(['2']);
});

it('counts a missing file whether or not a version is shown', async () => {
  network.isRefused = true;
  attribution.onFailed(failureOf('2', lost()));
  await pass(8_000);
  expect(counted).toEqual(['mf-jobs 2 /a']);
});

it('reports certain failures before the page is left', () => {
  attribution.onFailed(failureOf('2', new Error('spoiled')));
  attribution.close();
  expect(counted).toEqual(['mf-jobs 2 /a']);
});
