import { createNotices } from './notices';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('announces after a closing dialog is gone, and the same text again', () => {
  const { announce, announcement, clearAnnouncement: hush } = createNotices();
  announce('Your leave request was received.');
  hush();
  expect(announcement.get()).toBe('');
  jest.advanceTimersByTime(100);
  expect(announcement.get()).toBe('Your leave request was received.');
  announce('Your leave request was received.');
  expect(announcement.get()).toBe('');
  jest.advanceTimersByTime(100);
  expect(announcement.get()).toBe('Your leave request was received.');
});

it('removes an announcement after ten seconds, because it may no longer be true', () => {
  const { announce, announcement } = createNotices();
  announce('No documents found');
  jest.advanceTimersByTime(10_000);
  expect(announcement.get()).toBe('No documents found');
  jest.advanceTimersByTime(100);
  expect(announcement.get()).toBe('');
});

it('announces the later of two texts', () => {
  const { announce, announcement } = createNotices();
  announce('Document 1 removed');
  announce('Document 2 removed');
  jest.advanceTimersByTime(100);
  expect(announcement.get()).toBe('Document 2 removed');
});
