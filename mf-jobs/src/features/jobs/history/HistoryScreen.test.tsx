import { toWire } from '@portal/contracts/_kernel/wire';
import { jobDetail, jobHistory } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { shiftRecord } from '@portal/contracts/shifts/shifts.endpoints';
import { defineRoutes } from '@portal/mf-kit/routes';
import { mockId } from '@portal/testing/ids';
import { detailOf, historyJob } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { endedShift } from '@portal/testing/shifts';
import { screen, waitFor, within } from '@testing-library/react';
import { sitemap } from '../../../routes';
import { HistoryScreen } from './HistoryScreen';

const open = (query = '') => renderScreen(<HistoryScreen />, { path: jobsPaths.history() + query });
const Screens = defineRoutes(sitemap);
const titles = () => screen.queryAllByRole('link', { name: /watch|^Job \d|^Job of/ }).map(({ textContent }) => textContent);
const one = { docs: [historyJob()], total: 1, pages: 1 };

it('[HISTORY-01] offers the stated filter choices', async () => {
  mockEndpoint(jobHistory, one);
  open();
  await screen.findByRole('table');
  const choices = within(screen.getByLabelText('Show')).getAllByRole('option');
  expect(choices.map((choice) => choice.textContent)).toEqual(['All Jobs', 'Approved', 'Ongoing', 'Closed', 'Upcoming', 'Previous']);
});

it.each([
  ['HISTORY-02', 'Job Title', ['Night watch at the depot', 'Hall watch']],
  ['HISTORY-03', 'Location', ['Toronto Yard 7', 'Oshawa Yard 2']],
  ['HISTORY-04', 'Tot.Earning', ['$1,208.25', '$310.00']],
  ['HISTORY-05', 'Rate', ['$24.50', '$19.00']],
  ['HISTORY-06', 'Speciality', ['Construction', 'Concierge']],
  ['HISTORY-07', 'Status', ['Closed', 'Previous']],
  ['HISTORY-11', 'Tot.Earning', ['$1,208.25', '$310.00']],
])('[%s] has a column %s with the value of each job', async (_id, header, cells) => {
  const hall = {
    ...{ jobTitle: 'Hall watch', locationId: { ...historyJob().locationId, locationName: 'Oshawa Yard 2' }, hourlyRate: '19' },
    ...{ totalEarning: [{ credit: '310' }], speciality: { id: mockId(93), name: 'Concierge' }, jobStatus: 7 },
  };
  const docs = [historyJob({ totalEarning: [{ credit: '1208.25' }, { credit: '9.00' }] }), historyJob(hall, 2)];
  mockEndpoint(jobHistory, { docs, total: 2, pages: 1 });
  open();
  const table = await screen.findByRole('table', { name: 'Job history' });
  const headers = within(table)
    .getAllByRole('columnheader')
    .map((column) => column.textContent);
  expect(headers).toContain(header);
  const rows = within(table)
    .getAllByRole('row')
    .filter((row) => within(row).queryByRole('link'));
  expect(rows.map(({ children }) => children[headers.indexOf(header)]?.textContent)).toEqual(cells);
});

it.each([
  ['CODE-33', 1, 'Approved'],
  ['CODE-36', 4, 'Ongoing'],
  ['CODE-37', 5, 'Closed'],
  ['CODE-38', 6, 'Upcoming'],
  ['CODE-39', 7, 'Previous'],
])('[%s] shows a job of status %i in its row as %s', async (_id, jobStatus, label) => {
  mockEndpoint(jobHistory, { ...one, docs: [historyJob({ jobStatus })] });
  open();
  const table = within(await screen.findByRole('table', { name: 'Job history' }));
  expect(table.getByRole('cell', { name: label })).toBeVisible();
});

it('[SHELL-45, SHARED-18, SHARED-19] shows rates and amounts with a $ and two decimals, whatever form the API sends', async () => {
  mockEndpoint(jobHistory, { ...one, docs: [historyJob({ hourlyRate: '24.5', totalEarning: [{ credit: '310' }] })] });
  open();
  expect(await screen.findByRole('cell', { name: '$24.50' })).toBeVisible();
  expect(screen.getByRole('cell', { name: '$310.00' })).toBeVisible();
});

it('[HISTORY-08, HISTORY-09, HISTORY-12, SHARED-34/2] requests ten jobs a page and uses the server’s page count', async () => {
  const docs = Array.from({ length: 10 }, (_, n) => historyJob({ jobTitle: `Job ${n + 11}` }, n + 11));
  const history = mockEndpoint(jobHistory, { docs, total: 500, pages: 3 });
  open('?page=2');
  expect(await screen.findByRole('link', { name: 'Page 3' })).toHaveAttribute('href', jobsPaths.history({ page: 3 }));
  expect(screen.queryByRole('link', { name: 'Page 4' })).toBeNull();
  expect(history.calls[0]).toMatchObject({ page: 2, limit: 10 });
  expect(titles()).toEqual(docs.map(({ jobTitle }) => jobTitle));
  expect(jobHistory).toMatchObject({ method: 'GET', path: '/job/guard/job-history' });
});

it('[API-JOB-30/2] sends the order as sortBy, and no sort', async () => {
  const history = mockEndpoint(jobHistory, one);
  open();
  await screen.findByRole('table');
  expect(toWire(jobHistory, history.calls[0] ?? {}).url).toBe('/v1/job/guard/job-history?searchBy=&page=1&limit=10&sortBy=desc');
});

it.each([
  ['HISTORY-13/2', 'Previous', 7],
  ['HISTORY-17', 'Approved', 1],
  ['HISTORY-18', 'Ongoing', 4],
  ['HISTORY-19', 'Closed', 5],
  ['HISTORY-20', 'Upcoming', 6],
  ['HISTORY-21', 'Previous', 7],
])('[%s] %s requests status %d', async (_id, choice, status) => {
  const history = mockEndpoint(jobHistory, one);
  const { user } = open();
  await screen.findByRole('table');
  await user.selectOptions(screen.getByLabelText('Show'), choice);
  await waitFor(() => expect(history.calls.at(-1)?.isComplete).toBe(status));
  expect(window.location.search).toBe(`?status=${status}`);
});

it('[HISTORY-10, HISTORY-16, AUTHZ-33] each choice of the filter requests its own status code and lists only those jobs', async () => {
  const ofStatus = (jobStatus = 0) => historyJob({ jobTitle: `Job of ${jobStatus}`, jobStatus }, 10 + jobStatus);
  const all = [1, 4, 5, 6, 7].map(ofStatus);
  const history = mockEndpoint(jobHistory, ({ isComplete }) => {
    const docs = isComplete === undefined ? all : [ofStatus(isComplete as number)];
    return { docs, total: docs.length, pages: 1 };
  });
  const { user } = open();
  await screen.findByRole('table');
  const choices = { Approved: 1, Ongoing: 4, Closed: 5, Upcoming: 6, Previous: 7 };
  for (const [choice, status] of Object.entries(choices)) {
    await user.selectOptions(screen.getByLabelText('Show'), choice);
    await waitFor(() => expect(titles()).toEqual([`Job of ${status}`]));
    await waitFor(() => expect(history.calls.at(-1)?.isComplete).toBe(status));
  }
  await user.selectOptions(screen.getByLabelText('Show'), 'All Jobs');
  await waitFor(() => expect(titles()).toHaveLength(5));
  await waitFor(() => expect(history.calls.at(-1)?.isComplete).toBeUndefined());
});

it('[HISTORY-14] All Jobs sends no status', async () => {
  const history = mockEndpoint(jobHistory, one);
  const { user } = open('?status=5');
  await screen.findByRole('table');
  expect(history.calls[0]?.isComplete).toBe(5);
  await user.selectOptions(screen.getByLabelText('Show'), 'All Jobs');
  await waitFor(() => expect(history.calls.at(-1)?.isComplete).toBeUndefined());
  expect(toWire(jobHistory, history.calls.at(-1) ?? {}).url).not.toContain('isComplete');
});

it.each([
  ['a list of credits', [{ credit: '310.00' }]],
  ['a number', 310],
])('[HISTORY-15] reads the total earning from %s', async (_kind, totalEarning) => {
  const read = jobHistory.read?.({ docs: [{ ...historyJob(), totalEarning }], total: 1, pages: 1 });
  mockEndpoint(jobHistory, read ?? one);
  open();
  expect(await screen.findByRole('cell', { name: '$310.00' })).toBeVisible();
});

it('groups the jobs by the month of their start at the site', async () => {
  const begins = (startTime: string, timeZone: string, n: number) => historyJob({ jobTitle: `Job ${n}`, startTime, timeZone }, n);
  const docs = [
    begins('2027-04-01T05:30:00Z', 'America/Toronto', 11),
    begins('2027-04-01T05:30:00Z', 'America/Vancouver', 12),
    begins('2027-03-02T15:00:00Z', 'America/Toronto', 13),
    begins('2026-03-02T15:00:00Z', 'America/Toronto', 14),
  ];
  mockEndpoint(jobHistory, { docs, total: 4, pages: 1 });
  open();
  const table = await screen.findByRole('table', { name: 'Job history' });
  const groups = within(table)
    .getAllByRole('rowgroup')
    .slice(1)
    .map((group) => [...group.querySelectorAll('th')].map(({ textContent }) => textContent));
  expect(groups).toEqual([
    ['April 2027', 'Job 11'],
    ['March 2027', 'Job 12', 'Job 13'],
    ['March 2026', 'Job 14'],
  ]);
});

it('begins each row with the date of the job at its site', async () => {
  mockEndpoint(jobHistory, { ...one, docs: [historyJob({ startTime: '2027-03-15T02:30:00Z' })] });
  open();
  const table = await screen.findByRole('table', { name: 'Job history' });
  expect(within(table).getAllByRole('columnheader')[0]).toHaveTextContent('Date');
  expect(within(table).getAllByRole('cell')[0]).toHaveTextContent(/^Sun, Mar 14$/);
});

it('links each row to the detail of its job, and the detail back to this list', async () => {
  mockEndpoint(jobHistory, one);
  mockEndpoint(jobDetail, detailOf());
  const { user } = renderScreen(<Screens />, { path: '/job-history?status=5' });
  const link = await screen.findByRole('link', { name: 'Night watch at the depot' });
  const { jobId, userId, shiftId } = historyJob();
  expect(link).toHaveAttribute('href', jobsPaths.jobDetail({ guardId: mockId(1), jobId, userId, shiftId }));
  await user.click(link);
  expect(await screen.findByRole('link', { name: 'Job History' })).toHaveAttribute('href', '/job-history?status=5');
});

it('[SHARED-31, SHARED-33/1] shows No Data Found and a link to all jobs when the filter matches nothing', async () => {
  mockEndpoint(jobHistory, (input) => (input.isComplete === 4 ? { docs: [], total: 0, pages: 0 } : one));
  const { user } = open('?status=4');
  expect(await screen.findByText('No Data Found')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'All Jobs' }));
  expect(await screen.findByRole('table')).toBeVisible();
});

it('[SHARED-33/1] shows No Data Found and a link to the search when the guard has no jobs', async () => {
  mockEndpoint(jobHistory, { docs: [], total: 0, pages: 0 });
  open();
  expect(await screen.findByRole('link', { name: 'Search Jobs' })).toHaveAttribute('href', '/search-job');
  expect(screen.getByText('No Data Found')).toBeVisible();
});

it('shows that the history could not be loaded', async () => {
  mockEndpoint(jobHistory, fails({ code: 429, message: 'Slow down' }));
  open();
  expect(await screen.findByText('Your job history could not be loaded')).toBeVisible();
});

it('opens the record of a past job, and offers none for an upcoming job', async () => {
  const record = mockEndpoint(shiftRecord, endedShift());
  mockEndpoint(jobHistory, {
    docs: [historyJob(), historyJob({ jobTitle: 'Gate B', jobStatus: 6, totalEarning: [], endedShifts: [] }, 2)],
    total: 2,
    pages: 1,
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Shift record: Night watch at the depot' }));
  expect(await screen.findByRole('list', { name: 'Events' })).toBeVisible();
  expect(record.calls).toEqual([{ shiftId: historyJob().shiftId }]);
  expect(screen.queryByRole('button', { name: 'Shift record: Gate B' })).toBeNull();
});

it('opens the latest record of an ongoing job, and offers its other ended shifts', async () => {
  const record = mockEndpoint(shiftRecord, endedShift());
  const [latest, earlier] = [mockId(3102), mockId(3101)];
  const endedShifts = [
    { shiftId: latest, startTime: '2027-03-13T22:05:00Z' },
    { shiftId: earlier, startTime: '2027-03-12T22:05:00Z' },
  ];
  mockEndpoint(jobHistory, { ...one, docs: [historyJob({ jobStatus: 4, endedShifts })] });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Shift record: Night watch at the depot' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Shift record' }));
  expect(await dialog.findByRole('list', { name: 'Events' })).toBeVisible();
  await user.selectOptions(dialog.getByLabelText('Shift'), 'Fri, Mar 12, 2027');
  await waitFor(() => expect(record.calls).toEqual([{ shiftId: latest }, { shiftId: earlier }]));
});

it('offers no record for a past job without a started shift', async () => {
  mockEndpoint(jobHistory, { ...one, docs: [historyJob({ jobStatus: 7, endedShifts: [] })] });
  open();
  await screen.findByRole('table');
  expect(screen.queryByRole('button', { name: /^Shift record/ })).toBeNull();
});

it.each([
  [5, 1],
  [4, 0],
])('a job of status %d has %d records if the API names no ended shifts', async (jobStatus, records) => {
  mockEndpoint(jobHistory, { ...one, docs: [historyJob({ jobStatus, endedShifts: undefined })] });
  open();
  await screen.findByRole('table');
  expect(screen.queryAllByRole('button', { name: /^Shift record/ })).toHaveLength(records);
});
