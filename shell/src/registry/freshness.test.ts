import { createFreshness } from './freshness';

const BEGAN = Date.parse('2026-05-01T12:00:00Z');
const MINUTE = 60_000;
const at = (minutes: number) => new Date(BEGAN + minutes * MINUTE).toISOString();
const signed = (revision: number, minutes: number) => ({
  document: '',
  signature: '',
  timestamp: { revision, at: at(minutes), signature: '' },
});

/** A page that was opened at BEGAN. The test sets `minutes`, the time since then. */
function open() {
  const state = { minutes: 0 };
  const first = { revision: 1, at: at(0), signature: '' };
  const freshness = createFreshness({
    key: 'host',
    pageTimestamp: first,
    isSignedText: async () => true,
    elapsed: () => state.minutes * MINUTE,
  });
  return {
    state,
    accepts: async (revision: number, minutes: number) => (await freshness.rejectionReason(signed(revision, minutes), revision)) === null,
  };
}

it('accepts later revisions after one timestamp of a clock that was ahead', async () => {
  const { state, accepts } = open();
  expect(await accepts(2, 60)).toBe(true);
  state.minutes = 1;
  expect(await accepts(3, 1)).toBe(true);
});

it('rejects an old timestamp after any other timestamps', async () => {
  const { state, accepts } = open();
  state.minutes = 30;
  expect(await accepts(2, 30)).toBe(true);
  expect(await accepts(3, 19)).toBe(false);
  state.minutes = 40;
  expect(await accepts(3, 29)).toBe(false);
  expect(await accepts(3, 31)).toBe(true);
});

it('advances by one minute for each timestamp that is ahead', async () => {
  const { accepts } = open();
  for (let revision = 2; revision < 7; revision++) expect(await accepts(revision, 60)).toBe(true);
  expect(await accepts(7, -6)).toBe(false);
  expect(await accepts(7, -4)).toBe(true);
});
