import { toWire } from '@portal/contracts/_kernel/wire';
import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { applicationMessages, maxApplicants } from '@portal/contracts/applications/applications.rules';
import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import { reportsOfJob } from '@portal/contracts/postings/postings.endpoints';
import { mockId } from '@portal/testing/ids';
import { detailOf, job, jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen, type ScreenOptions } from '@portal/testing/renderScreen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { JobPageScreen } from './JobPageScreen';

const person = { registerAs: 'Individual' as const, firstName: 'Maya', lastName: 'Okafor' };
const owner = (changes: Partial<JobDetail['user']>) => ({ user: { ...detailOf().user, ...changes } });

async function open(changes: Partial<JobDetail> = {}, options: ScreenOptions = {}) {
  const detail = mockEndpoint(jobDetail, detailOf(changes));
  const page = renderScreen(<JobPageScreen />, { path: jobsPaths.jobPage(jobIds()), ...options });
  await screen.findByText(/of 5 guards applied/);
  return { detail, ...page };
}
const value = (label: string) => screen.getByText(label).nextElementSibling;

it('[JOBPAGE-21] reads the job of the address with one call', async () => {
  const { detail, portal } = await open();
  expect(detail.calls).toEqual([{ ...jobIds(), lat: undefined, long: undefined }]);
  expect(jobDetail).toMatchObject({ method: 'POST', path: '/job/jobDetail' });
  expect(portal.session.rememberedJob()).toEqual(jobIds());
});

it('[API-JOB-08] sends an empty position when the device gives none', async () => {
  const { detail } = await open();
  expect(toWire(jobDetail, detail.calls[0] as never).body).toEqual({ ...jobIds(), lat: '', long: '' });
});

it('[JOBPAGE-41/1] sends the owner of the job as userId, not the guard, when the job is read and applied for', async () => {
  const userId = mockId(77);
  const detail = mockEndpoint(jobDetail, detailOf({ userId }));
  const applied = mockEndpoint(applyForJob, {});
  const { user, portal } = renderScreen(<JobPageScreen />, { path: jobsPaths.search() });
  act(() => portal.navigate(jobsPaths.jobPage(), { state: { job: job({ userId }), from: jobsPaths.search() } }));
  await user.click(await screen.findByRole('button', { name: 'Apply Now' }));
  await screen.findByRole('dialog');
  expect(portal.session.current()?.guardId).not.toBe(userId);
  expect(detail.calls[0]).toMatchObject({ jobId: jobIds().jobId, userId });
  expect(applied.calls).toEqual([{ ...jobIds(), userId, isApply: 1 }]);
});

it('[SESSION-21, SESSION-22, SESSION-23] makes the shell remember the job, its owner and its shift', async () => {
  const asked: unknown[] = [];
  await open({}, { portal: { session: { rememberJob: (job) => void asked.push(job) } } });
  const { jobId, userId, shiftId } = jobIds();
  expect(asked).toContainEqual({ jobId, userId, shiftId });
  expect(new Set([jobId, userId, shiftId]).size).toBe(3);
});

it('[SHELL-38] sends the stored position with the call', async () => {
  const here = { latitude: 43.7, longitude: -79.4, accuracy: 0, at: '' };
  const { detail } = await open({}, { portal: { lastPosition: () => here } });
  expect(detail.calls[0]).toMatchObject({ lat: 43.7, long: -79.4 });
});

it('[JOBPAGE-01] shows the title', async () => {
  const { portal } = await open();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Night watch at the depot');
  expect(portal.titles.at(-1)).toBe('Night watch at the depot');
});

it.each([
  ['JOBPAGE-02', 'Job date', '14-03-2027'],
  ['JOBPAGE-09', 'Start time', '6:05 p.m. 10:05 PM UTC'],
  ['JOBPAGE-10, SHARED-25', 'End time', '2:35 a.m. +1 day 6:35 AM UTC'],
  ['JOBPAGE-11', 'Job type', 'One Day Job'],
  ['JOBPAGE-12', 'Transport', 'Own vehicle'],
  ['JOBPAGE-13', 'Status', 'Approved'],
  ['JOBPAGE-14', 'Hourly rate', '$24.50'],
  ['JOBPAGE-15', 'Speciality', 'Construction'],
  ['JOBPAGE-16', 'Total hours', '8.5 hours'],
  ['JOBPAGE-17', 'Dress code', 'HV Vest'],
])('[%s] shows %s', async (_id, label, text) => {
  await open();
  expect(value(label)).toHaveTextContent(text);
});

it.each([
  ['JOBPAGE-09', { startTime: '2027-03-14T13:05:00Z' }, 'Start time', '9:05 a.m. 1:05 PM UTC'],
  ['JOBPAGE-12, DATA-JOB-29', { transportation: 1 }, 'Transport', 'Own vehicle'],
  ['JOBPAGE-12, DATA-JOB-29', { transportation: 2 }, 'Transport', 'Public transport'],
  ['JOBPAGE-12, DATA-JOB-29', { transportation: 3 }, 'Transport', 'Does not matter'],
  ['JOBPAGE-13', { jobStatus: 6 }, 'Status', 'Upcoming'],
  ['CODE-16', { jobType: 1 }, 'Job type', 'One Day Job'],
  ['CODE-17, JOBPAGE-11', { jobType: 2 }, 'Job type', 'Long Term Job'],
  ['CODE-18', { jobType: 3, customDates: ['2027-03-14', '2027-03-17'] }, 'Job type', 'Custom Dates: 14-03-2027, 17-03-2027'],
  ['SHELL-45', { hourlyRate: '24.5' }, 'Hourly rate', '$24.50'],
  ['CODE-19', { dressCode: 1 }, 'Dress code', 'HV Vest'],
  ['CODE-20, JOBPAGE-17', { dressCode: 2 }, 'Dress code', 'Casual'],
  ['CODE-21', { dressCode: 3 }, 'Dress code', 'Suited'],
])('[%s] shows for a job with %j: %s %s', async (_id, changes, label, text) => {
  await open(changes);
  expect(value(label)?.textContent).toBe(text);
});

it('[JOBPAGE-03, JOBPAGE-04, JOBPAGE-05, SHELL-47] shows place, map and description', async () => {
  await open();
  expect(screen.getByText('Toronto Yard 7')).toBeVisible();
  expect(await screen.findByRole('img', { name: /Map of .* with a pin at Toronto Yard 7/ })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open in maps' })).toHaveAttribute('href', expect.stringContaining('mlat=43.6532&mlon=-79.3832'));
  expect(screen.getByText('Walk the yard every hour and keep the gate.')).toBeVisible();
});

it.each([
  [4.5, ['Client rating: 4.5 out of 5 stars']],
  [1, ['Client rating: 1 out of 5 stars']],
  [0, []],
])('[JOBPAGE-06] shows for a client rating of %d the stars %j', async (clientRating, stars) => {
  await open({ clientRating });
  expect(screen.queryAllByRole('img', { name: /^Client rating/ }).map((one) => one.getAttribute('aria-label'))).toEqual(stars);
});

it.each([
  ['JOBPAGE-07, AUTHZ-03', 'Business', owner({}), 'Harbour Freight Inc.'],
  ['JOBPAGE-07', 'Incorporation', owner({ registerAs: 'Incorporation' }), 'Harbour Freight Inc.'],
  ['JOBPAGE-08, AUTHZ-03', 'Individual', owner(person), 'Maya Okafor'],
])('[%s] names an owner registered as %s', async (_id, _kind, changes, name) => {
  await open(changes);
  expect(value('Posted by')?.textContent).toBe(name);
});

it('[JOBPAGE-18, JOBPAGE-22, AUTHZ-24] Apply Now applies with isApply 1', async () => {
  const applied = mockEndpoint(applyForJob, {});
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Apply Now' }));
  await screen.findByRole('dialog');
  expect(applyForJob).toMatchObject({ method: 'POST', path: '/apply-job/request-for-job' });
  expect(applied.calls).toEqual([{ ...jobIds(), isApply: 1 }]);
});

it('[JOBPAGE-20, JOBPAGE-23, JOBPAGE-24, JOBPAGE-38] shows both success messages and reads the job again', async () => {
  mockEndpoint(applyForJob, {}, 'We will tell you soon.');
  const { user } = await open();
  const again = mockEndpoint(jobDetail, detailOf({ isAppliedStatus: true, appliedCount: 4 }));
  await user.click(screen.getByRole('button', { name: applicationMessages.applyNow }));
  const dialog = await screen.findByRole('dialog', { name: 'You successfully applied for the job' });
  expect(dialog).toHaveTextContent(/You successfully applied for the job\W*We will tell you soon\./);
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByRole('button', { name: 'Already Applied' })).toBeDisabled();
  expect(again.calls).toHaveLength(1);
  expect(await screen.findByText('4 of 5 guards applied')).toBeVisible();
});

it('[JOBPAGE-19, JOBPAGE-28, JOBPAGE-29] shows a disabled button with the reason when the guard has applied', async () => {
  const applied = mockEndpoint(applyForJob, {});
  const { user } = await open({ isAppliedStatus: true });
  const button = screen.getByRole('button', { name: 'Already Applied' });
  expect(button).toBeDisabled();
  await user.click(button);
  expect(applied.calls).toHaveLength(0);
});

it('[JOBPAGE-25, JOBPAGE-26] marks the job as applied after a 404 and warns with the message of the reply', async () => {
  mockEndpoint(applyForJob, fails({ code: 404, message: 'You applied for this job on Monday.' }));
  const { user, portal } = await open();
  await user.click(screen.getByRole('button', { name: applicationMessages.applyNow }));
  expect(await screen.findByRole('button', { name: 'Already Applied' })).toBeDisabled();
  expect(portal.toasts).toEqual([{ kind: 'warning', text: 'You applied for this job on Monday.' }]);
});

it.each([
  ['[JOBPAGE-25, JOBPAGE-27, JOBPAGE-39/2]', 409, '5 Guards Already Applied', applicationMessages.full],
  ['[JOBPAGE-25, JOBPAGE-27]', 400, 'No such thing.', 'No such thing.'],
  ['[JOBPAGE-25, JOBPAGE-27]', 403, 'No such thing.', 'No such thing.'],
  ['[JOBPAGE-25, JOBPAGE-27]', 410, 'Nobody is wanted here any more.', 'Nobody is wanted here any more.'],
  ['[JOBPAGE-25, JOBPAGE-27] while it waits on the device:', 429, 'Slow down', 'Slow down'],
  ['[JOBPAGE-25, JOBPAGE-27] while it waits on the device:', 500, 'Something broke', 'Something broke'],
])('%s warns after a %d without marking the job as applied: %s', async (_id, code, message, replied) => {
  const isKept = code === 429 || code >= 500;
  mockEndpoint(applyForJob, fails({ code, message: replied }));
  const { user, portal } = await open();
  await user.click(screen.getByRole('button', { name: applicationMessages.applyNow }));
  await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'warning', text: message }]));
  expect(await screen.findByText(isKept ? applicationMessages.kept : message, { selector: '[role=status]' })).toBeVisible();
  expect(portal.outbox.current().map(({ state }) => state)).toEqual(isKept ? ['on device'] : []);
  expect(screen.queryByRole('button', { name: 'Already Applied' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  ['JOBPAGE-30', 5],
  ['JOBPAGE-30', 6],
  ['JOBPAGE-31', 5],
  ['JOBPAGE-31', 6],
  ['JOBPAGE-32', maxApplicants],
  ['JOBPAGE-39/1', maxApplicants + 1],
])('[%s] with %d guards the button is disabled and shows the reason', async (_id, appliedCount) => {
  await open({ appliedCount });
  expect(screen.getByRole('button', { name: '5 Guards Already Applied' })).toBeDisabled();
  expect(maxApplicants).toBe(5);
});

it('[JOBPAGE-33] applies for a job that starts one second from now', async () => {
  const applied = mockEndpoint(applyForJob, {});
  const { user, portal } = await open({ startTime: '2027-03-14T15:00:01Z' });
  await user.click(screen.getByRole('button', { name: applicationMessages.applyNow }));
  await waitFor(() => expect(applied.calls).toHaveLength(1));
  expect(portal.toasts).toEqual([]);
});

it('[JOBPAGE-33] refuses a job that started one second ago, without a call', async () => {
  const applied = mockEndpoint(applyForJob, {});
  const { user, portal } = await open({ startTime: '2027-03-14T14:59:59Z' });
  await user.click(screen.getByRole('button', { name: applicationMessages.applyNow }));
  expect(portal.toasts).toEqual([{ kind: 'warning', text: 'You can not apply for this job due to job time passed away' }]);
  expect(applied.calls).toHaveLength(0);
});

it('[JOBPAGE-37] links back to the search, with the filters that the guard came from', async () => {
  await open();
  expect(screen.getByRole('link', { name: 'Search Jobs' })).toHaveAttribute('href', '/search-job');
});

it('[JOBPAGE-37] goes back in the browser history to the list that opened it', async () => {
  const from = '/search-job?shifts=3';
  mockEndpoint(jobDetail, detailOf());
  const { user, portal } = renderScreen(<JobPageScreen />, { path: from });
  act(() => portal.navigate(jobsPaths.jobPage(jobIds()), { state: { job: job(), from } }));
  const back = await screen.findByRole('link', { name: 'Search Jobs' });
  await waitFor(() => expect(back).toHaveAttribute('href', from));
  await user.click(back);
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe(from));
});

it('shows that a job no longer exists, and that a job could not be loaded', async () => {
  mockEndpoint(jobDetail, fails({ code: 410, message: applicationMessages.gone }));
  renderScreen(<JobPageScreen />, { path: jobsPaths.jobPage(jobIds()) });
  expect(await screen.findByText(applicationMessages.gone)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

it('offers the search when no job is known', async () => {
  renderScreen(<JobPageScreen />, { path: jobsPaths.jobPage() });
  expect(screen.getByText('No job is chosen')).toBeVisible();
});

it('leads from a job that does not exist to Search Jobs', async () => {
  mockEndpoint(reportsOfJob, []);
  mockEndpoint(jobDetail, fails({ code: 404, message: 'This job does not exist.' }));
  renderScreen(<JobPageScreen />, { path: jobsPaths.jobPage(jobIds()) });
  expect(within(await screen.findByRole('alert')).getByRole('link', { name: 'Search Jobs' })).toHaveAttribute('href', '/search-job');
});
