import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { mockId } from '@portal/testing/ids';
import { detailOf, jobIds } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { JobPageScreen } from './JobPageScreen';

const fit = [{ kind: 'transport', verdict: 'care', value: '1', near: null }] as const;

it.each([
  ['is shown before the guard applied', false],
  ['is gone once the guard applied', true],
])('advice about applying %s', async (_case, isAppliedStatus) => {
  mockEndpoint(jobDetail, detailOf({ isAppliedStatus, fit: [...fit] }));
  renderScreen(<JobPageScreen />, { path: jobsPaths.jobPage(jobIds()) });
  await screen.findByText(/of 5 guards applied/);
  expect(screen.queryAllByRole('region', { name: 'Does it fit you?' })).toHaveLength(isAppliedStatus ? 0 : 1);
});

/** Values that differ from every other field, so that a wrong field cannot pass. */
it.each([
  ['JOBPAGE-02', { jobDate: '2027-03-05', startTime: '2027-03-06T01:30:00Z' }, 'Job date', 'Fri, Mar 5, 2027 05-03-2027'],
  ['JOBPAGE-10', { endTime: '2027-03-14T22:30:00Z' }, 'End time', '6:30 p.m. 10:30 PM UTC'],
  ['JOBPAGE-14', { hourlyRate: '31.5' }, 'Hourly rate', '$31.50'],
  ['JOBPAGE-15', { speciality: { id: mockId(93), name: 'Concierge' } }, 'Speciality', 'Concierge'],
  ['JOBPAGE-16', { shiftHrs: '16' }, 'Total hours', '16 hours'],
])('[%s] shows for a job with %j: %s %s', async (_id, changes, label, text) => {
  mockEndpoint(jobDetail, detailOf(changes));
  renderScreen(<JobPageScreen />, { path: jobsPaths.jobPage(jobIds()) });
  await screen.findByText(/of 5 guards applied/);
  expect(screen.getByText(label).nextElementSibling?.textContent).toBe(text);
});
