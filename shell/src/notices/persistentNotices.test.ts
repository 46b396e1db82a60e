import type { DomainNotices, PersistentNotice } from '@portal/contracts/_kernel/persistentNotices';
import { local } from '@portal/device/storage';
import type { Session } from '@portal/mf-kit/portal';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { createDataChanges } from '../realtime/dataChanges';
import { createPersistentNotices } from './persistentNotices';

const notice = (over: Partial<PersistentNotice> = {}): PersistentNotice => ({
  id: 'licence:2027-03-27',
  tone: 'warning',
  text: 'Your security licence expires in 13 days, on 27/03/2027.',
  to: '/guard/documents',
  label: 'Open My Documents',
  ...over,
});
const replyWith = (...notices: PersistentNotice[]): DomainNotices[] => [{ domain: 'anything', notices }];

function open(who: Session | null = { guardId: mockId(1), guard: guard() }) {
  let session = who;
  let instant = '2027-03-14T15:00:00.000Z';
  const listeners = new Set<() => void>();
  const changes = createDataChanges();
  const refreshSession = jest.fn();
  const store = createPersistentNotices({
    session: {
      current: () => session,
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    dataChanges: changes,
    refreshSession,
    now: () => new Date(instant),
  });
  return {
    ...store,
    changes,
    refreshSession,
    texts: () => store.shown.get().map(({ text }) => text),
    become(next: Session | null) {
      session = next;
      for (const listener of listeners) listener();
    },
    at: (next: string) => {
      instant = next;
    },
  };
}
const another: Session = { guardId: mockId(2), guard: guard({ id: mockId(2) }) };

it('shows the notices of the server until they change', () => {
  const page = open();
  expect(page.texts()).toEqual([]);
  page.update([...replyWith(notice()), { domain: 'other', notices: [notice({ id: 'b', text: 'Two.' })] }]);
  expect(page.texts()).toEqual(['Your security licence expires in 13 days, on 27/03/2027.', 'Two.']);
  page.update(replyWith());
  expect(page.texts()).toEqual([]);
});

it('reads the session again when a domain changed, with or without a notice', () => {
  const page = open();
  page.update([...replyWith(), { domain: 'other', notices: [notice()] }]);
  page.update(replyWith());
  page.changes.invalidate('unknown');
  expect(page.refreshSession).not.toHaveBeenCalled();
  page.changes.invalidate('anything');
  page.changes.invalidate('other');
  expect(page.refreshSession).toHaveBeenCalledTimes(2);
});

it('stays closed for the day on this device, and returns the next day', () => {
  const page = open();
  page.update(replyWith(notice(), notice({ id: 'b', text: 'Two.' })));
  page.dismiss('licence:2027-03-27');
  expect(page.texts()).toEqual(['Two.']);
  page.update(replyWith(notice(), notice({ id: 'b', text: 'Two.' })));
  expect([page.texts(), open().texts()]).toEqual([['Two.'], ['Two.']]);
  // Midnight in Toronto, not in UTC.
  page.at('2027-03-15T03:59:00.000Z');
  page.update(replyWith(notice()));
  expect(page.texts()).toEqual([]);
  page.at('2027-03-15T04:01:00.000Z');
  page.update(replyWith(notice()));
  expect(page.texts()).toHaveLength(1);
});

it('shows a new notice although the previous one was closed', () => {
  const page = open();
  page.update(replyWith(notice()));
  page.dismiss('licence:2027-03-27');
  page.update(replyWith(notice({ id: 'licence:2027-03-20', text: 'Sooner.' })));
  expect(page.texts()).toEqual(['Sooner.']);
});

it('shows the stored notices at the next start and offline, for this guard only', () => {
  open().update(replyWith(notice()));
  const page = open();
  expect(page.texts()).toHaveLength(1);
  page.become(another);
  expect(page.texts()).toEqual([]);
  page.update(replyWith(notice({ text: 'Theirs.' })));
  page.become(null);
  expect(page.texts()).toEqual([]);
  page.update(replyWith(notice()));
  expect(page.texts()).toEqual([]);
});

it('shows nothing with an API without notices, or with unreadable stored data', () => {
  local.setItem('standing', '{');
  const page = open();
  page.update(undefined);
  page.update(null);
  expect(page.texts()).toEqual([]);
});
