import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { arrivedShift, liveField, openOnJob, runningShift } from '@portal/testing/shifts';
import { screen, within } from '@testing-library/react';
import { OnJobScreen } from './OnJobScreen';

/** The shift is from 10:00 to 18:00 in Toronto, at $24.50 an hour. */
const at = (instant: string) => ({ portal: { now: () => new Date(instant) } });
const open = (shift: WorkedShift, instant: string) => openOnJob(<OnJobScreen />, shift, at(instant));
const startedEarly = (changes: Partial<WorkedShift> = {}) =>
  runningShift({ started: { at: '2027-03-14T13:35:00.000Z', receivedAt: '2027-03-14T13:35:00.000Z' }, ...changes });
const EARLY = '2027-03-14T13:50:00.000Z';
const DURING = '2027-03-14T15:00:00.000Z';
const confirmed = { paidFrom: '2027-03-14T13:30:00.000Z' };
const NOT_CONFIRMED = 'Pay begins at the scheduled start, 10:00 a.m., unless dispatch confirms an earlier one.';
const CONFIRMED = 'Dispatch confirmed an earlier start: if you start early, you are paid from 9:30 a.m. on.';
const CONFIRMED_AND_STARTED = 'Dispatch confirmed an earlier start: you are paid from 9:35 a.m. on.';

it.each([
  ['begins at the scheduled start', {}, NOT_CONFIRMED],
  ['begins at a confirmed earlier start', confirmed, CONFIRMED],
])('Start shows that pay %s', async (_what, changes, words) => {
  await open(arrivedShift(changes), EARLY);
  expect(screen.getByRole('button', { name: 'Start shift' })).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
});

it.each([
  ['nothing before the scheduled start', {}, NOT_CONFIRMED, '$0.00', 'Ending now pays $0.00. Pay begins at 10:00 a.m.'],
  ['from the start after a confirmed one', confirmed, CONFIRMED_AND_STARTED, '$6.13', 'Ending now pays $6.13.'],
])('On Job and End Job pay %s', async (_what, changes, words, earning, ending) => {
  const { user } = await open(startedEarly(changes), EARLY);
  expect(screen.getByText(words)).toBeVisible();
  expect(liveField('Total Earning')).toHaveTextContent(earning);
  await user.click(screen.getByRole('tab', { name: 'End Job' }));
  const panel = within(screen.getByRole('tabpanel', { name: 'End Job' }));
  expect(panel.getByText(ending)).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'End Job' }));
  expect(within(screen.getByRole('dialog', { name: 'End Job' })).getByText(ending)).toBeVisible();
});

it('shows the same amount during the shift and at its end within the schedule', async () => {
  const { user } = await open(startedEarly(), DURING);
  expect(liveField('Total Earning')).toHaveTextContent('$24.50');
  await user.click(screen.getByRole('tab', { name: 'End Job' }));
  expect(screen.getByText('Ending now pays $24.50.')).toBeVisible();
  expect(screen.queryByText(NOT_CONFIRMED)).toBeNull();
});
