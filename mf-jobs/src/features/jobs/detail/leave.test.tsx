import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { Shift } from '@portal/contracts/jobs/jobs.shapes';
import { applyLeave } from '@portal/contracts/leave/leave.endpoints';
import { detailOf, jobIds, shift } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { JobDetailScreen } from './JobDetailScreen';

const sunday = shift();
const tuesday = shift({ shiftDate: '2027-03-16', startTime: '2027-03-16T22:05:00Z', endTime: '2027-03-17T06:35:00Z' }, 2);
const [SUNDAY, TUESDAY] = ['Sun, Mar 14, 2027', 'Tue, Mar 16, 2027'];

async function open(upcomingShifts: Shift[]) {
  mockEndpoint(jobDetail, detailOf({ upcomingShifts }));
  const page = renderScreen(<JobDetailScreen />, { path: jobsPaths.jobDetail(jobIds()) });
  await screen.findByText('Total earning');
  return page;
}
const rows = () => within(screen.getByRole('region', { name: 'Shifts' })).getAllByRole('listitem');
const rowOf = (place: number) => within(rows()[place] as HTMLElement);

it('[JOBDETAIL-26, LEAVE-01] each upcoming shift has Apply Leave, which opens the modal for that shift with its three titles', async () => {
  const { user } = await open([sunday, tuesday]);
  for (const [place, day] of [SUNDAY, TUESDAY].entries()) {
    const button = rowOf(place).getByRole('button', { name: `Apply Leave, ${day}` });
    expect(button).toHaveTextContent(/^Apply Leave$/);
    await user.click(button);
    const dialog = within(screen.getByRole('dialog', { name: `Apply Leave: ${day}` }));
    const titles = within(dialog.getByRole('group', { name: 'Leave title' })).getAllByRole('radio');
    expect(titles.map((title) => title.closest('label')?.textContent)).toEqual(['Sick', 'Personal Emergency', 'Other']);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  }
});

it('[LEAVE-02, LEAVE-05, AUTHZ-26] sends the description of Other for the shift whose button was pressed', async () => {
  const leave = mockEndpoint(applyLeave, {});
  const { user } = await open([sunday, tuesday]);
  await user.click(screen.getByRole('button', { name: `Apply Leave, ${TUESDAY}` }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Other' }));
  await user.type(dialog.getByRole('textbox', { name: 'Description' }), 'Court date');
  await user.click(dialog.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(applyLeave).toMatchObject({ method: 'POST', path: '/apply-leave' });
  const { shiftId, shiftDate } = tuesday;
  expect(leave.calls).toEqual([{ jobId: jobIds().jobId, shiftId, shiftDate, leaveTitle: 3, leaveDescription: 'Court date' }]);
});

it.each([
  [0, 'Leave requested'],
  [1, 'Leave approved'],
  [2, 'Leave refused'],
])('[LEAVE-07] shows leave of status %d only on its own shift: %s', async (status, words) => {
  await open([sunday, { ...tuesday, leave: { status, leaveTitle: 1 } }]);
  expect(rowOf(1).getByText(words)).toBeVisible();
  expect(rowOf(1).queryByRole('button', { name: /Apply Leave/ })).toBeNull();
  expect(rows()[0]).not.toHaveTextContent(/Leave (requested|approved|refused)/);
  expect(rowOf(0).getByRole('button', { name: `Apply Leave, ${SUNDAY}` })).toBeVisible();
});

it('[LEAVE-07] shows the leave on the shift when it is requested and when it is decided', async () => {
  const { portal } = await open([sunday]);
  mockEndpoint(jobDetail, detailOf({ upcomingShifts: [shift({ leave: { status: 0, leaveTitle: 1 } })] }));
  act(() => portal.changed('leave'));
  expect(await screen.findByText('Leave requested')).toBeVisible();
});

it.each([
  ['running', 'ongoing', 'Running'],
  ['ended', 'over', 'Ended'],
  ['missed', 'over', 'Missed'],
] as const)('shows the state of a shift whose leave was refused: %s', async (state, phase, words) => {
  await open([{ ...sunday, state, phase, leave: { status: 2, leaveTitle: 1 } }]);
  expect(rowOf(0).getByText('Leave refused')).toBeVisible();
  expect(rowOf(0).getByText(words)).toBeVisible();
});

it.each([
  ['leave-requested', 0, 'Leave requested'],
  ['on-leave', 1, 'Leave approved'],
] as const)('shows the leave of a shift once: %s', async (state, status, words) => {
  await open([{ ...sunday, state, phase: 'upcoming', leave: { status, leaveTitle: 1 } }]);
  expect(
    rowOf(0)
      .getAllByText(/^(Leave|On leave)/)
      .map((chip) => chip.textContent),
  ).toEqual([words]);
});
