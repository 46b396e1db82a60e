import { assignedJobs } from '@portal/contracts/jobs/jobs.assigned';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { assignedOf } from '@portal/testing/tickets';
import { screen, waitFor, within } from '@testing-library/react';
import { SupportScreen } from './SupportScreen';

const open = (query = '') => renderScreen(<SupportScreen />, { path: `/support${query}`, route: '/support' });
const jobs = (...docs: ReturnType<typeof assignedOf>[]) => ({ docs, total: docs.length });
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

it('[SUPPORT-09] has the five stated tabs in their order, then Current Job, and opens on the first', async () => {
  mockEndpoint(assignedJobs, jobs());
  open();
  await screen.findByText('No data found');
  expect(tabs()).toEqual(['Previous Job', 'Upcoming Job', 'Payout', 'Profile Update', 'Others', 'Current Job']);
  expect(screen.getByRole('tab', { name: 'Previous Job' })).toHaveAttribute('aria-selected', 'true');
});

it.each([
  ['SUPPORT-01', 'Previous Job', 2],
  ['SUPPORT-02', 'Upcoming Job', 1],
])('[%s] has a tab %s with the jobs of status %d', async (_id, name, jobStatus) => {
  const mocked = mockEndpoint(assignedJobs, (input) => jobs(assignedOf(input.jobStatus ?? 0)));
  const { user } = open('?tab=current');
  await screen.findByRole('link', { name: 'Gate 0' });
  await user.click(screen.getByRole('tab', { name }));
  expect(await screen.findByRole('link', { name: `Gate ${jobStatus}` })).toBeVisible();
  await waitFor(() => expect(mocked.calls.at(-1)).toEqual({ jobStatus, page: 1, limit: 10 }));
});

it.each([
  ['SUPPORT-03', 'Payout', 4],
  ['SUPPORT-04', 'Profile Update', 3],
  ['SUPPORT-05', 'Others', 5],
])('[%s] has a tab %s with a link to a ticket of that type', async (_id, name, type) => {
  mockEndpoint(assignedJobs, jobs());
  const { user } = open();
  await user.click(screen.getByRole('tab', { name }));
  const panel = screen.getByRole('tabpanel', { name });
  expect(within(panel).getByRole('link')).toHaveAttribute('href', `/reportIssue?type=${type}`);
});

it('[SUPPORT-06, SUPPORT-10/1] only Others has a placeholder text', async () => {
  const placeholder = 'Tell us about anything that does not fit elsewhere. We read every message.';
  mockEndpoint(assignedJobs, jobs());
  const { user } = open('?tab=others');
  expect(within(screen.getByRole('tabpanel', { name: 'Others' })).getByText(placeholder)).toBeVisible();
  for (const name of ['Current Job', 'Previous Job', 'Upcoming Job', 'Payout', 'Profile Update']) {
    await user.click(screen.getByRole('tab', { name }));
    expect(screen.getByRole('tabpanel', { name })).toBeVisible();
    expect(screen.queryByText(placeholder)).toBeNull();
  }
});

it.each([
  ['payout', 4],
  ['profile', 3],
  ['others', 5],
])('[SUPPORT-10/2] %s opens the report with type %d chosen', async (tab, type) => {
  const { user, portal } = open(`?tab=${tab}`);
  await user.click(within(screen.getByRole('tabpanel')).getByRole('link'));
  expect(portal.navigations.at(-1)?.to).toBe(`/reportIssue?type=${type}`);
});

it('[SUPPORT-07] links Previous Ticket to /previousTicket', async () => {
  mockEndpoint(assignedJobs, jobs());
  const { user, portal } = open();
  const link = screen.getByRole('link', { name: 'Previous Ticket' });
  expect(link).toHaveAttribute('href', '/previousTicket');
  await user.click(link);
  expect(portal.navigations.at(-1)?.to).toBe('/previousTicket');
});

it.each([
  ['', 1],
  ['?tab=current', 0],
  ['?tab=previous', 1],
  ['?tab=upcoming', 2],
])('[SUPPORT-08] a job card of /support%s opens /reportIssue with type %d and the job chosen', async (tab, type) => {
  mockEndpoint(assignedJobs, jobs(assignedOf(3), assignedOf(7)));
  open(tab);
  const link = await screen.findByRole('link', { name: 'Gate 7' });
  expect(link).toHaveAttribute('href', `/reportIssue?type=${type}&job=${assignedOf(7).jobId.id}`);
  expect(screen.getByText('Yard 7')).toBeVisible();
});

it('pages through many jobs and keeps the tab', async () => {
  mockEndpoint(assignedJobs, { docs: [assignedOf(1)], total: 25 });
  open('?page=2');
  expect(await screen.findByRole('link', { name: 'Page 3' })).toHaveAttribute('href', '/support?page=3');
});

it('shows the reason of a failure, and reads again on Retry', async () => {
  mockEndpoint(assignedJobs, fails({ code: 400, message: 'Broken' }));
  const { user } = open();
  expect(await screen.findByText('Your jobs could not be loaded')).toBeVisible();
  mockEndpoint(assignedJobs, jobs(assignedOf(1)));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'Gate 1' })).toBeVisible();
});
