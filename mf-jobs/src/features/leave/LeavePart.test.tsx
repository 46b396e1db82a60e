import type { JobDetail, Shift } from '@portal/contracts/jobs/jobs.shapes';
import { applyLeave } from '@portal/contracts/leave/leave.endpoints';
import type { WriteEntry } from '@portal/mf-kit/portal';
import { mockId } from '@portal/testing/ids';
import { detailOf, jobIds, shift } from '@portal/testing/jobs';
import { waitingWrite } from '@portal/testing/outbox';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor } from '@testing-library/react';
import { AskLeave, LeaveStatus } from './LeavePart';
import { leaveOverlay } from './leave.queries';

const WAITS = 'Your leave request is saved on this device. We will send it when you are back online.';

function open(changes: Partial<Shift> = {}, isAhead = true) {
  const ask = jest.fn();
  const row = (
    <>
      <LeaveStatus shift={shift(changes)} isAhead={isAhead} />
      {isAhead && <AskLeave shift={shift(changes)} ask={ask} />}
    </>
  );
  return { ask, ...renderScreen(row) };
}
const button = () => screen.queryByRole('button', { name: 'Apply Leave, Sun, Mar 14, 2027' });
const failure = { code: 403, message: '', userMessage: 'No longer yours.', fields: {} };
const kept = () => waitingWrite({ order: shift().shiftId, endpointId: applyLeave.id, state: 'on device' });

it('opens leave for its own shift', async () => {
  const { ask, user } = open();
  await user.click(screen.getByRole('button', { name: 'Apply Leave, Sun, Mar 14, 2027' }));
  expect(ask).toHaveBeenCalledWith(shift());
});

it.each([
  [0, 'Leave requested'],
  [1, 'Leave approved'],
  [2, 'Leave refused'],
])('shows leave of status %d as %s, even after the shift, and offers no second request', (status, words) => {
  const { unmount } = open({ leave: { status, leaveTitle: 1 } });
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.getByText(words)).toHaveClass(['warning', 'success', 'danger'][status] ?? '');
  expect(button()).toBeNull();
  unmount();
  open({ leave: { status, leaveTitle: 1 } }, false);
  expect(screen.getByText(words)).toBeVisible();
});

it.each([
  ['[LEAVE-06/3] shows', 'on device', WAITS, false, 'quiet'],
  ['shows', 'sending', 'Your leave request is being sent.', false, 'quiet'],
  ['shows', 'failed', 'No longer yours.', true, 'danger'],
] as const)('%s a request that is %s, and offers a new request only after a refusal', async (_shows, state, words, isAskable, tone) => {
  const { portal } = open();
  portal.outbox.put({ ...kept(), state, ...(state === 'failed' && { failure }) });
  expect(await screen.findByText(words)).toHaveAttribute('role', 'status');
  expect(screen.getByText(words)).toHaveClass(tone);
  expect(button() !== null).toBe(isAskable);
});

it('shows that a request was not saved when its failure has no text', async () => {
  const { portal } = open();
  portal.outbox.put({ ...kept(), state: 'failed' });
  expect(await screen.findByText('Your leave request was not saved. What you entered is still here; please try again.')).toBeVisible();
});

it.each<[string, Partial<WriteEntry>]>([
  ['that was sent', { state: 'sent' }],
  ['of another kind', { endpointId: 'shift.start' }],
  ['for another shift', { order: mockId(3009) }],
])('ignores a write %s', async (_which, over) => {
  const { portal } = open();
  portal.outbox.put({ ...kept(), ...over });
  await waitFor(() => expect(portal.outbox.current()).toHaveLength(1));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(button()).toBeVisible();
});

it('shows the last of several requests', async () => {
  const { portal } = open();
  portal.outbox.put({ ...kept(), state: 'failed', failure });
  portal.outbox.put(kept());
  expect(await screen.findByText(WAITS)).toBeVisible();
  expect(screen.queryByText('No longer yours.')).toBeNull();
});

describe('leave overlay', () => {
  const [mine, other] = [shift(), shift({}, 2)];
  const input = { jobId: jobIds().jobId, shiftId: mine.shiftId, shiftDate: mine.shiftDate, leaveTitle: 2 };
  const job = detailOf({ upcomingShifts: [mine, other] });
  const over = (read: JobDetail, state: WriteEntry['state']) => leaveOverlay[applyLeave.id]?.(read, { ...kept(), state, input });

  it('shows a sent request on its own shift', () =>
    expect(over(job, 'sent')).toEqual({
      ...job,
      upcomingShifts: [{ ...mine, state: 'leave-requested', leave: { status: 0, leaveTitle: 2 } }, other],
    }));

  it.each(['on device', 'sending'] as const)('does not change the shift while the request is %s', (state) =>
    expect(over(job, state)).toBe(job),
  );

  it('keeps a decision that arrived in the meantime', () => {
    const decided = detailOf({ upcomingShifts: [{ ...mine, leave: { status: 1, leaveTitle: 2 } }, other] });
    expect(over(decided, 'sent')).toEqual(decided);
  });
});

it('shows a request as the server has it, once the server has it', async () => {
  const { portal } = open({ leave: { status: 1, leaveTitle: 1 } });
  portal.outbox.put(kept());
  expect(await screen.findByText('Leave approved')).toBeVisible();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
