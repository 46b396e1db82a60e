import { toWire } from '@portal/contracts/_kernel/wire';
import { calendarMessages, showFeed } from '@portal/contracts/calendar/calendar.endpoints';
import { myJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { currentShift } from '@portal/contracts/shifts/shifts.endpoints';
import { guard } from '@portal/testing/guard';
import { job, jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { currentShiftReply, runningShift } from '@portal/testing/shifts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { AllJobsScreen } from './AllJobsScreen';

beforeEach(() => void mockEndpoint(currentShift, currentShiftReply(null)));

const open = (query = '') => renderScreen(<AllJobsScreen />, { path: jobsPaths.allJobs() + query });

it('[ALLJOBS-01, ALLJOBS-04, API-JOB-15, API-JOB-30/2] shows the guard’s jobs in a table, soonest first', async () => {
  const gate = job({ jobTitle: 'Gate B', jobStatus: 4, locationId: { ...job().locationId, locationName: 'Ottawa Gate' } }, 2);
  const mine = mockEndpoint(myJobs, { docs: [job({ jobStatus: 6 }), gate], total: 2 });
  open();
  const [, ...rows] = within(await screen.findByRole('table', { name: 'Your jobs' })).getAllByRole('row');
  const cells = [
    ['Night watch at the depot', 'Toronto Yard 7', 'Upcoming'],
    ['Gate B', 'Ottawa Gate', 'Ongoing'],
  ] as const;
  expect(rows).toHaveLength(cells.length);
  for (const [at, [title, place, status]] of cells.entries()) {
    const row = within(rows[at] as HTMLElement);
    expect(row.getByRole('rowheader', { name: title })).toBeVisible();
    expect(row.getByRole('cell', { name: place })).toBeVisible();
    expect(row.getByRole('cell', { name: status })).toBeVisible();
  }
  expect(mine.calls[0]).toMatchObject({ sort: 'asc', limit: 10, page: 1 });
  expect(mine.calls[0]).not.toHaveProperty('sortBy');
  expect(myJobs).toMatchObject({ method: 'GET', path: '/job/guard/myjobs' });
});

it('links to the shifts to cover', async () => {
  mockEndpoint(myJobs, { docs: [], total: 0 });
  open();
  await screen.findByText('Jobs that you are awarded appear here.');
  expect(screen.getByRole('link', { name: 'Shifts to cover' })).toHaveAttribute('href', '/covers');
});

it('[SHELL-45] shows the rate of a job with a $ and two decimals', async () => {
  mockEndpoint(myJobs, { docs: [job(), job({ hourlyRate: '31' }, 2)], total: 2 });
  open();
  expect(await screen.findByRole('cell', { name: '$24.50' })).toBeVisible();
  expect(screen.getByRole('cell', { name: '$31.00' })).toBeVisible();
});

it('[ALLJOBS-02, SHARED-28] shows ten jobs a page', async () => {
  const all = Array.from({ length: 31 }, (_, n) => job({ jobTitle: `Job ${n + 1}` }, n + 1));
  const mine = mockEndpoint(myJobs, ({ page = 1, limit = 50, isComplete }) => {
    const some = isComplete === 1 ? all.slice(0, 12) : all;
    return { docs: some.slice((page - 1) * limit, page * limit), total: some.length };
  });
  const shown = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
  const titles = (from: number, to: number) => all.slice(from - 1, to).map(({ jobTitle }) => jobTitle);
  const { user } = open('?page=2');
  expect(await screen.findByRole('link', { name: 'Page 4' })).toHaveAttribute('href', jobsPaths.allJobs({ page: 4 }));
  expect(shown()).toEqual(titles(11, 20));
  expect(screen.queryByRole('link', { name: 'Page 5' })).toBeNull();
  expect(mine.calls[0]).toMatchObject({ limit: 10, page: 2 });
  await user.click(screen.getByRole('button', { name: 'Completed' }));
  await waitFor(() => expect(shown()).toEqual(titles(1, 10)));
  expect(await screen.findByRole('link', { name: 'Page 2' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Page 3' })).toBeNull();
});

it('[ALLJOBS-03] opens the job detail with the job in the history state when View More is pressed', async () => {
  const { jobId, userId, shiftId } = jobIds(2);
  const second = job({ jobTitle: 'Gate B' }, 2);
  mockEndpoint(myJobs, { docs: [job(), second], total: 2 });
  const { user, portal } = open();
  const more = await screen.findByRole('link', { name: 'View More: Gate B' });
  expect(more).toHaveTextContent(/^View More$/);
  await user.click(more);
  expect(portal.navigations.at(-1)).toMatchObject({
    to: `/jobDetail?guardId=${guard().id}&jobId=${jobId}&userId=${userId}&shiftId=${shiftId}`,
    state: { job: second, from: '/all-job' },
  });
});

it('[HISTORY-16, HISTORY-13/1, MYPROFILE-20/3] opens on active jobs, and switches to completed and to all', async () => {
  const mine = mockEndpoint(myJobs, ({ isComplete }) => {
    const over = job({ jobTitle: 'Gate that was watched', jobStatus: 7 }, 2);
    const toCome = job({ jobStatus: 6 });
    const docs = isComplete === undefined ? [over, toCome] : [isComplete === 1 ? over : toCome];
    return { docs, total: docs.length };
  });
  const { user } = open();
  expect(await screen.findByRole('rowheader', { name: 'Night watch at the depot' })).toBeVisible();
  expect(mine.calls[0]?.isComplete).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Completed' }));
  expect(await screen.findByRole('rowheader', { name: 'Gate that was watched' })).toBeVisible();
  expect(screen.queryByRole('rowheader', { name: 'Night watch at the depot' })).toBeNull();
  await waitFor(() => expect(mine.calls.at(-1)?.isComplete).toBe(1));
  await user.click(screen.getByRole('button', { name: 'All' }));
  expect(await screen.findByRole('rowheader', { name: 'Night watch at the depot' })).toBeVisible();
  expect(screen.getByRole('rowheader', { name: 'Gate that was watched' })).toBeVisible();
  await waitFor(() => expect(mine.calls.at(-1)).not.toHaveProperty('isComplete', expect.anything()));
  expect(toWire(myJobs, mine.calls.at(-1) ?? {}).url).toMatch(/[?&]isComplete=(&|$)/);
  await user.click(screen.getByRole('button', { name: 'Active' }));
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Gate that was watched' })).toBeNull());
  expect(screen.getByRole('rowheader', { name: 'Night watch at the depot' })).toBeVisible();
  await waitFor(() => expect(mine.calls.at(-1)?.isComplete).toBe(0));
});

it('[SHARED-31, SHARED-33/3] shows No Data Found, the reason and a link to the search', async () => {
  mockEndpoint(myJobs, { docs: [], total: 0 });
  open();
  expect(await screen.findByText('No Data Found')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Search Jobs' })).toHaveAttribute('href', jobsPaths.search());
});

it('shows that the jobs could not be loaded, and keeps the rest of the page', async () => {
  mockEndpoint(myJobs, fails({ code: 429, message: 'Slow down' }));
  open();
  expect(await screen.findByText('Your jobs could not be loaded')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled();
});

it('shows a notice together with the list, so that the list does not move', async () => {
  mockEndpoint(myJobs, { docs: [job()], total: 1 });
  let answer: (current: ReturnType<typeof currentShiftReply>) => void = () => undefined;
  mockEndpoint(currentShift, () => new Promise<ReturnType<typeof currentShiftReply>>((resolve) => (answer = resolve)));
  open();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Loading your jobs'));
  await act(async () => undefined);
  expect(screen.queryByRole('table')).toBeNull();
  act(() => answer(currentShiftReply(runningShift())));
  const notice = await screen.findByText('You are on shift: Night watch at the depot');
  expect(notice.compareDocumentPosition(screen.getByRole('table'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('shows jobs when the current shift cannot be read', async () => {
  mockEndpoint(myJobs, { docs: [job()], total: 1 });
  mockEndpoint(currentShift, fails({ code: 429, message: 'Slow down' }));
  open();
  expect(await screen.findByRole('table', { name: 'Your jobs' })).toBeVisible();
});

it('opens the calendar dialog when the address requests it', async () => {
  mockEndpoint(myJobs, { docs: [], total: 0 });
  mockEndpoint(showFeed, { feed: null });
  open('?calendar=1');
  expect(await screen.findByRole('dialog', { name: calendarMessages.title })).toBeVisible();
});

it('keeps the links to On Job and 911 when neither the jobs nor the shift can be read', async () => {
  mockEndpoint(myJobs, fails({ code: 500, message: 'Broken' }));
  mockEndpoint(currentShift, fails({ code: 500, message: 'Broken' }));
  open();
  expect(await screen.findByText('Your jobs could not be loaded')).toBeVisible();
  expect(screen.getByRole('link', { name: 'On Job' })).toHaveAttribute('href', jobsPaths.onJob());
  expect(screen.getByRole('link', { name: 'Call 911' })).toHaveAttribute('href', 'tel:911');
});
