import { serverCopy } from '@portal/contracts/_kernel/serverCopy';
import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { mockId } from '@portal/testing/ids';
import { job, jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen, type ScreenOptions } from '@portal/testing/renderScreen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { SearchScreen } from './SearchScreen';

const construction = { id: mockId(91), name: 'Construction' };
const concierge = { id: mockId(93), name: 'Concierge' };
const here = { latitude: 43.7, longitude: -79.4, accuracy: 20, at: '2027-03-14T14:59:00.000Z' };
const pageOf = (count: number, total = count) => ({
  docs: Array.from({ length: count }, (_, n) => job({ jobTitle: `Job ${n + 1}` }, n + 1)),
  total,
});

function open(query = '', options: ScreenOptions = {}) {
  return renderScreen(<SearchScreen />, { path: jobsPaths.search() + query, ...options });
}

beforeEach(() => {
  mockEndpoint(listSpecialities, [construction, concierge]);
});

it('[SEARCH-23, SHELL-45] lists the found jobs with the facts for a decision', async () => {
  const search = mockEndpoint(searchJobs, { docs: [job({ hourlyRate: '24.5' })], total: 1 });
  open();
  const card = within(await screen.findByRole('article'));
  expect(card.getByRole('heading', { name: 'Night watch at the depot' })).toBeVisible();
  expect(card.getByText('Toronto Yard 7')).toBeVisible();
  expect(card.getByText('Sun, Mar 14')).toBeVisible();
  expect(card.getByText(/6:05 p\.m\. – 2:35 a\.m\./).parentElement).toHaveTextContent('+1 day');
  expect(card.getByText('$24.50 / hour')).toBeVisible();
  expect(card.getByText('8.5 hours')).toBeVisible();
  expect(card.getByText('12.4 km')).toBeVisible();
  expect(card.getByText(/2 of 5 applied/)).toBeVisible();
  expect(searchJobs).toMatchObject({ method: 'POST', path: '/job/guard/list' });
  expect(search.calls).toHaveLength(1);
});

it('[SEARCH-01, AUTHZ-23] shows a filtered and paged list', async () => {
  const second = { docs: [job({ jobTitle: 'Gate B' }, 2)], total: 11 };
  const filtered = { docs: [job({ jobTitle: 'Evening desk' }, 3)], total: 1 };
  mockEndpoint(searchJobs, ({ page, shifts }) => (shifts ? filtered : page === 2 ? second : pageOf(10, 11)));
  const { user, portal } = open();
  await screen.findByText('11 jobs, page 1 of 2');
  expect(screen.getAllByRole('article')).toHaveLength(10);
  expect(screen.getByRole('link', { name: 'Page 2' })).toHaveAttribute('href', '/search-job?page=2');
  act(() => portal.navigate('/search-job?page=2'));
  expect(await screen.findByRole('heading', { name: 'Gate B' })).toBeVisible();
  expect(screen.getAllByRole('article')).toHaveLength(1);
  await user.selectOptions(screen.getByLabelText('Shift'), 'Evening');
  expect(await screen.findByRole('heading', { name: 'Evening desk' })).toBeVisible();
  expect(screen.getAllByRole('article')).toHaveLength(1);
  expect(screen.queryByRole('link', { name: 'Page 2' })).toBeNull();
});

it('[SEARCH-02, API-JOB-01] requests 10 jobs of the page in the address', async () => {
  const search = mockEndpoint(searchJobs, pageOf(10, 42));
  open('?page=3');
  expect(await screen.findByText('42 jobs, page 3 of 5')).toBeVisible();
  expect(search.calls[0]).toMatchObject({ page: 3, limit: 10 });
  expect(screen.getAllByRole('article')).toHaveLength(10);
  expect(screen.getByRole('link', { name: 'Page 4' })).toHaveAttribute('href', jobsPaths.search({ page: 4 }));
});

it('shows the next page from its first job, with the page number', async () => {
  mockEndpoint(searchJobs, pageOf(10, 42));
  const { portal } = open();
  await screen.findByText('42 jobs, page 1 of 5');
  const scrolled = jest.spyOn(HTMLElement.prototype, 'scrollIntoView');
  act(() => portal.navigate(jobsPaths.search({ page: 2 })));
  expect(await screen.findByText('42 jobs, page 2 of 5')).toBeVisible();
  expect(scrolled).toHaveBeenCalledTimes(1);
});

it('[SEARCH-19, SHELL-38] sends the position of an earlier permission', async () => {
  const search = mockEndpoint(searchJobs, pageOf(1));
  open('', { portal: { lastPosition: () => here } });
  await screen.findByRole('article');
  expect(search.calls[0]).toMatchObject({ liveLat: 43.7, liveLong: -79.4 });
  expect(screen.queryByRole('button', { name: 'Use my location' })).toBeNull();
});

it('[SEARCH-19] requests the position only when the guard presses the button, and explains the reason', async () => {
  const search = mockEndpoint(searchJobs, pageOf(1));
  const position = jest.fn(async () => here);
  const { user } = open('', { portal: { position } });
  await screen.findByRole('article');
  expect(position).not.toHaveBeenCalled();
  expect(screen.getByText(/We use your location to measure the distance/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Use my location' }));
  await waitFor(() => expect(search.calls.at(-1)).toMatchObject({ liveLat: 43.7, liveLong: -79.4 }));
});

it('explains why there is no position and which filters work without it; another try may succeed', async () => {
  const search = mockEndpoint(searchJobs, pageOf(1));
  Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query: async () => ({ state: 'denied' }) } });
  const position = jest.fn<Promise<typeof here | null>, []>(async () => null);
  const { user } = open('', { portal: { position } });
  await screen.findByRole('article');
  await user.click(screen.getByRole('button', { name: 'Use my location' }));
  const words =
    'Your browser does not share your position with this page. You can still search by place name, or sort by distance from your base.';
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Use my location' })).toHaveFocus();
  position.mockResolvedValue(here);
  await user.click(screen.getByRole('button', { name: 'Use my location' }));
  await waitFor(() => expect(search.calls.at(-1)).toMatchObject({ liveLat: 43.7 }));
  expect(screen.queryByText(words)).toBeNull();
  Reflect.deleteProperty(navigator, 'permissions');
});

it('[SEARCH-21] opens the job page with the job in the history state', async () => {
  const second = job({ jobTitle: 'Gate B' }, 2);
  mockEndpoint(searchJobs, { docs: [job(), second], total: 2 });
  const { user, portal } = open('?shifts=3');
  const more = await screen.findByRole('link', { name: 'View More: Gate B' });
  expect(more).toHaveTextContent(/^View More$/);
  await user.click(more);
  const { jobId, userId, shiftId } = jobIds(2);
  expect(portal.navigations.at(-1)).toMatchObject({
    to: `/jobPage?jobId=${jobId}&userId=${userId}&shiftId=${shiftId}`,
    state: { job: second, from: jobsPaths.search({ shifts: 3 }) },
  });
});

it('[SEARCH-22] shows that no job was found without a filter', async () => {
  mockEndpoint(searchJobs, { docs: [], total: 0 });
  open();
  expect(await screen.findByText('No job found')).toBeVisible();
  expect(screen.queryByRole('article')).toBeNull();
});

it('[SEARCH-22, SHARED-33/5] shows that no job was found, the reason, and resets the filters', async () => {
  const search = mockEndpoint(searchJobs, (input) => (input.shifts ? { docs: [], total: 0 } : pageOf(1)));
  const { user } = open('?shifts=1');
  expect(await screen.findByText('No job found')).toBeVisible();
  expect(screen.getByText('No open job matches all your filters.')).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'Reset filters' })[1] as HTMLElement);
  expect(await screen.findByRole('article')).toBeVisible();
  await waitFor(() => expect(search.calls.at(-1)?.shifts).toBeUndefined());
});

it('shows a refusal at its filter, and keeps the typed text and the previous jobs', async () => {
  const refusal = fails({ code: 400, message: serverCopy.checkFields, errors: { minRange: jobsMessages.minAboveMax } });
  mockEndpoint(searchJobs, (input) => (input.minRange ? refusal : pageOf(1)));
  const { user } = open();
  await screen.findByRole('article');
  await user.type(screen.getByLabelText('Lowest'), '90{Enter}');
  expect(await screen.findByRole('textbox', { name: 'Lowest', description: jobsMessages.minAboveMax })).toHaveValue('90');
  expect(screen.getByRole('article')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

it('shows the error of an address that no field can correct', async () => {
  mockEndpoint(
    searchJobs,
    fails({ code: 400, message: 'There are not that many pages', errors: { page: 'There are not that many pages' } }),
  );
  open('?page=9000');
  expect(await screen.findByText('The jobs could not be loaded')).toBeVisible();
  expect(screen.getByText('There are not that many pages')).toBeVisible();
});

it('shows that the jobs could not be loaded, and loads them again on Retry', async () => {
  mockEndpoint(searchJobs, fails({ code: 429, message: 'Slow down' }));
  const { user } = open();
  expect(await screen.findByText('The jobs could not be loaded')).toBeVisible();
  mockEndpoint(searchJobs, pageOf(2));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findAllByRole('article')).toHaveLength(2);
});

it('keeps the text of the next field when the reply to the last field arrives', async () => {
  mockEndpoint(searchJobs, pageOf(1));
  const { user, portal } = open('?maxRange=30');
  await screen.findByRole('article');
  const moves: (() => void)[] = [];
  const move = portal.navigate;
  portal.navigate = (...to) => void moves.push(() => move(...to));
  await user.type(screen.getByLabelText('Lowest'), '20');
  await user.clear(screen.getByLabelText('Highest'));
  await user.type(screen.getByLabelText('Highest'), '40');
  act(() => moves.shift()?.());
  expect(new URLSearchParams(window.location.search).get('minRange')).toBe('20');
  expect(screen.getByLabelText('Highest')).toHaveValue('40');
  await user.keyboard('{Enter}');
  act(() => moves.shift()?.());
  expect(new URLSearchParams(window.location.search).get('maxRange')).toBe('40');
  portal.navigate = move;
  act(() => portal.navigate(jobsPaths.search({ maxRange: 35 })));
  expect(screen.getByLabelText('Highest')).toHaveValue('35');
  expect(screen.getByLabelText('Lowest')).toHaveValue('');
  await waitFor(() => expect(screen.getByRole('region', { name: 'Jobs found' })).toHaveAttribute('aria-busy', 'false'));
});
