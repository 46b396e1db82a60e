import { jobDetail, jobHistory, myJobs, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { currentShift } from '@portal/contracts/shifts/shifts.endpoints';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { defineRoutes } from '@portal/mf-kit/routes';
import { expectReadAtPress } from '@portal/testing/earlyReads';
import { detailOf, historyJob, job, jobIds } from '@portal/testing/jobs';
import { type MockedCalls, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { currentShiftReply, mockReasons, runningShift } from '@portal/testing/shifts';
import { screen, waitFor } from '@testing-library/react';
import { sitemap } from './routes';

const Screens = defineRoutes(sitemap);
const { jobId, userId, shiftId } = jobIds();
const query = `?jobId=${jobId}&userId=${userId}&shiftId=${shiftId}`;
const depot = 'Night watch at the depot';
const garage = 'Sample: evening patrol of a parking garage';

/** Path, title, and the unique content of the screen: a region by role and name, then its texts. */
it.each([
  ['ROUTE-24', '/job-history', 'Job History', 'table', 'Job history', [depot, 'Closed', '$1,208.25']],
  ['ROUTE-26', '/search-job', 'Search Jobs', 'form', 'Filter jobs', [depot, '1 job', 'View More']],
  ['ROUTE-27', '/all-job', 'All Jobs', 'table', 'Your jobs', [depot, 'Toronto Yard 7']],
  ['ROUTE-34', `/jobDetail${query}`, depot, 'region', 'Shifts', ['Total earning', '$625.00', '$26.00 / hour']],
  ['ROUTE-39', `/jobPage${query}`, depot, 'button', 'Apply Now', ['2 of 5 guards applied']],
  ['ROUTE-35', '/jobDetail2', garage, 'link', 'Open the live job detail', ['Sample. ', '$8 to $10', '$400', 'Previous shifts']],
  ['ROUTE-38', '/onJob', 'On Job', 'tab', 'E-Notes', [depot, 'Time on Job1:00:00']],
  ['ROUTE-40', '/jobPage2', garage, 'link', 'Open the live job page', ['Sample. ', '$8 to $10', '$400', 'Long Term Job']],
  ['ROUTE-41', '/taskReview', 'Task review', 'link', 'Open the live On Job screen', ['Sample. ', 'Open the north gate']],
])('[%s] %s shows %s', async (_id, path, title, role, name, words) => {
  mockEndpoint(searchJobs, { docs: [job()], total: 1 });
  mockEndpoint(myJobs, { docs: [job()], total: 1 });
  mockEndpoint(jobHistory, { docs: [historyJob()], total: 1, pages: 1 });
  mockEndpoint(jobDetail, detailOf());
  mockEndpoint(listSpecialities, []);
  mockEndpoint(currentShift, currentShiftReply(runningShift()));
  mockReasons();
  renderScreen(<Screens />, { path });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(await screen.findByRole(role, { name })).toBeVisible();
  await waitFor(() => {
    for (const text of words) expect(document.body).toHaveTextContent(text);
  });
});

it.each([
  ['/search-job?fitsMe=0&page=2', searchJobs, 'Search Jobs'],
  ['/all-job', myJobs, 'All Jobs'],
  ['/all-job?isComplete=1&page=2', myJobs, 'All Jobs'],
  ['/job-history?status=5', jobHistory, 'Job History'],
  [`/jobDetail${query}`, jobDetail, depot],
  [`/jobPage${query}`, jobDetail, depot],
])(
  '[INSTANT-04] the press of a link to %s requests what the screen reads first, and the screen requests it no second time',
  async (path, first, title) => {
    const reads = new Map<unknown, MockedCalls<unknown>>([
      [searchJobs, mockEndpoint(searchJobs, { docs: [job()], total: 30 })],
      [myJobs, mockEndpoint(myJobs, { docs: [job()], total: 30 })],
      [jobHistory, mockEndpoint(jobHistory, { docs: [historyJob()], total: 1, pages: 1 })],
      [jobDetail, mockEndpoint(jobDetail, detailOf())],
      [currentShift, mockEndpoint(currentShift, currentShiftReply(runningShift()))],
    ]);
    mockEndpoint(listSpecialities, []);
    mockReasons();
    await expectReadAtPress(Screens, {
      path,
      calls: reads.get(first)?.calls ?? [],
      whenShown: async () => {
        expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
        await waitFor(() => expect(screen.queryByText(/^Loading|^Checking/)).not.toBeInTheDocument());
      },
    });
  },
);
