import { toWire } from '@portal/contracts/_kernel/wire';
import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import type { FoundJobs } from '@portal/contracts/jobs/jobs.shapes';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { job } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor, within } from '@testing-library/react';
import { SearchScreen } from './SearchScreen';

const fitting = (fitsMe: FoundJobs['fitsMe'], total = 1): FoundJobs => ({ docs: [job()], total, fitsMe });
const hiding = (hidden: number, hiddenIsExact = true) => fitting({ isOn: true, hidden, hiddenIsExact });
const open = (query = '') => renderScreen(<SearchScreen />, { path: jobsPaths.search() + query });
const chip = (name: string | RegExp) => screen.getByRole('button', { name });
const address = () => Object.fromEntries(new URLSearchParams(window.location.search));

beforeEach(() => void mockEndpoint(listSpecialities, []));

it('starts with "Fits me" on, shows the number of hidden jobs, and turns it off by one press', async () => {
  const search = mockEndpoint(searchJobs, ({ fitsMe }) => (fitsMe ? hiding(120) : fitting(null, 121)));
  const { user } = open();
  const on = await screen.findByRole('button', { name: 'Fits me, 120 hidden' });
  expect(on).toHaveAttribute('aria-pressed', 'true');
  expect(search.calls[0]?.fitsMe).toBe(1);
  await user.click(on);
  expect(await screen.findByText('121 jobs, page 1 of 13')).toBeVisible();
  expect(chip('Fits me')).toHaveAttribute('aria-pressed', 'false');
  expect(address()).toEqual({ fitsMe: '0' });
  expect(Object.keys(toWire(searchJobs, search.calls.at(-1) as never).body ?? {})).not.toContain('fitsMe');
  await user.click(chip('Fits me'));
  expect(await screen.findByRole('button', { name: 'Fits me, 120 hidden' })).toBeVisible();
  expect(address()).toEqual({});
});

it.each([
  [hiding(0), 'Fits me'],
  [hiding(1000, false), 'Fits me, 1,000+ hidden'],
])('with %j the chip is "%s"', async (page, name) => {
  mockEndpoint(searchJobs, page);
  open();
  expect(await screen.findByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
});

it('shows every job, the chip off and the reason when no job fits', async () => {
  mockEndpoint(searchJobs, ({ fitsMe }) => fitting(fitsMe ? { isOn: false, hidden: 0, hiddenIsExact: true } : null));
  const { user } = open();
  expect(await screen.findByText(jobsMessages.noneFits)).toBeVisible();
  expect(chip('Fits me')).toHaveAttribute('aria-pressed', 'false');
  expect(screen.getByRole('article')).toBeVisible();
  await user.click(chip('Fits me'));
  await waitFor(() => expect(screen.queryByText(jobsMessages.noneFits)).toBeNull());
  expect(address()).toEqual({ fitsMe: '0' });
});

it.each<[string, string, FoundJobs]>([
  ['an API of the release before', '', { docs: [job()], total: 1 }],
  ['the jobs that the guard applied for', '?jobs=2', fitting(null)],
])('has no "Fits me" with %s', async (_what, query, page) => {
  mockEndpoint(searchJobs, page);
  open(query);
  await screen.findByRole('article');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Fits me/ })).toBeNull());
});

it('does not blame a filter when the list is empty and "Fits me" is off', async () => {
  mockEndpoint(searchJobs, { docs: [], total: 0, fitsMe: null });
  open('?fitsMe=0');
  expect(await screen.findByText(/New jobs appear here/)).toBeVisible();
});

it.each([
  ['Tonight', 'tonight'],
  ['This weekend', 'weekend'],
])('one press turns %s on, another turns it off, and chosen dates are cleared', async (name, when) => {
  const search = mockEndpoint(searchJobs, hiding(0));
  const { user } = open('?dateFrom=2027-03-20&dateTo=2027-03-21&shifts=3');
  await screen.findByRole('article');
  await user.click(chip(name));
  expect(address()).toEqual({ when, shifts: '3' });
  expect(chip(name)).toHaveAttribute('aria-pressed', 'true');
  await waitFor(() => expect(search.calls.at(-1)).toMatchObject({ when, shifts: '3' }));
  await user.click(chip(name));
  expect(address()).toEqual({ shifts: '3' });
});

it('searches between two typed dates and clears tonight', async () => {
  const search = mockEndpoint(searchJobs, hiding(0));
  const { user } = open('?when=tonight');
  await screen.findByRole('article');
  await user.type(screen.getByLabelText('From'), '20032027');
  await user.type(screen.getByLabelText('To'), '21032027');
  await waitFor(() => expect(search.calls.at(-1)).toMatchObject({ dateFrom: '2027-03-20', dateTo: '2027-03-21' }));
  expect(address()).toEqual({ dateFrom: '2027-03-20', dateTo: '2027-03-21' });
  expect(screen.getByRole('button', { name: 'Filters (2)' })).toBeVisible();
});

it('marks the date that the server refuses', async () => {
  const refusal = fails({ code: 400, message: 'Check', errors: { dateTo: jobsMessages.lastBeforeFirst } });
  mockEndpoint(searchJobs, ({ dateTo }) => (dateTo ? refusal : hiding(0)));
  const { user } = open('?dateFrom=2027-03-20');
  await screen.findByRole('article');
  await user.type(screen.getByLabelText('To'), '21032027');
  expect(await screen.findByText(jobsMessages.lastBeforeFirst)).toBeVisible();
  expect(screen.getByText(/Please correct the highlighted filter/)).toBeVisible();
});

it('shows Yours on the guard’s own job and Already Applied on an undecided one', async () => {
  const docs = [job({ isAppliedStatus: true, jobStatus: 6 }), job({ isAppliedStatus: true }, 2)];
  mockEndpoint(searchJobs, { docs, total: 2, fitsMe: null });
  open();
  const [held, applied] = (await screen.findAllByRole('article')).map((row) => within(row));
  expect([held?.getByText('Yours'), applied?.getByText('Already Applied')]).toEqual([expect.anything(), expect.anything()]);
  expect(held?.queryByText('Already Applied')).toBeNull();
});

it('shows every date of several shifts, and that a full job accepts no guard', async () => {
  const commitment = { dates: ['2027-03-14', '2027-03-16'], hours: '17', pay: '416.5' };
  mockEndpoint(searchJobs, { docs: [job({ commitment }), job({ appliedCount: 5 }, 2)], total: 2, fitsMe: null });
  open();
  const [long, full] = (await screen.findAllByRole('article')).map((row) => within(row));
  expect(long?.getByText('2 shifts: Mar 14, 16')).toBeVisible();
  expect(long?.getByText('17 hours, $416.50 in total')).toBeVisible();
  expect(full?.getByText('5 Guards Already Applied')).toBeVisible();
});
