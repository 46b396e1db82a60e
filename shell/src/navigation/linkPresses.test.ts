import type { PressContext, RemoteLifecycles } from '@portal/mf-kit/remote';
import { declaredRegistry } from '@portal/testing/declaredRegistry';
import { guard } from '@portal/testing/guard';
import type { ModuleLoader } from '../modules/loading/moduleLoader';
import { signal } from '../platform/signal';
import { createDataChanges } from '../realtime/dataChanges';
import { createRegistry } from '../registry/moduleRegistry';
import { decideAccess } from './accessCheck';
import { linkOf } from './history';
import { startReadsAtPress } from './linkPresses';
import { createRouteTable } from './routeTable';

interface Started extends PressContext {
  to: string;
}

const registry = createRegistry(declaredRegistry(), {});
const routes = createRouteTable(registry);
const dataChanges = createDataChanges();
const isLost = signal(false);
const state = { isSending: false, isLoggedIn: true, remote: {} as Partial<RemoteLifecycles> | Error };
const started: Started[] = [];
const startScreenReads: RemoteLifecycles['startScreenReads'] = async ({ pathname, search }, context) =>
  void started.push({ to: pathname + search, ...context });
const loader = {
  async load() {
    if (state.remote instanceof Error) throw state.remote;
    return state.remote as RemoteLifecycles;
  },
} as unknown as ModuleLoader;

const session = { current: () => (state.isLoggedIn ? { guardId: guard().id, guard: guard() } : null) };
startReadsAtPress(
  { linkOf, decideAccess, session, isLost, isSending: () => state.isSending, dataChanges, portal: { lastPosition: () => null } },
  { routes, registry, loader },
);

// As in the page, where a click moves to the address of the link.
document.addEventListener('click', (event) => event.preventDefault());

const show = (attributes: string) => {
  document.body.innerHTML = `<main><a ${attributes}><span>On</span></a><button>Other</button></main>`;
};
async function point(what: string, pointerType = 'mouse', init: MouseEventInit = {}, at = 'span') {
  document
    .querySelector(at)
    ?.dispatchEvent(Object.assign(new MouseEvent(what, { bubbles: true, cancelable: true, ...init }), { pointerType }));
  await jest.advanceTimersByTimeAsync(0);
}
const isAborted = () => started.map(({ signal }) => signal.aborted);

beforeEach(() => {
  jest.useFakeTimers();
  started.length = 0;
  Object.assign(state, { isSending: false, isLoggedIn: true, remote: { startScreenReads } });
  isLost.set(false);
  window.history.replaceState(null, '', '/');
  show('href="/job-history?page=2"');
});
afterEach(async () => {
  await jest.advanceTimersByTimeAsync(2000);
  jest.useRealTimers();
});

it('[INSTANT-04] the press of a link starts the reads of its screen before the click, and the click keeps them', async () => {
  await point('pointerdown');
  expect(started).toMatchObject([{ to: '/job-history?page=2', guardId: guard().id }]);
  await point('pointerup');
  await point('click');
  await jest.advanceTimersByTimeAsync(5000);
  expect(isAborted()).toEqual([false]);
});

it('[INSTANT-04] a touch starts the reads after 50 ms, and a touch that becomes a scroll before starts none', async () => {
  await point('pointerdown', 'touch');
  await jest.advanceTimersByTimeAsync(49);
  expect(started).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(started).toHaveLength(1);
  await point('pointerdown', 'touch');
  await jest.advanceTimersByTimeAsync(49);
  await point('pointercancel', 'touch');
  await jest.advanceTimersByTimeAsync(5000);
  expect(started).toHaveLength(1);
});

it('[INSTANT-04] a tap of less than 50 ms leaves the reads to its screen', async () => {
  await point('pointerdown', 'touch');
  await jest.advanceTimersByTimeAsync(30);
  await point('pointerup', 'touch');
  await point('click');
  await jest.advanceTimersByTimeAsync(5000);
  expect(started).toEqual([]);
});

it.each(['pointercancel', 'contextmenu', 'dragstart'])('[INSTANT-04] a press that ends by %s aborts its reads', async (ending) => {
  await point('pointerdown');
  await point(ending);
  expect(isAborted()).toEqual([true]);
});

it('[INSTANT-04] a release beside the link aborts its reads, and so does another press', async () => {
  await point('pointerdown');
  await point('pointerup', 'mouse', {}, 'button');
  expect(isAborted()).toEqual([true]);
  await point('pointerdown');
  await point('pointerdown', 'mouse', {}, 'button');
  expect(isAborted()).toEqual([true, true]);
});

it('[INSTANT-04] a press without a click within 2 s aborts its reads', async () => {
  await point('pointerdown');
  await point('pointerup');
  await jest.advanceTimersByTimeAsync(2000);
  expect(isAborted()).toEqual([true]);
});

it.each(['jobs', 'no-such-domain'])('[INSTANT-04] a change of %s aborts the reads, also after the click', async (domain) => {
  await point('pointerdown');
  await point('click');
  dataChanges.invalidate(domain);
  expect(isAborted()).toEqual([true]);
});

it('[INSTANT-04] a gap in the events aborts the reads', async () => {
  await point('pointerdown');
  dataChanges.invalidateAll();
  expect(isAborted()).toEqual([true]);
});

it.each<[string, () => void]>([
  ['while the connection is lost', () => isLost.set(true)],
  ['while a direct write is in flight', () => Object.assign(state, { isSending: true })],
  ['without a session', () => Object.assign(state, { isLoggedIn: false })],
  ['for the path of this page', () => window.history.replaceState(null, '', '/job-history')],
  ['for a page that the guard may not open', () => show('href="/guard/login"')],
  ['for another site', () => show('href="https://example.com/"')],
  ['for a new window', () => show('href="/onJob" target="_blank"')],
  ['for a file', () => show('href="/onJob" download')],
  ['in an older remote', () => Object.assign(state, { remote: {} })],
  ['in a remote that cannot be loaded', () => Object.assign(state, { remote: new Error('Failed to fetch') })],
])('[INSTANT-04] a press starts no reads %s', async (_when, arrange) => {
  arrange();
  await point('pointerdown');
  expect(started).toEqual([]);
});

it.each<[string, MouseEventInit]>([
  ['with another button of the mouse', { button: 1 }],
  ['with a key for a new tab', { ctrlKey: true }],
])('[INSTANT-04] a press %s starts no reads', async (_how, init) => {
  await point('pointerdown', 'mouse', init);
  expect(started).toEqual([]);
});

it('[INSTANT-04] a failure of the reads is left to the screen, also of a remote that returns no promise', async () => {
  const broken = [
    () => Promise.reject(new Error('no')),
    () => {
      throw new Error('no');
    },
    () => undefined as never,
  ];
  for (const one of broken) {
    state.remote = { startScreenReads: one };
    await point('pointerdown');
  }
  state.remote = { startScreenReads };
  await point('pointerdown');
  expect(started).toHaveLength(1);
});
