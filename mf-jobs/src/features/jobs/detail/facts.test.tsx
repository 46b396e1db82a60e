import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import { mockId } from '@portal/testing/ids';
import { detailOf, jobIds, shift } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { JobDetailScreen } from './JobDetailScreen';

async function open(changes: Partial<JobDetail>) {
  mockEndpoint(jobDetail, detailOf(changes));
  const { jobId, shiftId } = jobIds();
  renderScreen(<JobDetailScreen />, { path: jobsPaths.jobDetail({ jobId, shiftId }) });
  await screen.findByText('Total earning');
}

/** Values that differ from every other field, so that a wrong field cannot pass. */
it.each([
  ['JOBDETAIL-06', { jobDate: '2027-03-05', startTime: '2027-03-06T01:30:00Z' }, 'Start date', 'Fri, Mar 5, 2027 05-03-2027'],
  ['JOBDETAIL-09', { distanceFromBase: 3 }, 'Distance from base', '3 Kms'],
  ['JOBDETAIL-10', { dressCode: 2 }, 'Dress code', 'Casual'],
  ['JOBDETAIL-11', { transportation: 3 }, 'Transport', 'Does not matter'],
  ['JOBDETAIL-12', { jobStatus: 6 }, 'Status', 'Upcoming'],
  ['JOBDETAIL-13', { hourlyRate: '31.5' }, 'Hourly rate', '$31.50 per hour'],
  ['JOBDETAIL-14', { speciality: { id: mockId(93), name: 'Concierge' } }, 'Speciality', 'Concierge'],
  ['JOBDETAIL-15', { upcomingShifts: [shift({ totalShiftHours: '16' })] }, 'Total hours', '16 hours'],
  ['JOBDETAIL-16', { earning: '99.5' }, 'Earning', '$99.50'],
  ['JOBDETAIL-17', { upcomingEarning: '99.5' }, 'Upcoming earning', '$99.50'],
  ['JOBDETAIL-18', { totalEarning: '99.5' }, 'Total earning', '$99.50'],
])('[%s] shows for a job with %j: %s %s', async (_id, changes, label, text) => {
  await open(changes);
  expect(screen.getByText(label).nextElementSibling?.textContent).toBe(text);
});

it('[JOBDETAIL-07] shows the client’s actual rating', async () => {
  await open({ clientRating: 3 });
  expect(screen.getByRole('img', { name: 'Client rating: 3 out of 5 stars' })).toBeVisible();
});

it.each([
  ['Earning', 'Credited so far'],
  ['Upcoming earning', 'For shifts not ended yet'],
  ['Total earning', 'Credited and upcoming'],
])('explains %s in one line', async (label, meaning) => {
  await open({});
  expect(screen.getByText(label).parentElement).toHaveTextContent(meaning);
});

it.each<[string, Partial<JobDetail>, string]>([
  ['equal shifts', { upcomingShifts: [shift(), shift({}, 2)] }, '17 hours, 8.5 hours a shift'],
  ['different shifts', { upcomingShifts: [shift(), shift({ totalShiftHours: '4' }, 2)] }, '12.5 hours'],
  [
    'approved leave among them',
    { upcomingShifts: [shift(), shift({}, 2), shift({ state: 'on-leave' }, 3)] },
    '17 hours, 8.5 hours a shift',
  ],
  ['past leave', { previoushifts: [shift({ state: 'on-leave' }, 2)] }, '8.5 hours'],
  [
    'a shift that another guard covers among them',
    { upcomingShifts: [shift(), shift({ state: null, cover: { state: 'approved', endsAt: shift().startTime } }, 2)] },
    '8.5 hours',
  ],
  ['approved leave alone', { upcomingShifts: [shift({ state: 'on-leave' })] }, '0 hours'],
  ['leave that is not decided', { upcomingShifts: [shift({ state: 'leave-requested' })] }, '8.5 hours'],
  ['no shift of the guard', { upcomingShifts: [] }, '8.5 hours'],
])('[JOBDETAIL-15] shows the total hours of %s', async (_which, changes, text) => {
  await open(changes);
  expect(screen.getByText('Total hours').nextElementSibling?.textContent).toBe(text);
});
