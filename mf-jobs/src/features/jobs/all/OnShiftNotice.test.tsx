import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { currentShift } from '@portal/contracts/shifts/shifts.endpoints';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { currentOf, runningShift, workedShift } from '@portal/testing/shifts';
import { screen, waitFor } from '@testing-library/react';
import { OnShiftNotice } from './OnShiftNotice';

function open(shift: WorkedShift | null) {
  const current = mockEndpoint(currentShift, currentOf(shift));
  renderScreen(<OnShiftNotice />);
  return current;
}

it.each([
  ['a running shift', runningShift(), 'You are on shift: Night watch at the depot'],
  ['a shift that can be arrived at', workedShift(), 'At 10:00 a.m. your shift begins: Night watch at the depot'],
])('%s leads to On Job', async (_case, shift, words) => {
  open(shift);
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByRole('link', { name: 'On Job' })).toHaveAttribute('href', jobsPaths.onJob());
});

it.each([
  ['no shift', null],
  ['a shift of another day', workedShift({ arriveFrom: '2027-03-16T12:00:00Z' })],
])('%s says nothing', async (_case, shift) => {
  const current = open(shift);
  await waitFor(() => expect(current.calls).toHaveLength(1));
  expect(screen.queryByRole('link')).toBeNull();
});
