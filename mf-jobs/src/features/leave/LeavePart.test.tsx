import type { Shift } from '@portal/contracts/jobs/jobs.shapes';
import { applyLeave } from '@portal/contracts/leave/leave.endpoints';
import { leaveMessages } from '@portal/contracts/leave/leave.rules';
import { shift } from '@portal/testing/jobs';
import { waiting } from '@portal/testing/outbox';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { AskLeave, LeaveStanding } from './LeavePart';

function open(changes: Partial<Shift> = {}, isAhead = true) {
  const ask = jest.fn();
  const row = (
    <>
      <LeaveStanding shift={shift(changes)} isAhead={isAhead} />
      {isAhead && <AskLeave shift={shift(changes)} ask={ask} />}
    </>
  );
  return { ask, ...renderScreen(row) };
}
const button = () => screen.queryByRole('button', { name: 'Apply Leave, Sun, Mar 14, 2027' });
const failure = { code: 403, message: '', userMessage: 'No longer yours.', fields: {} };
const kept = () => waiting({ order: shift().shiftId, endpointId: applyLeave.id, state: 'on device' });

it('asks for leave for its own shift', async () => {
  const { ask, user } = open();
  await user.click(screen.getByRole('button', { name: 'Apply Leave, Sun, Mar 14, 2027' }));
  expect(ask).toHaveBeenCalledWith(shift());
});

it.each([
  [0, 'Leave requested'],
  [1, 'Leave approved'],
  [2, 'Leave refused'],
])('leave of status %d reads %s, also once the shift is over, and is not asked for again', (status, words) => {
  const { unmount } = open({ leave: { status, leaveTitle: 1 } });
  expect(screen.getByText(words)).toBeVisible();
  expect(button()).toBeNull();
  unmount();
  open({ leave: { status, leaveTitle: 1 } }, false);
  expect(screen.getByText(words)).toBeVisible();
});

it.each([
  ['on device', leaveMessages.kept, false],
  ['sending', leaveMessages.sending, false],
  ['failed', 'No longer yours.', true],
] as const)('tells of a request that is %s, and can be asked for again: only when it was refused', async (state, words, isAskable) => {
  const { portal } = open();
  portal.outbox.put({ ...kept(), state, ...(state === 'failed' && { failure }) });
  expect(await screen.findByText(words)).toHaveAttribute('role', 'status');
  expect(button() !== null).toBe(isAskable);
});

it('what the server has heard by now stands as it has it', async () => {
  const { portal } = open({ leave: { status: 1, leaveTitle: 1 } });
  portal.outbox.put(kept());
  expect(await screen.findByText('Leave approved')).toBeVisible();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
