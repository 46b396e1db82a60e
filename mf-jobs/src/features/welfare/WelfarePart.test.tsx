import type { Welfare } from '@portal/contracts/_kernel/welfare';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { answerWelfareCheck } from '@portal/contracts/welfare/welfare.endpoints';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitingWrite } from '@portal/testing/outbox';
import { renderScreen } from '@portal/testing/renderScreen';
import { arrivedShift, openOnJob, runningShift, sosOf, workedShift } from '@portal/testing/shifts';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { OnJobScreen } from '../shifts/onJob/OnJobScreen';
import { WelfarePart } from './WelfarePart';

/** The fake portal's time is 11:00 a.m. in Toronto. */
const NOW = '2027-03-14T15:00:00.000Z';
const reply = { at: NOW, isServerTime: false, dueAt: '2027-03-14T15:30:00.000Z', isLate: false };

const checkOf = (changes: Partial<Welfare> = {}): Welfare => ({
  ...{ everyMinutes: 30, graceMinutes: 5, takesSms: true, state: 'waiting', dueAt: '2027-03-14T15:20:00.000Z' },
  ...{ askedAt: null, answerBy: null, answeredAt: null, ...changes },
});
const asked = checkOf({ state: 'asked', dueAt: null, askedAt: '2027-03-14T14:59:00.000Z', answerBy: '2027-03-14T15:09:00.000Z' });
const running = (welfare: Welfare | null, changes: Partial<WorkedShift> = {}) => runningShift({ welfare, ...changes });
const open = (shift: WorkedShift) => renderScreen(<WelfarePart shift={shift} />);
const button = () => screen.findByRole('button', { name: 'I am OK' });

it.each([
  ['a site without checks', running(null)],
  ['an API of the previous release', runningShift()],
  ['a shift that has ended', running(checkOf({ state: 'over', dueAt: null }), { state: 'ended' })],
])('shows nothing for %s', (_which, shift) => {
  const { container } = open(shift);
  expect(container).not.toHaveTextContent(/welfare|OK/);
});

it.each([workedShift, arrivedShift])('[WELFARE-01] states before the start how often the site asks, and how to answer: %#', (shiftOf) => {
  open(shiftOf({ welfare: checkOf({ state: null, dueAt: null }) }));
  expect(screen.getByText(/^This site asks every 30 minutes whether you are OK\./)).toHaveTextContent(
    'You answer with one tap on this page, or by replying to our text message.',
  );
});

it('names no text message where the provider sends none back', () => {
  open(workedShift({ welfare: checkOf({ state: null, dueAt: null, takesSms: false }) }));
  expect(screen.getByText(/^This site asks/)).toHaveTextContent(/You answer with one tap on this page\.$/);
});

it.each([
  [150_000, 'Your last answer: 10:50 a.m., within 3 minutes'],
  [60_000, null],
  [null, null],
])('[TRUTH-03] shows the last answer if its time is known to %s ms', (answeredWithinMs, text) => {
  open(running(checkOf({ answeredAt: '2027-03-14T14:50:00.000Z', answeredWithinMs })));
  expect(screen.queryByText(/^Your last answer/)?.textContent ?? null).toBe(text);
});

it('[WELFARE-02] shows the time of the next check, and during a break that checks are paused', () => {
  const { unmount } = open(running(checkOf()));
  expect(screen.getByText('Next welfare check: 11:20 a.m.')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  open(running(checkOf({ state: 'paused', dueAt: null }), { state: 'on-break' }));
  expect(screen.getByText('Welfare checks are paused during your break.')).toBeVisible();
});

it('[WELFARE-06] shows the question with the time that is left, and one press answers with its time', async () => {
  const answer = mockEndpoint(answerWelfareCheck, reply);
  const shift = running(asked);
  const { user, portal } = open(shift);
  expect(screen.getByRole('heading', { name: 'Are you OK?' })).toBeVisible();
  expect(screen.getByText('If you do not answer by 11:09 a.m., we alert dispatch.')).toBeVisible();
  expect(screen.getByText('9:00 left')).toBeVisible();
  await user.click(await button());
  await waitFor(() => expect(answer.calls).toEqual([{ jobId: shift.jobId, shiftId: shift.shiftId, at: NOW }]));
  expect(portal.announced).toEqual(['Noted: you are OK.']);
  expect(await screen.findByText('Next welfare check: 11:30 a.m.')).toBeVisible();
});

it('[WELFARE-06] keeps an answer on the device without a connection, in the order of the shift', async () => {
  mockEndpoint(answerWelfareCheck, fails({ code: 0, message: '' }));
  const shift = running(asked);
  const { user, portal } = open(shift);
  await user.click(await button());
  expect(await screen.findByText('Noted on this phone. We will send it when you are back online.')).toBeVisible();
  expect(portal.outbox.current()).toMatchObject([{ what: 'Welfare check', order: shift.shiftId, input: { at: NOW } }]);
  expect(screen.queryByRole('button', { name: 'I am OK' })).toBeNull();
});

it.each([
  ['is sent directly', false],
  ['waits on the device first', true],
])('[WELFARE-02] shows the next question although the last answer was made with a clock a day fast, and %s', async (_how, waits) => {
  const answeredAt = '2027-03-14T14:20:00.000Z';
  const answered = { ...reply, at: answeredAt };
  mockEndpoint(answerWelfareCheck, waits ? fails({ code: 0, message: '' }) : answered);
  const now = jest.fn(() => new Date('2027-03-15T14:20:00.000Z'));
  let show: (shift: WorkedShift) => void = () => undefined;
  function Page() {
    const [shift, setShift] = useState(running({ ...asked, askedAt: '2027-03-14T14:15:00.000Z' }));
    show = setShift;
    return <WelfarePart shift={shift} />;
  }
  const { user, portal } = renderScreen(<Page />, { portal: { now } });
  await user.click(await button());
  await waitFor(() => expect(portal.announced).toHaveLength(1));
  now.mockReturnValue(new Date('2027-03-14T15:00:00.000Z'));
  if (waits) {
    expect(screen.queryByRole('button', { name: 'I am OK' })).toBeNull();
    mockEndpoint(answerWelfareCheck, answered);
    for (const { key } of portal.outbox.current()) portal.outbox.retry(key);
    await waitFor(() => expect(portal.outbox.current()).toMatchObject([{ state: 'sent' }]));
  }
  act(() => show(running({ ...asked, answeredAt })));
  expect(await button()).toBeVisible();
});

it('[WELFARE-05] counts from the end of a break that waits on the device', () => {
  const taken = { breakId: 'b', reason: { id: 'meal', name: 'Meal' }, description: 'Break', at: '2027-03-14T14:40:00.000Z' };
  const breaks = [{ ...taken, receivedAt: taken.at, endedAt: '2027-03-14T14:55:00.000Z' }];
  open(running(checkOf({ state: 'paused', dueAt: null }), { breaks, started: { at: '2027-03-14T13:00:00.000Z', receivedAt: NOW } }));
  expect(screen.getByText('Next welfare check: 11:25 a.m.')).toBeVisible();
});

it('shows the question at the known time without the server', async () => {
  open(running(checkOf({ dueAt: '2027-03-14T14:59:30.000Z' })));
  expect(await button()).toBeVisible();
  expect(screen.getByText('It is time for your welfare check.')).toBeVisible();
});

it('[WELFARE-02] names the second call, and an alerted dispatch', () => {
  const { unmount } = open(running({ ...asked, state: 'called-again' }));
  expect(screen.getByRole('heading', { name: 'Second call: are you OK?' })).toBeVisible();
  unmount();
  open(running({ ...asked, state: 'escalated', answerBy: null }));
  expect(screen.getByText('You did not answer, so we alerted dispatch. If you are OK, please answer now.')).toBeVisible();
});

it.each([
  ['that belongs to this ask', '2027-03-14T14:45:00.000Z', false],
  ['from before the previous check', '2027-03-14T14:20:00.000Z', true],
])('an answer on the device %s decides whether the page asks: %#', async (_which, at, isAsked) => {
  const shift = running({ ...asked, answeredAt: '2027-03-14T14:10:00.000Z' });
  const { portal } = open(shift);
  portal.outbox.put(waitingWrite({ order: shift.shiftId, endpointId: answerWelfareCheck.id, input: { at } }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'I am OK' }) !== null).toBe(isAsked));
});

it('shows a refusal next to the button', async () => {
  mockEndpoint(
    answerWelfareCheck,
    fails({ code: 409, message: 'x', userMessage: 'This shift is not running, so it has no welfare check.' }),
  );
  const { user } = open(running(asked));
  await user.click(await button());
  expect(await screen.findByText('This shift is not running, so it has no welfare check.')).toBeVisible();
});

it('sends the battery level where the browser reports it', async () => {
  Object.assign(navigator, { getBattery: async () => ({ level: 0.414 }) });
  const answer = mockEndpoint(answerWelfareCheck, reply);
  const { user } = open(running(asked));
  await user.click(await button());
  await waitFor(() => expect(answer.calls).toMatchObject([{ battery: 41 }]));
  Reflect.deleteProperty(navigator, 'getBattery');
});

it('[WELFARE-04] On Job shows an escalation first, as a question, and its SOS button still calls for help', async () => {
  await openOnJob(<OnJobScreen />, running({ ...asked, state: 'escalated', answerBy: null }, { sos: [sosOf({ reason: 'no-answer' })] }));
  expect(await button()).toBeVisible();
  expect(screen.getByRole('button', { name: /^SOS/ })).toHaveAttribute('aria-pressed', 'false');
  const position = (await button()).compareDocumentPosition(screen.getByRole('heading', { name: workedShift().jobTitle }));
  expect(position).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
