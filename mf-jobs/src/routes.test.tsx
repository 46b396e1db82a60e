import { jobDetail, jobHistory, myJobs, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobSample, taskSample } from '@portal/contracts/jobs/jobs.samples';
import { breakReasons, currentShift, endJobReasons } from '@portal/contracts/shifts/shifts.endpoints';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { routesOf } from '@portal/mf-kit/routes';
import { detailOf, jobIds } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { currentOf } from '@portal/testing/shifts';
import { screen } from '@testing-library/react';
import { sitemap } from './routes';

const Screens = routesOf(sitemap);
const nothing = { docs: [], total: 0, pages: 0 };

it.each([
  ['ROUTE-24', jobsPaths.history(), 'Job History'],
  ['ROUTE-26', jobsPaths.search(), 'Search Jobs'],
  ['ROUTE-27', jobsPaths.allJobs(), 'All Jobs'],
  ['ROUTE-34', jobsPaths.jobDetail(jobIds()), 'Night watch at the depot'],
  ['ROUTE-39', jobsPaths.jobPage(jobIds()), 'Night watch at the depot'],
  ['ROUTE-35', jobsPaths.jobDetailSample(), jobSample.jobTitle],
  ['ROUTE-38', jobsPaths.onJob(), 'On Job'],
  ['ROUTE-40', jobsPaths.jobPageSample(), jobSample.jobTitle],
  ['ROUTE-41', jobsPaths.taskReview(), taskSample.title],
])('[%s] %s shows %s', async (_id, path, title) => {
  mockEndpoint(searchJobs, nothing);
  mockEndpoint(myJobs, nothing);
  mockEndpoint(jobHistory, nothing);
  mockEndpoint(jobDetail, detailOf());
  mockEndpoint(listSpecialities, []);
  mockEndpoint(currentShift, currentOf(null));
  mockEndpoint(breakReasons, []);
  mockEndpoint(endJobReasons, []);
  renderScreen(<Screens />, { path });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
});
