import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { renderScreen } from '@portal/testing/renderScreen';
import { runningShift, workedShift } from '@portal/testing/shifts';
import { screen } from '@testing-library/react';
import { OnShiftNotice } from './OnShiftNotice';

const open = (shift: WorkedShift | null) => renderScreen(<OnShiftNotice shift={shift} />);

it.each([
  ['a running shift', runningShift(), 'You are on shift: Night watch at the depot'],
  [
    'a shift that can be arrived at',
    workedShift({ startTime: '2027-03-14T15:30:00Z' }),
    'Night watch at the depot: your shift starts at 11:30 a.m.',
  ],
  [
    'a shift whose start has passed',
    workedShift(),
    'Night watch at the depot: you have not started your shift, which was due to start at 10:00 a.m.',
  ],
])('links to On Job with %s', (_case, shift, words) => {
  open(shift);
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.getByRole('link', { name: 'On Job' })).toHaveAttribute('href', jobsPaths.onJob());
});

it.each([
  ['no shift', null],
  ['a shift of another day', workedShift({ arriveFrom: '2027-03-16T12:00:00Z' })],
  ['a shift of a cancelled job', workedShift({ isCancelled: true })],
  ['a shift of a cancelled job, after the arrival', workedShift({ state: 'arrived', isCancelled: true })],
  ['a shift that is over and was not started', workedShift({ startTime: '2027-03-14T02:00:00Z', endTime: '2027-03-14T10:00:00Z' })],
])('shows nothing with %s', (_case, shift) => {
  open(shift);
  expect(screen.queryByRole('link')).toBeNull();
});
