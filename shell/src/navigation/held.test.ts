import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { FileError } from '@portal/mf-kit/reach';
import { declaredRegistry } from '@portal/testing/declaredRegistry';
import { createRegistry } from '../composition/registry';
import { createHeld } from './held';
import { createRouteTable } from './routes';

function open({ isLost = true } = {}) {
  const line = { isDown: isLost };
  Object.assign(globalThis, { fetch: async () => (line.isDown ? Promise.reject(new TypeError('Failed to fetch')) : { ok: true }) });
  const inHand = new Set<string>();
  const moves: string[] = [];
  const held = createHeld({
    routes: createRouteTable(createRegistry(declaredRegistry(), {})),
    isLost: () => line.isDown,
    prepare: async (pathname) => {
      if (line.isDown && !inHand.has(pathname)) throw new FileError('no chunk', '/modules/mf-jobs/1.0.0/search.js');
    },
    go: (to) => void moves.push(to),
  });
  return { held, line, inHand, moves, awaited: held.awaited };
}

const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('goes at once with a connection', () => {
  const { held, moves } = open({ isLost: false });
  held.navigate(jobsPaths.search());
  expect(moves).toEqual([jobsPaths.search()]);
});

it('without one it goes where the code is in hand', async () => {
  const { held, moves, inHand, awaited } = open();
  inHand.add(jobsPaths.search());
  held.navigate(jobsPaths.search());
  await pass();
  expect([moves, awaited.get()]).toEqual([[jobsPaths.search()], null]);
});

it('stays where it is not, says which page waits, and goes on by itself', async () => {
  const { held, moves, line, awaited } = open();
  held.navigate(jobsPaths.search());
  await pass(10_000);
  expect([moves, awaited.get()?.title]).toEqual([[], 'Search Jobs']);
  line.isDown = false;
  await pass(4000);
  expect([moves, awaited.get()]).toEqual([[jobsPaths.search()], null]);
});

it.each([
  ['the guard stays here', ({ awaited }: ReturnType<typeof open>) => awaited.get()?.giveUp?.()],
  ['the page moved meanwhile', ({ held }: ReturnType<typeof open>) => held.giveUp()],
  ['a dialog was opened meanwhile', () => document.body.append(Object.assign(document.createElement('dialog'), { open: true }))],
])('does not go on when %s', async (_, act) => {
  const opened = open();
  opened.held.navigate(jobsPaths.search());
  await pass();
  act(opened);
  opened.line.isDown = false;
  await pass(4000);
  expect([opened.moves, opened.awaited.get()]).toEqual([[], null]);
  document.body.replaceChildren();
});

it('the last of two wishes counts', async () => {
  const { held, moves, line } = open();
  held.navigate(jobsPaths.search());
  await pass();
  held.navigate(jobsPaths.allJobs());
  await pass();
  line.isDown = false;
  await pass(4000);
  expect(moves).toEqual([jobsPaths.allJobs()]);
});
