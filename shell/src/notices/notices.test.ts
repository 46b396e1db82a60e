import { createNotices } from './notices';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('says words once the dialog that closes with them is gone, and the same words again', () => {
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

it('removes words after ten seconds, because they may no longer be true', () => {
  const { announce, announcement: spoken } = createNotices();
  announce('No documents found');
  jest.advanceTimersByTime(10_000);
  expect(spoken.get()).toBe('No documents found');
  jest.advanceTimersByTime(100);
  expect(spoken.get()).toBe('');
});

it('of two words at once the later are said', () => {
  const { announce, announcement: spoken } = createNotices();
  announce('Document 1 removed');
  announce('Document 2 removed');
  jest.advanceTimersByTime(100);
  expect(spoken.get()).toBe('Document 2 removed');
});
