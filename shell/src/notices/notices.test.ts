import { createNotices } from './notices';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('announces after a closing dialog is gone, and the same text again', () => {
  const { announce, announcement: spoken, clearAnnouncement: hush } = createNotices();
  announce('Your leave request was received.');
  hush();
  expect(spoken.get()).toBe('');
  jest.advanceTimersByTime(100);
  expect(spoken.get()).toBe('Your leave request was received.');
  announce('Your leave request was received.');
  expect(spoken.get()).toBe('');
  jest.advanceTimersByTime(100);
  expect(spoken.get()).toBe('Your leave request was received.');
});

it('removes an announcement after ten seconds, because it may no longer be true', () => {
  const { announce, announcement: spoken } = createNotices();
  announce('No documents found');
  jest.advanceTimersByTime(10_000);
  expect(spoken.get()).toBe('No documents found');
  jest.advanceTimersByTime(100);
  expect(spoken.get()).toBe('');
});

it('announces the later of two texts', () => {
  const { announce, announcement: spoken } = createNotices();
  announce('Document 1 removed');
  announce('Document 2 removed');
  jest.advanceTimersByTime(100);
  expect(spoken.get()).toBe('Document 2 removed');
});
