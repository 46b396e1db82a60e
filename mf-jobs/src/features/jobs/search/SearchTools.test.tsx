import 'fake-indexeddb/auto';
import { toWire } from '@portal/contracts/_kernel/wire';
import { jobPlaces, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import type { Place } from '@portal/contracts/jobs/jobs.shapes';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { job, jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen, type ScreenOptions } from '@portal/testing/renderScreen';
import { screen, waitFor, within } from '@testing-library/react';
import { SearchScreen } from './SearchScreen';
import { recordVisit, updateSavedSearches } from './savedSearchStore';

// jsdom has no structuredClone; the stored values are plain JSON.
globalThis.structuredClone = (value) => JSON.parse(JSON.stringify(value));

const page = {
  docs: [job({ postedAt: '2027-03-14T09:00:00Z' }), job({ jobTitle: 'Old one', postedAt: '2027-03-01T09:00:00Z' }, 2)],
  total: 2,
};
const open = (query = '', options: ScreenOptions = {}) => renderScreen(<SearchScreen />, { path: jobsPaths.search() + query, ...options });

beforeEach(async () => {
  mockEndpoint(listSpecialities, []);
  mockEndpoint(searchJobs, page);
  await updateSavedSearches(guard().id, () => ({ saved: [], visitAt: null, newSince: null }));
});

const saved = async () => within(await screen.findByRole('region', { name: jobsMessages.savedSearches }));
const save = async (user: ReturnType<typeof open>['user'], name: string) => {
  await user.click((await saved()).getByRole('button', { name: jobsMessages.saveSearch }));
  await user.type(screen.getByLabelText('Name of this search'), name);
  await user.click(screen.getByRole('button', { name: 'Save' }));
};

it('saves a named search, applies it, keeps it over a reload, and removes it', async () => {
  const first = open('?shifts=3&page=2&minRange=25');
  await save(first.user, 'Nights');
  await waitFor(() => expect(first.portal.announced).toContain('Nights is saved on this device.'));
  first.unmount();

  const { user, portal } = open('?dressCode=2');
  const link = (await saved()).getByRole('link', { name: 'Nights' });
  await user.click(link);
  expect(new URLSearchParams(window.location.search).get('shifts')).toBe('3');
  expect(window.location.search).toBe('?minRange=25&shifts=3');
  expect((await saved()).getByRole('link', { name: 'Nights' })).toHaveAttribute('aria-current', 'true');
  await user.click((await saved()).getByRole('button', { name: 'Remove Nights' }));
  await waitFor(() => expect(portal.announced).toContain('Nights is removed.'));
  expect(screen.queryByRole('link', { name: 'Nights' })).toBeNull();
});

it('shows the saved searches in the first paint when the guard returns in the same page', async () => {
  const first = open('?shifts=3');
  await save(first.user, 'Nights');
  expect(await (await saved()).findByRole('link', { name: 'Nights' })).toBeVisible();
  first.unmount();
  open('?shifts=3');
  expect(screen.getByRole('link', { name: 'Nights' })).toBeVisible();
  await waitFor(async () => expect((await updateSavedSearches(guard().id, (stored) => stored)).saved).toHaveLength(1));
  await screen.findAllByRole('article');
});

it('requires a name, and warns when it replaces a search with the same name', async () => {
  const { user } = open('?shifts=3');
  await user.click((await saved()).getByRole('button', { name: jobsMessages.saveSearch }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText(jobsMessages.nameSearch)).toBeVisible();
  await user.type(screen.getByLabelText('Name of this search'), 'Nights{Enter}');
  await (await saved()).findByRole('link', { name: 'Nights' });
  await user.click((await saved()).getByRole('button', { name: jobsMessages.saveSearch }));
  await user.type(screen.getByLabelText('Name of this search'), 'Nights');
  expect(screen.getByText(/replaces the search with the same name/)).toBeVisible();
});

it('shows no searches of another guard', async () => {
  await updateSavedSearches(mockId(77), () => ({ saved: [{ name: 'Theirs', query: 'shifts=1' }], visitAt: null, newSince: null }));
  open('?shifts=3');
  await saved();
  expect(screen.queryByText('Theirs')).toBeNull();
});

it('marks and counts the jobs posted since the last visit; a first visit has no new jobs', async () => {
  const first = open();
  await screen.findAllByRole('article');
  await waitFor(async () => expect((await updateSavedSearches(guard().id, (stored) => stored)).visitAt).not.toBeNull());
  expect(screen.queryByText('New')).toBeNull();
  first.unmount();
  await updateSavedSearches(guard().id, (stored) => ({ ...stored, visitAt: '2027-03-10T09:00:00.000Z' }));
  open();
  expect(await screen.findByText('New')).toBeVisible();
  expect(screen.getByText(jobsMessages.newHere(1))).toBeVisible();
  expect(within(screen.getAllByRole('article')[1] as HTMLElement).queryByText('New')).toBeNull();
});

it.each([
  ['the first visit', null, null, null],
  ['after a pause', '2027-03-14T10:00:00.000Z', '2027-03-01T00:00:00.000Z', '2027-03-14T10:00:00.000Z'],
  ['back within half an hour', '2027-03-14T14:31:00.000Z', '2027-03-01T00:00:00.000Z', '2027-03-01T00:00:00.000Z'],
])('records a visit: %s', (_what, visitAt, before, newSince) => {
  const now = new Date('2027-03-14T15:00:00.000Z');
  expect(recordVisit({ saved: [], visitAt, newSince: before }, now)).toEqual({ saved: [], visitAt: now.toISOString(), newSince });
});

it.each([
  ['?page=1000000000', 100_000],
  ['?page=7', 7],
])('corrects %s to the last page and explains it', async (query, asked) => {
  const search = mockEndpoint(searchJobs, ({ page: number }) => (Number(number) > 5 ? { docs: [], total: 42 } : { ...page, total: 42 }));
  const { portal } = open(query);
  expect(await screen.findByText('42 jobs, page 5 of 5')).toBeVisible();
  expect(search.calls.map((call) => call.page)).toEqual([asked, 5]);
  expect(portal.toasts).toEqual([{ kind: 'info', text: `There is no page ${asked}. This is the last one, page 5.` }]);
});

it('[API-JOB-30/2] sends the order as sortBy, and no sort, with every search', async () => {
  const search = mockEndpoint(searchJobs, page);
  const { user } = open();
  await screen.findAllByRole('article');
  await user.selectOptions(screen.getByLabelText('Sort'), 'Latest first');
  await waitFor(() => expect(search.calls).toHaveLength(2));
  const sent = search.calls.map((call) => toWire(searchJobs, call).body as Record<string, unknown>);
  expect(sent.map((body) => [body.sortBy, 'sort' in body])).toEqual([
    ['', false],
    ['desc', false],
  ]);
});

const place = (n: number, lat: number, long: number): Place => ({
  ...jobIds(n),
  jobTitle: `Job ${n}`,
  hourlyRate: '24.5',
  locationName: `Street ${n}`,
  lat,
  long,
});
const places = { docs: [place(1, 43.65, -79.38), place(2, 43.651, -79.381), place(3, 45.42, -75.7)], total: 3 };
const map = () => screen.findByRole('group', { name: /^Map\./ });

it('requests no map until the guard opens it, then the places of the same filters', async () => {
  const asked = mockEndpoint(jobPlaces, places);
  const { user } = open('?shifts=3&sortBy=desc&page=2');
  await screen.findAllByRole('article');
  expect(asked.calls).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Map' }));
  await map();
  expect(asked.calls[0]).toMatchObject({ shifts: '3', page: 1 });
  expect(asked.calls[0]?.sortBy).toBeUndefined();
  expect(new URLSearchParams(window.location.search).get('view')).toBe('map');
  expect(screen.getAllByRole('article')).toHaveLength(2);
});

it('[SHELL-45] shows nearby jobs as one mark, which splits when pressed and links to a job', async () => {
  mockEndpoint(jobPlaces, places);
  const { user } = open('?view=map');
  await map();
  await user.click(screen.getByRole('button', { name: 'Job 3, Street 3' }));
  expect(screen.getByRole('link', { name: 'Job 3' })).toHaveAttribute('href', jobsPaths.jobPage(jobIds(3)));
  expect(screen.getByText('$24.50 / hour · Street 3')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '2 jobs near Street 1, zoom in' }));
  expect(screen.queryByRole('button', { name: 'Job 3, Street 3' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'All' }));
  expect(screen.getByRole('button', { name: 'Job 3, Street 3' })).toBeVisible();
});

it('moves and zooms by keys and by buttons', async () => {
  mockEndpoint(jobPlaces, { docs: [place(1, 43.65, -79.38)], total: 1 });
  const { user } = open('?view=map');
  const picture = await map();
  const mark = () => screen.queryByRole('button', { name: 'Job 1, Street 1' });
  picture.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(mark()).toBeNull();
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  expect(mark()).toBeVisible();
  await user.keyboard('---');
  expect(screen.getByRole('button', { name: 'Zoom in' })).toBeEnabled();
  for (const name of ['North', 'South', 'West', 'East']) await user.click(screen.getByRole('button', { name }));
  expect(mark()).toBeVisible();
});

it('explains that the map shows only the next thousand jobs, and that it could not be loaded', async () => {
  mockEndpoint(jobPlaces, { ...places, total: 1000, totalIsExact: false });
  const { unmount } = open('?view=map');
  expect(await screen.findByText(/shows the 1,000 soonest jobs/)).toBeVisible();
  unmount();
  mockEndpoint(jobPlaces, fails({ code: 429, message: 'Slow down' }));
  open('?view=map');
  expect(await screen.findByText('The map could not be loaded')).toBeVisible();
  expect(await screen.findAllByRole('article')).toHaveLength(2);
});
