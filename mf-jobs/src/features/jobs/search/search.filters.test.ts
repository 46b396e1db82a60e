import { countOf, filterKeys, hasFolded, readSearch, refusedFilters, searchInput, searchQuery } from './search.filters';

const read = (query: string) => readSearch(new URLSearchParams(query));

it('keeps the typed text, even if the server will refuse it', () => {
  expect(read('minRange=abc&shifts=9&unknown=1')).toEqual({ filters: { minRange: 'abc', shifts: '9' }, page: 1 });
});

it.each(['0', '-1', '1.5', 'x', ''])('reads page=%s as the first page', (page) => {
  expect(read(`page=${page}`).page).toBe(1);
});

it('writes the same address for the same search', () => {
  const query = searchQuery({ filters: { shifts: '3', searchBy: ' gate ' }, page: 1 });
  expect(Object.entries(query).filter(([, value]) => value !== undefined)).toEqual([
    ['searchBy', 'gate'],
    ['shifts', '3'],
  ]);
  expect(searchQuery({ filters: {}, page: 4 }).page).toBe('4');
});

it('[SEARCH-19] sends the given position, and the speciality as a list', () => {
  const here = { latitude: 43.7, longitude: -79.4, accuracy: 5, at: '2027-03-14T15:00:00Z' };
  expect(searchInput(read('speciality=a,b'), here)).toMatchObject({ speciality: ['a', 'b'], liveLat: 43.7, liveLong: -79.4, limit: 10 });
  expect(searchInput(read(''), null)).toMatchObject({ speciality: [], liveLat: undefined, liveLong: undefined });
});

it('counts the filters of the collapsible part, without the order', () => {
  expect(countOf({ searchBy: 'gate', sortBy: 'desc', shifts: '3', jobs: '' })).toBe(1);
  expect(countOf({ fitsMe: '0', when: 'tonight', dateFrom: '2027-03-20' })).toBe(1);
  expect(filterKeys.filter((key) => !hasFolded([key]))).toEqual(['searchBy', 'fitsMe', 'when']);
  expect(refusedFilters({ minRange: 'no', page: 'no' })).toEqual({ minRange: 'no' });
});
