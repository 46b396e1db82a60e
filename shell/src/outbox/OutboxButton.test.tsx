import { deviceZone } from '@portal/contracts/_kernel/deviceZone';
import { localTime } from '@portal/contracts/_kernel/formats';
import type { WriteEntry } from '@portal/mf-kit/portal';
import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import { waitingWrite } from '@portal/testing/outbox';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PageLocation } from '../navigation/pageLocation';
import { signal } from '../platform/signal';
import { countText, OutboxButton, shortCountText } from './OutboxButton';
import { stateText } from './OutboxDialog';

const at = '2027-03-14T15:00:00Z';
const failure = { code: 409, message: '', userMessage: 'Your shift has ended.', fields: {} };
const leave = waitingWrite({ key: 'leave', what: 'Leave: Fri, Mar 19', createdAt: at });
const lunch = waitingWrite({ key: 'lunch', what: 'Break: Lunch', createdAt: at, state: 'failed', failure });

function open(entries: readonly WriteEntry[], answers = true) {
  const outbox = { entries: signal<readonly WriteEntry[]>(entries), retry: jest.fn(), dismiss: jest.fn() };
  const portal = fakePortal(guard());
  const confirm = jest.fn(async () => answers);
  const isLost = signal(false);
  const place = signal<PageLocation>({ chrome: 'guard', module: null, pathname: '/', hash: '' });
  render(<OutboxButton outbox={outbox} portal={{ ...portal, confirm }} isLost={isLost} place={place} />);
  const set = (next: readonly WriteEntry[]) => act(() => outbox.entries.set(next));
  return { outbox, portal, confirm, isLost, set, user: userEvent.setup() };
}

it.each([
  ['nothing', [], ''],
  ['a waiting entry', [leave], '1 waiting to be sent'],
  ['a failed entry', [lunch], '1 not sent'],
  ['both', [leave, lunch, { ...leave, state: 'sending' as const }], '1 not sent, 2 waiting to be sent'],
])('counts %s', (_what, entries, words) => {
  expect(countText(entries)).toBe(words);
  expect(words.startsWith(shortCountText(entries))).toBe(true);
});

it.each([
  ['on device', {}, 'On this device since 11:00 a.m.'],
  ['on device', { bytes: 3_249_000 }, 'On this device since 11:00 a.m., 3.2 MB'],
  ['sending', {}, 'Sending…'],
  ['sending', { bytes: 640_000, progress: 0.459 }, 'Sending… 45 % of 640 kB'],
  ['sent', { sentAt: '2027-03-14T15:02:00Z' }, 'Sent 11:02 a.m.'],
  ['sent', { sentAt: '2027-03-13T15:02:00Z' }, 'Sent Sat, Mar 13, 10:02 a.m.'],
  ['failed', { failure }, 'Not sent. Your shift has ended.'],
  ['failed', { failure: { ...failure, userMessage: 'Its time has passed.' }, expired: true as const }, 'Its time has passed.'],
] as const)('says how it stands: %s %j', (state, over, words) => {
  expect(stateText({ ...leave, ...over, state }, new Date(at))).toBe(words);
});

it.each([
  ['America/Winnipeg', '2027-01-20T14:05:00Z', '8:05 a.m. CST'],
  ['America/Atikokan', '2027-01-20T14:05:00Z', '9:05 a.m. EST'],
  ['America/Toronto', '2027-01-20T14:05:00Z', '9:05 a.m.'],
])('shows the time of an entry with its zone, as shifts do, on a device in %s', (zone, createdAt, time) => {
  jest.mocked(deviceZone).mockReturnValueOnce(zone);
  expect(stateText({ ...leave, createdAt, state: 'on device' }, new Date(createdAt))).toBe(`On this device since ${time}`);
  expect(localTime(createdAt, zone).replace(/\s/g, ' ')).toBe(time);
});

it('shows the number of waiting entries, and none for two seconds after a send begins', () => {
  const { set, portal } = open([{ ...leave, state: 'sending' }]);
  expect(screen.queryByRole('button')).toBeNull();
  set([leave]);
  expect(screen.getByRole('button', { name: '1 waiting to be sent' })).toHaveAttribute('aria-haspopup', 'dialog');
  expect(portal.announced).toEqual(['1 waiting to be sent']);
});

it('lists waiting and failed entries, and retries them', async () => {
  const { user, outbox } = open([leave, lunch]);
  await user.click(screen.getByRole('button', { name: '1 not sent, 1 waiting to be sent' }));
  const rows = within(screen.getByRole('dialog')).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Leave: Fri, Mar 19On this device since 11:00/),
    expect.stringMatching(/^Break: LunchNot sent. Your shift has ended./),
  ]);
  await user.click(screen.getByRole('button', { name: 'Retry: Break: Lunch' }));
  expect(outbox.retry).toHaveBeenCalledWith('lunch');
});

it('announces the new text when a retry of an expired entry changes only its text', async () => {
  const late = (userMessage: string) => ({ ...lunch, expired: true as const, failure: { ...failure, userMessage } });
  const { user, set } = open([late('You can send it again.')]);
  await user.click(screen.getByRole('button', { name: '1 not sent' }));
  const failureTextElement = screen.getByText('You can send it again.');
  expect(failureTextElement).toHaveAttribute('aria-live', 'polite');
  set([late('It may count twice.')]);
  expect(failureTextElement).toHaveTextContent('It may count twice.');
});

it('dismisses a failed entry immediately, and an unsent one after a confirmation', async () => {
  const { user, outbox, confirm } = open([leave, lunch], false);
  await user.click(screen.getByRole('button', { name: /waiting/ }));
  await user.click(screen.getByRole('button', { name: 'Dismiss: Break: Lunch' }));
  expect(outbox.dismiss).toHaveBeenCalledWith('lunch');
  expect(confirm).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Dismiss: Leave: Fri, Mar 19' }));
  expect(confirm).toHaveBeenCalledTimes(1);
  expect(outbox.dismiss).toHaveBeenCalledTimes(1);
});

it('shows a toast with the result of an entry that waited, and of no other', () => {
  const { set, portal } = open([leave, { ...lunch, key: 'x', state: 'sending' }]);
  set([
    { ...leave, state: 'sending' },
    { ...lunch, key: 'x' },
  ]);
  set([{ ...leave, state: 'sent', sentAt: at }, lunch]);
  expect(portal.toasts).toEqual([{ kind: 'success', text: 'Sent: Leave: Fri, Mar 19' }]);
});

it('counts a quiet entry, and shows no toast for it', () => {
  const quiet = { ...leave, isQuiet: true as const };
  const { set, portal } = open([quiet]);
  set([{ ...quiet, state: 'failed', failure }]);
  expect(portal.toasts).toEqual([]);
  expect(screen.getByRole('button', { name: '1 not sent' })).toBeVisible();
});

it('explains without a connection that entries are sent later', async () => {
  const { user, isLost } = open([leave]);
  act(() => isLost.set(true));
  await user.click(screen.getByRole('button', { name: /waiting/ }));
  expect(screen.getByText(/You are offline. We will send these in order/)).toBeVisible();
});
