import { FileError, LateError } from '@portal/mf-kit/loadFailure';
import { createFailureAttribution, type FailureEvent } from './failureAttribution';

const line = { isOnline: true, isRefused: false };
let fallen: string[] = [];
let doubts: ReturnType<typeof createFailureAttribution>;

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(line, { isOnline: true, isRefused: false });
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => line.isOnline);
  fallen = [];
  doubts = createFailureAttribution({
    isRefused: async () => line.isRefused,
    onFallen: ({ name, version, route }) => void fallen.push(`${name} ${version} ${route}`),
  });
});
afterEach(() => jest.useRealTimers());

const fall = (version: string, error: Error, of: FailureEvent['scope'] = 'version', route = '/a'): FailureEvent => ({
  ...{ what: 'fell', name: 'mf-jobs', version, route, scope: of, error },
});
const shown = (version: string) => doubts.onShown({ name: 'mf-jobs', version });
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const lost = () => new FileError('it did not come', '/modules/mf-jobs/2/screen.js');

it.each([
  ['it threw', () => new TypeError('x is undefined'), 'version'],
  ['its screen threw', () => new TypeError('x is undefined'), 'screen'],
] as const)('%s: it counts, once it is clear that nothing else is to blame', async (_what, error, of) => {
  doubts.onFailed(fall('2', error(), of));
  expect(fallen).toEqual([]);
  await pass(8_000);
  expect(fallen).toEqual(['mf-jobs 2 /a']);
});

it('counts a thrown error as soon as the previous version is shown', () => {
  doubts.onFailed(fall('2', new Error('spoiled')));
  shown('1');
  expect(fallen).toEqual(['mf-jobs 2 /a']);
});

it('counts a failed screen when the previous version shows it', async () => {
  doubts.onFailed(fall('2', new Error('spoiled'), 'screen'));
  shown('1');
  await pass(2_900);
  expect(fallen).toEqual([]);
  // The slot has proven it by then, and says so.
  doubts.onFailed(fall('2', new Error('spoiled'), 'version'));
  await pass(10_000);
  expect(fallen).toEqual(['mf-jobs 2 /a']);
});

it('counts a failure of both versions against neither, also after a retry', async () => {
  doubts.onFailed(fall('2', new Error('no such field'), 'screen'));
  shown('1');
  doubts.onFailed(fall('1', new Error('no such field'), 'screen'));
  await pass(10_000);
  doubts.onFailed(fall('2', new Error('no such field'), 'screen'));
  await pass(10_000);
  expect(fallen).toEqual([]);
  doubts.onFailed(fall('2', new Error('another'), 'screen', '/b'));
  await pass(10_000);
  expect(fallen).toEqual(['mf-jobs 2 /b']);
});

describe('a lost connection', () => {
  it.each([
    ['a file that did not come', lost],
    ['a file that came too late', () => new LateError('load took more than 5000 ms')],
  ])('never counts: %s, and nothing comes after it', async (_what, error) => {
    doubts.onFailed(fall('2', error()));
    await pass(60_000);
    doubts.close();
    expect(fallen).toEqual([]);
  });

  it('never counts when the page is left before the cause is known', () => {
    doubts.onFailed(fall('2', lost()));
    doubts.close();
    expect(fallen).toEqual([]);
  });

  it('never counts when the browser is offline', async () => {
    line.isOnline = false;
    line.isRefused = true;
    doubts.onFailed(fall('2', lost()));
    shown('1');
    await pass(60_000);
    expect(fallen).toEqual([]);
  });

  it('never counts when both versions fail', async () => {
    doubts.onFailed(fall('2', lost()));
    doubts.onFailed(fall('1', lost()));
    shown('1');
    await pass(60_000);
    expect(fallen).toEqual([]);
  });

  it('never counts when the same version is shown later', async () => {
    doubts.onFailed(fall('2', lost()));
    shown('2');
    await pass(60_000);
    expect(fallen).toEqual([]);
  });
});

it('counts a timeout when the previous version could be loaded', () => {
  doubts.onFailed(fall('2', new LateError('load took more than 5000 ms')));
  shown('1');
  expect(fallen).toEqual(['mf-jobs 2 /a']);
});

it.each(['version', 'screen'] as const)(
  'a file that did not come counts against no %s, though the one before comes up: this browser may have kept that',
  async (of) => {
    doubts.onFailed(fall('2', lost(), of));
    shown('1');
    doubts.onFailed(fall('2', lost()));
    await pass(10_000);
    expect(fallen).toEqual([]);
  },
);

it('counts a missing file as soon as the server confirms it, when the previous version is shown already', async () => {
  let answer = (_refused: boolean) => {};
  const asked = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  doubts = createFailureAttribution({ isRefused: () => asked, onFallen: ({ version }) => void fallen.push(version) });
  doubts.onFailed(fall('2', lost()));
  shown('1');
  expect(fallen).toEqual([]);
  answer(true);
  await pass(0);
  expect(fallen).toEqual(['2']);
});

it('counts a missing file whether or not a version is shown', async () => {
  line.isRefused = true;
  doubts.onFailed(fall('2', lost()));
  await pass(8_000);
  expect(fallen).toEqual(['mf-jobs 2 /a']);
});

it('reports certain failures before the page is left', () => {
  doubts.onFailed(fall('2', new Error('spoiled')));
  doubts.close();
  expect(fallen).toEqual(['mf-jobs 2 /a']);
});
