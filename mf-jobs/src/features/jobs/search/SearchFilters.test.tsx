import { toWire } from '@portal/contracts/_kernel/wire';
import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { mockId } from '@portal/testing/ids';
import { job } from '@portal/testing/jobs';
import '@portal/testing/deviceStorage';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor, within } from '@testing-library/react';
import { SearchScreen } from './SearchScreen';

const construction = { id: mockId(91), name: 'Construction' };
const concierge = { id: mockId(93), name: 'Concierge' };
const one = { docs: [job()], total: 1 };

const open = (query = '') => renderScreen(<SearchScreen />, { path: `/search-job${query}` });

beforeEach(() => void mockEndpoint(listSpecialities, [construction, concierge]));

it.each([
  ['SEARCH-03', 'Sort', 'Latest first', { sortBy: 'desc' }],
  ['SEARCH-03', 'Sort', 'Newly posted', { sortBy: 'newest' }],
  ['SEARCH-04', 'Price', 'Highest rate first', { price: 'desc' }],
  ['SEARCH-04, SEARCH-24/4', 'Price', 'Lowest rate first', { price: 'asc' }],
  ['SEARCH-14', 'Rating', '3 stars or more', { rating: '3' }],
  ['SEARCH-14', 'Rating', '4.5 stars or more', { rating: '4.5' }],
  ['SEARCH-20', 'Status', 'Approved', { status: '1' }],
  ['SEARCH-20', 'Status', 'Ongoing', { status: '4' }],
  ['SEARCH-20', 'Status', 'Upcoming', { status: '6' }],
])('[%s] filters by %s: %s', async (_id, label, choice, sent) => {
  const search = mockEndpoint(searchJobs, one);
  const { user } = open();
  await screen.findByRole('article');
  await user.selectOptions(screen.getByLabelText(label), choice);
  await waitFor(() => expect(search.calls.at(-1)).toMatchObject(sent));
  expect(new URLSearchParams(window.location.search).get(Object.keys(sent)[0] ?? '')).toBe(Object.values(sent)[0]);
});

it.each([
  ['SEARCH-15, CODE-22, CODE-23, CODE-24', 'Shift', 'shifts', ['Any', 'Morning', 'Afternoon', 'Evening']],
  ['SEARCH-17, DATA-JOB-29', 'Transportation', 'transportation', ['Any', 'Own vehicle', 'Public transport', 'Does not matter']],
  ['SEARCH-16, CODE-25, CODE-26', 'Jobs', 'jobs', ['All', 'Available', 'Applied']],
  ['SEARCH-18, CODE-19, CODE-20, CODE-21', 'Dress code', 'dressCode', ['Any', 'HV Vest', 'Casual', 'Suited']],
] as const)('[%s] offers for %s the stated choices and sends the number of each, none for the first', async (_id, label, key, choices) => {
  const search = mockEndpoint(searchJobs, one);
  const { user } = open();
  await screen.findByRole('article');
  expect(
    within(screen.getByLabelText(label))
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(choices);
  for (const number of [...choices.keys()].reverse()) {
    await user.selectOptions(screen.getByLabelText(label), choices[number] as string);
    await waitFor(() => expect(search.calls.at(-1)?.[key]).toBe(number === 0 ? undefined : String(number)));
    expect(new URLSearchParams(window.location.search).get(key)).toBe(number === 0 ? null : String(number));
  }
});

it.each([
  ['SEARCH-06', 'Lowest', { minRange: '22.5' }],
  ['SEARCH-07', 'Highest', { maxRange: '22.5' }],
  ['SEARCH-08', 'Search', { searchBy: 'north gate, 5th' }],
  ['SEARCH-09', 'Within km of me', { range: '22.5' }],
])('[%s] searches with the text that is typed into %s on Enter', async (_id, label, sent) => {
  const search = mockEndpoint(searchJobs, one);
  const { user } = open();
  await screen.findByRole('article');
  await user.type(screen.getByLabelText(label), Object.values(sent).join());
  expect(search.calls).not.toContainEqual(expect.objectContaining(sent));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(search.calls.at(-1)).toMatchObject(sent));
});

it.each([
  ['Search', 'Gate', '?when=tonight&searchBy=Gate'],
  ['Lowest', '22.5', '?when=tonight&minRange=22.5'],
  ['Highest', '30', '?when=tonight&maxRange=30'],
  ['Within km of me', '10', '?when=tonight&range=10'],
  ['From', '14/03/2027', '?dateFrom=2027-03-14'],
])('searches with the text that a password manager filled into %s without an event', async (label, value, query) => {
  mockEndpoint(searchJobs, one);
  const { user } = open('?when=tonight');
  await screen.findByRole('article');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(screen.getByLabelText(label), value);
  await user.click(screen.getByRole('button', { name: 'Search' }));
  const sorted = (search: string) => [...new URLSearchParams(search)].sort();
  await waitFor(() => expect(sorted(window.location.search)).toEqual(sorted(query)));
  expect(screen.getByLabelText(label)).toHaveValue(value);
});

it.each([
  ['Lowest', '20'],
  ['To', '14/03/'],
])('keeps the text that a password manager filled into another field when the guard types into %s', async (label, text) => {
  mockEndpoint(searchJobs, one);
  const { user } = open();
  await screen.findByRole('article');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(screen.getByLabelText('Search'), 'Gate');
  await user.type(screen.getByLabelText(label), text);
  expect(screen.getByLabelText('Search')).toHaveValue('Gate');
  expect(screen.getByLabelText(label)).toHaveValue(text);
});

it('[SHELL-31, SHELL-32] the search buttons are disabled and busy while a search is in flight', async () => {
  let answer = () => undefined as unknown;
  const held = new Promise<void>((resolve) => {
    answer = () => resolve();
  });
  mockEndpoint(searchJobs, async ({ searchBy }) => {
    if (searchBy) await held;
    return one;
  });
  const { user } = open();
  await screen.findByRole('article');
  await user.type(screen.getByLabelText('Search'), 'Gate{Enter}');
  const waiting = await screen.findAllByRole('button', { name: 'Searching…' });
  expect(waiting).toHaveLength(2);
  for (const button of waiting) expect(button).toBeDisabled();
  answer();
  expect(await screen.findByRole('button', { name: 'Show 1 job' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Search' })).toBeEnabled();
});

it('searches on Enter while the button is disabled by another search', async () => {
  const search = mockEndpoint(searchJobs, () => new Promise(() => undefined));
  const { user } = open();
  await waitFor(() => expect(search.calls).toHaveLength(1));
  await user.type(screen.getByLabelText('Search'), 'Gate{Enter}');
  await waitFor(() => expect(search.calls.at(-1)).toMatchObject({ searchBy: 'Gate' }));
});

it('[SEARCH-05] sorts by the distance from the base while that is switched on', async () => {
  const search = mockEndpoint(searchJobs, one);
  const { user } = open();
  await user.click(await screen.findByLabelText('Nearest to my base first'));
  await waitFor(() => expect(search.calls.at(-1)).toMatchObject({ distanceFromBase: '1' }));
  await user.click(screen.getByLabelText('Nearest to my base first'));
  await waitFor(() => expect(search.calls.at(-1)?.distanceFromBase).toBeUndefined());
  expect(screen.getByLabelText('Nearest to my base first')).not.toBeChecked();
});

it('[SEARCH-10, SEARCH-11, SEARCH-12, SEARCH-13] accepts several specialities; Any and the others exclude each other', async () => {
  const search = mockEndpoint(searchJobs, one);
  const { user } = open();
  const any = within(await screen.findByRole('group', { name: 'Speciality' })).getByRole('checkbox', { name: 'Any' });
  expect(any).toBeChecked();
  await user.click(await screen.findByLabelText('Construction'));
  await user.click(screen.getByLabelText('Concierge'));
  expect(any).not.toBeChecked();
  await waitFor(() => expect(search.calls.at(-1)?.speciality).toEqual([construction.id, concierge.id]));
  await user.click(any);
  expect(screen.getByLabelText('Construction')).not.toBeChecked();
  expect(screen.getByLabelText('Concierge')).not.toBeChecked();
  expect(any).toBeChecked();
  await waitFor(() => expect(search.calls.at(-1)?.speciality).toEqual([]));
});

it('[SEARCH-24/1, SEARCH-24/2] explains that lowest and highest are hourly rates, and that the range starts at the guard’s position', async () => {
  mockEndpoint(searchJobs, one);
  open();
  const rate = within(await screen.findByRole('group', { name: 'Hourly rate' }));
  expect([rate.getByLabelText('Lowest'), rate.getByLabelText('Highest')].map((field) => field.getAttribute('name'))).toEqual([
    'minRange',
    'maxRange',
  ]);
  const distance = within(screen.getByRole('group', { name: 'Distance' }));
  expect(distance.getByLabelText('Within km of me')).toHaveAccessibleDescription('Up to 75 km from where you are');
});

it.each([
  ['', { fitsMe: 1 }],
  ['&fitsMe=0', {}],
])('[SEARCH-24/5] sends every stated key, unset ones empty, and adds only our own key of "Fits me": %s', async (off, own) => {
  const search = mockEndpoint(searchJobs, one);
  open(`?minRange=20&maxRange=30&range=15${off}`);
  await screen.findByRole('article');
  expect(toWire(searchJobs, search.calls[0] as never).body).toEqual({
    ...{ page: 1, limit: 10, minRange: '20', maxRange: '30', range: '15', speciality: [] },
    ...{ sortBy: '', price: '', distanceFromBase: '', searchBy: '', rating: '', shifts: '', jobs: '' },
    ...{ transportation: '', dressCode: '', liveLong: '', liveLat: '', status: '' },
    ...own,
  });
});

it('searches with the typed text when the search button is pressed', async () => {
  const search = mockEndpoint(searchJobs, one);
  const { user } = open();
  await screen.findByRole('article');
  await user.type(screen.getByLabelText('Search'), 'north gate');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => expect(search.calls.at(-1)).toMatchObject({ searchBy: 'north gate' }));
  expect(search.calls).toHaveLength(2);
});
