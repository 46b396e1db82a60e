import { createNotices } from '../notices/notices';
import { createChanges } from './changes';
import { NEW_NOTIFICATION, takeNews } from './start';

function open() {
  const changes = createChanges();
  const read: string[] = [];
  for (const domain of ['notifications', 'guards', 'leave']) changes.onChanged(domain, () => read.push(domain));
  const check = { now: jest.fn(async () => true), sometimes: jest.fn() };
  const notices = createNotices();
  const outbox = { hurry: jest.fn() };
  return { read, check, notices, outbox, take: (domain: string | null) => takeNews({ changes, check, notices, outbox }, { domain }) };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('lets the readers of the changed domain read again, and nobody else', () => {
  const { read, check, notices, take } = open();
  take('leave');
  expect(read).toEqual(['leave']);
  expect(check.now).not.toHaveBeenCalled();
  expect(notices.spoken.get()).toBe('');
});

it('reads the guard of the chrome again when the guard changed, and everything after a gap', () => {
  const { read, check, outbox, take } = open();
  take('guards');
  expect(outbox.hurry).not.toHaveBeenCalled();
  expect(check.now).toHaveBeenCalledTimes(1);
  take(null);
  expect(check.now).toHaveBeenCalledTimes(2);
  expect(outbox.hurry).toHaveBeenCalledTimes(1);
  expect(read).toEqual(['guards', 'notifications', 'guards', 'leave']);
});

it('announces a notification politely, and the next one as well', () => {
  const { notices, take } = open();
  const said: string[] = [];
  notices.spoken.subscribe(() => said.push(notices.spoken.get()));
  take('notifications');
  jest.runAllTimers();
  expect(said).toEqual([NEW_NOTIFICATION]);
  take('notifications');
  jest.runAllTimers();
  expect(said).toEqual([NEW_NOTIFICATION, '', NEW_NOTIFICATION]);
  expect(notices.toasts.get()).toEqual([]);
});

it('leaves the announcement to the page that is seen', () => {
  const { notices, take } = open();
  const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  take('notifications');
  jest.runAllTimers();
  expect(notices.spoken.get()).toBe('');
  hidden.mockRestore();
});
