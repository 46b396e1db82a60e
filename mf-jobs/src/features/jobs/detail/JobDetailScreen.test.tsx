import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import { shiftRecord } from '@portal/contracts/shifts/shifts.endpoints';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { detailOf, job, jobIds, shift } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen, type ScreenOptions } from '@portal/testing/renderScreen';
import { endedShift } from '@portal/testing/shifts';
import { act, screen, within } from '@testing-library/react';
import { JobDetailScreen } from './JobDetailScreen';

async function open(changes: Partial<JobDetail> = {}, options: ScreenOptions = {}) {
  const detail = mockEndpoint(jobDetail, detailOf(changes));
  const page = renderScreen(<JobDetailScreen />, {
    path: jobsPaths.jobDetail({ jobId: jobIds().jobId, shiftId: jobIds().shiftId }),
    ...options,
  });
  await screen.findByText('Total earning');
  return { detail, ...page };
}
const value = (label: string) => screen.getByText(label).nextElementSibling;
const rows = () => within(screen.getByRole('region', { name: 'Shifts' })).getAllByRole('listitem');

it.each([
  [
    'another guard, which it says, and shows nobody else’s shifts',
    mockId(2),
    'This link names another guard. You see your own shifts and earnings.',
  ],
  ['the guard, and says nothing', guard().id, null],
  ['nobody, and says nothing', undefined, null],
])('[JOBDETAIL-01] reads guardId from the query: the link names %s', async (_whom, guardId, notice) => {
  const { detail } = await open({}, { path: jobsPaths.jobDetail({ guardId, ...jobIds() }) });
  expect(screen.queryByText(/^This link names/)?.textContent ?? null).toBe(notice);
  expect(JSON.stringify(detail.calls)).not.toContain(mockId(2));
});

it('links to the chat of a job in which the guard has shifts', async () => {
  const { unmount } = await open({ upcomingShifts: [shift()], previoushifts: [] });
  expect(screen.getByRole('link', { name: 'Chat' })).toHaveAttribute('href', `/chat?job=${jobIds().jobId}`);
  unmount();
  await open({ upcomingShifts: [], previoushifts: [] });
  expect(screen.queryByRole('link', { name: 'Chat' })).toBeNull();
});

it('[JOBDETAIL-02, JOBDETAIL-30/1] prefers the job in the query to the history state and the remembered job, and ignores a token there', async () => {
  const session = { rememberedJob: () => jobIds(3) };
  const path = jobsPaths.jobDetail({ ...jobIds(), token: 'stolen' });
  const { detail, portal } = await open({}, { path, portal: { session } });
  expect(detail.calls).toEqual([{ ...jobIds(), lat: undefined, long: undefined }]);
  const other = mockEndpoint(jobDetail, detailOf({ jobTitle: 'Gate C' }, 2));
  const jobState = { job: job({}, 7), from: jobsPaths.allJobs() };
  act(() => portal.navigate(jobsPaths.jobDetail(jobIds(2)), { state: jobState }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Gate C' })).toBeVisible();
  expect(other.calls[0]).toMatchObject(jobIds(2));
});

it('[JOBDETAIL-30/2] without a query uses the job in the history state, then the remembered job', async () => {
  const { portal, detail } = await open({}, { path: jobsPaths.jobDetail(), portal: { session: { rememberedJob: () => jobIds(1) } } });
  expect(detail.calls[0]).toMatchObject(jobIds(1));
  const other = mockEndpoint(jobDetail, detailOf({ jobTitle: 'Gate B' }, 7));
  act(() => portal.navigate(jobsPaths.jobDetail(), { state: { job: job({}, 7), from: jobsPaths.allJobs() } }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Gate B' })).toBeVisible();
  expect(other.calls[0]).toMatchObject(jobIds(7));
});

it('[JOBDETAIL-03, JOBDETAIL-04, JOBDETAIL-05, JOBDETAIL-08] shows title, location, description and map', async () => {
  await open();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Night watch at the depot');
  expect(screen.getByText('Toronto Yard 7')).toBeVisible();
  expect(screen.getByText('Walk the yard every hour and keep the gate.')).toBeVisible();
  expect(await screen.findByRole('img', { name: /Map of .* with a pin at Toronto Yard 7/ })).toBeVisible();
});

it('[JOBDETAIL-07] shows the client rating', async () => {
  await open();
  expect(screen.getByRole('img', { name: 'Client rating: 4.5 out of 5 stars' })).toBeVisible();
});

it.each([
  ['JOBDETAIL-06, SHARED-22', 'Start date', '14-03-2027'],
  ['JOBDETAIL-09', 'Distance from base', '12.4 Kms'],
  ['JOBDETAIL-10', 'Dress code', 'HV Vest'],
  ['JOBDETAIL-11', 'Transport', 'Own vehicle'],
  ['JOBDETAIL-12', 'Status', 'Approved'],
  ['JOBDETAIL-13', 'Hourly rate', '$24.50 per hour'],
  ['JOBDETAIL-14', 'Speciality', 'Construction'],
  ['JOBDETAIL-15', 'Total hours', '8.5 hours'],
])('[%s] shows %s', async (_id, label, text) => {
  await open();
  expect(value(label)).toHaveTextContent(text);
});

it.each([
  ['CODE-32', { jobStatus: 0 }, 'Status', 'Awaiting Approval'],
  ['CODE-33', { jobStatus: 1 }, 'Status', 'Approved'],
  ['CODE-34', { jobStatus: 2 }, 'Status', 'De-Activate(Reject)'],
  ['CODE-35', { jobStatus: 3 }, 'Status', 'Cancel'],
  ['CODE-36', { jobStatus: 4 }, 'Status', 'Ongoing'],
  ['CODE-37', { jobStatus: 5 }, 'Status', 'Closed'],
  ['CODE-38', { jobStatus: 6 }, 'Status', 'Upcoming'],
  ['CODE-39', { jobStatus: 7 }, 'Status', 'Previous'],
  ['CODE-40', { jobStatus: 8 }, 'Status', 'N/A'],
  ['CODE-40', { jobStatus: -1 }, 'Status', 'N/A'],
  ['CODE-19', { dressCode: 1 }, 'Dress code', 'HV Vest'],
  ['CODE-20', { dressCode: 2 }, 'Dress code', 'Casual'],
  ['CODE-21', { dressCode: 3 }, 'Dress code', 'Suited'],
  ['JOBDETAIL-16', { earning: '416.5' }, 'Earning', '$416.50'],
  ['JOBDETAIL-16, SHELL-45', { earning: '1416' }, 'Earning', '$1,416.00'],
  ['JOBDETAIL-17, SHELL-45', { upcomingEarning: '208.5' }, 'Upcoming earning', '$208.50'],
  ['JOBDETAIL-18, SHELL-45', { totalEarning: '625' }, 'Total earning', '$625.00'],
  ['SHARED-20', { totalEarning: '624.5' }, 'Total earning', '$624.50'],
  ['SHARED-20', { totalEarning: '1208' }, 'Total earning', '$1,208.00'],
  ['SHELL-45', { hourlyRate: '24.5' }, 'Hourly rate', '$24.50 per hour'],
])('[%s] shows for a job with %j: %s %s', async (_id, changes, label, text) => {
  await open(changes);
  expect(value(label)?.textContent).toBe(text);
});

it('[JOBDETAIL-21, JOBDETAIL-22, JOBDETAIL-23, JOBDETAIL-24] a shift row shows date, times and rate', async () => {
  await open({ upcomingShifts: [shift({ shiftDate: '2027-03-16', startTime: '2027-03-16T21:15:00Z', endTime: '2027-03-17T05:45:00Z' })] });
  const [row] = rows();
  expect(row).toHaveTextContent('Tue, Mar 16, 2027 16-03-2027');
  expect(row).toHaveTextContent('Start time5:15 p.m. 09:15 PM UTC');
  expect(row).toHaveTextContent('End time1:45 a.m. +1 day 05:45 AM UTC');
  expect(row).toHaveTextContent('Rate$26.00 / hour');
});

it('shows the UTC date before a time if the date at the site differs', async () => {
  await open({ upcomingShifts: [shift({ startTime: '2027-03-15T02:15:00Z', endTime: '2027-03-15T10:15:00Z' })] });
  expect(rows()[0]).toHaveTextContent('Start time10:15 p.m. 15-03-2027 02:15 AM UTC');
  expect(rows()[0]).toHaveTextContent('End time6:15 a.m. +1 day 10:15 AM UTC');
});

it.each([
  ['2027-03-14T09:05:00Z', '09:05 AM'],
  ['2027-03-14T00:00:00Z', '12:00 AM'],
  ['2027-03-14T12:30:00Z', '12:30 PM'],
  ['2027-03-14T21:07:00Z', '09:07 PM'],
])('[JOBDETAIL-22, JOBDETAIL-23, SHARED-26] a shift that starts or ends at %s shows it as %s', async (at, shown) => {
  const other = '2027-03-14T15:30:00Z';
  const starting = shift({ startTime: at, endTime: other });
  const ending = shift({ startTime: other, endTime: at }, 2);
  await open({ upcomingShifts: [starting, ending] });
  const utc = (row: number, label: string) => within(rows()[row] as HTMLElement).getByText(label).nextElementSibling?.textContent;
  expect(utc(0, 'Start time')).toMatch(new RegExp(` ${shown} UTC$`));
  expect(utc(1, 'End time')).toMatch(new RegExp(` ${shown} UTC$`));
});

it('[DATA-JOB-30/1, SHELL-45] a shift row shows the rate of its shift instead of the job’s rate', async () => {
  await open({ hourlyRate: '20.00', upcomingShifts: [shift({ customerRate: '31.5' }), shift({ customerRate: '28' }, 2)] });
  expect(rows()[0]).toHaveTextContent('$31.50 / hour');
  expect(rows()[1]).toHaveTextContent('$28.00 / hour');
});

it('[JOBDETAIL-19, JOBDETAIL-20, JOBDETAIL-27, JOBDETAIL-29] shows upcoming or previous shifts, and leave only for upcoming ones', async () => {
  const previous = shift({ shiftDate: '2027-01-02', startTime: '2027-01-02T15:00:00Z' }, 2);
  const { user, detail } = await open({ shifts: [], upcomingShifts: [shift()], previoushifts: [previous] });
  expect(jobDetail).toMatchObject({ method: 'POST', path: '/job/jobDetail' });
  expect(detail.calls).toHaveLength(1);
  const pressed = () =>
    ['Upcoming Shifts', 'Previous Shifts'].map((name) => screen.getByRole('button', { name }).getAttribute('aria-pressed'));
  expect(pressed()).toEqual(['true', 'false']);
  expect(rows()).toHaveLength(1);
  expect(rows()[0]).toHaveTextContent('14-03-2027');
  expect(screen.getByRole('button', { name: /^Apply Leave/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Previous Shifts' }));
  expect(pressed()).toEqual(['false', 'true']);
  expect(rows()).toHaveLength(1);
  expect(rows()[0]).toHaveTextContent('02-01-2027');
  expect(screen.queryByRole('button', { name: /Apply Leave/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Upcoming Shifts' }));
  expect(pressed()).toEqual(['true', 'false']);
  expect(rows()[0]).toHaveTextContent('14-03-2027');
});

it('[AUTHZ-25] shows the guard all upcoming and all previous shifts of a job', async () => {
  const on = (shiftDate: string, n: number) => shift({ shiftDate, startTime: `${shiftDate}T15:00:00Z` }, n);
  const { user } = await open({ upcomingShifts: [on('2027-03-16', 1), on('2027-03-17', 2)], previoushifts: [on('2027-01-02', 3)] });
  const shown = () => rows().map((row) => row.textContent?.match(/\d\d-\d\d-\d{4}/)?.[0]);
  expect(shown()).toEqual(['16-03-2027', '17-03-2027']);
  await user.click(screen.getByRole('button', { name: 'Previous Shifts' }));
  expect(shown()).toEqual(['02-01-2027']);
});

it('[JOBDETAIL-25, SHARED-33/5] shows No Data for an empty list', async () => {
  const { user } = await open({ upcomingShifts: [] });
  expect(screen.getByText('No Data')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Previous Shifts' }));
  expect(screen.getByText('No Data')).toBeVisible();
});

it.each([
  ['Upcoming Shifts', 'Previous Shifts', { upcomingShifts: [], previoushifts: [shift()] }],
  ['Previous Shifts', 'Upcoming Shifts', { upcomingShifts: [shift()], previoushifts: [] }],
])('[JOBDETAIL-25] shows No Data only in the empty list: %s is empty, %s has a shift', async (none, some, shifts) => {
  const { user } = await open(shifts);
  await user.click(screen.getByRole('button', { name: some }));
  expect(rows()).toHaveLength(1);
  expect(screen.queryByText('No Data')).toBeNull();
  await user.click(screen.getByRole('button', { name: none }));
  expect(screen.getByText('No Data')).toBeVisible();
});

it('links a current shift to On Job, which remembers it, and a worked shift to its record', async () => {
  const ended = shift({ state: 'ended', startTime: '2027-03-13T22:05:00Z' }, 2);
  const { user, portal } = await open({ upcomingShifts: [], previoushifts: [shift({ state: 'running' }), ended] });
  const record = mockEndpoint(shiftRecord, endedShift());
  await user.click(screen.getByRole('button', { name: 'Previous Shifts' }));
  await user.click(screen.getByRole('button', { name: 'Shift record, Sat, Mar 13, 2027' }));
  expect(await screen.findByRole('dialog', { name: 'Shift record' })).toBeVisible();
  expect(record.calls).toEqual([{ shiftId: ended.shiftId }]);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'On Job' }));
  expect(portal.session.rememberedJob()).toEqual(jobIds());
  expect(portal.navigations.at(-1)?.to).toBe(jobsPaths.onJob());
});

it('[COVER-10] links a shift that another guard covers to its record', async () => {
  const cover = { state: 'approved', endsAt: '2027-03-14T20:05:00Z' };
  const { user } = await open({ upcomingShifts: [shift({ state: null, cover })], previoushifts: [] });
  mockEndpoint(shiftRecord, endedShift());
  await user.click(screen.getByRole('button', { name: 'Shift record, Sun, Mar 14, 2027' }));
  expect(await screen.findByRole('dialog', { name: 'Shift record' })).toBeVisible();
});

it('saves an upcoming shift as a calendar file without a call', async () => {
  const made: Blob[] = [];
  jest.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    made.push(file as Blob);
    return 'blob:shift';
  });
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = await open({ upcomingShifts: [shift({ sequence: 3 })] });
  await user.click(screen.getByRole('button', { name: 'Add to calendar, Sun, Mar 14, 2027' }));
  expect(clicked.mock.contexts[0]).toMatchObject({ download: 'night-watch-at-the-depot-2027-03-14.ics' });
  const text = new TextDecoder().decode(await made[0]?.arrayBuffer());
  expect(text).toContain(`UID:${jobIds().shiftId}@guard-portal\r\n`);
  expect(text).toContain('DTSTART:20270314T220500Z\r\nDTEND:20270315T063500Z\r\nSEQUENCE:3\r\nSTATUS:CONFIRMED\r\n');
});

it('leads from a job that does not exist to All Jobs', async () => {
  mockEndpoint(jobDetail, fails({ code: 404, message: 'This job does not exist.' }));
  renderScreen(<JobDetailScreen />, { path: jobsPaths.jobDetail(jobIds()) });
  expect(within(await screen.findByRole('alert')).getByRole('link', { name: 'All Jobs' })).toHaveAttribute('href', '/all-job');
});
