import type { Input } from '@portal/contracts/_kernel/endpoint';
import { limits } from '@portal/contracts/_kernel/limits';
import type { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import type { Position } from '@portal/mf-kit/portal';

/**
 * The filters as the URL carries them: the wire's own keys, each as text, unset ones absent. `speciality` is a list with commas. `fitsMe` is
 * on unless it is 0 in the URL.
 */
export const filterKeys = [
  'sortBy', // SEARCH-03
  'price', // SEARCH-04
  'distanceFromBase', // SEARCH-05
  'minRange', // SEARCH-06
  'maxRange', // SEARCH-07
  'searchBy', // SEARCH-08
  'range', // SEARCH-09
  'speciality', // SEARCH-10
  'rating', // SEARCH-14
  'shifts', // SEARCH-15
  'jobs', // SEARCH-16
  'transportation', // SEARCH-17
  'dressCode', // SEARCH-18
  'status', // SEARCH-20
  'fitsMe',
  'when',
  'dateFrom',
  'dateTo',
] as const;
export type FilterKey = (typeof filterKeys)[number];
export type Filters = Partial<Record<FilterKey, string>>;

/** Filters outside the part that folds. */
const inTheOpen: readonly FilterKey[] = ['searchBy', 'fitsMe', 'when'];
/** Filters that the number on the filter button leaves out: an order hides no job. */
const uncounted: readonly FilterKey[] = [...inTheOpen, 'sortBy'];

export const FITS_ME_OFF = '0';
export const fitsMeIn = ({ fitsMe }: Filters): boolean => fitsMe !== FITS_ME_OFF;

/** The contract takes no higher page; what lies beyond the last one is corrected when the answer is there. */
const HIGHEST_PAGE = 100_000;

export interface Search {
  filters: Filters;
  page: number;
  /** The map stands beside the list. */
  view?: 'map' | undefined;
}

/** Keeps what was typed, also what the server will refuse: only the server judges a filter. */
export function readSearch(params: URLSearchParams): Search {
  const filters: Filters = {};
  for (const key of filterKeys) {
    const value = params.get(key);
    if (value && (key !== 'fitsMe' || value === FITS_ME_OFF)) filters[key] = value;
  }
  const page = Number(params.get('page'));
  const isMap = params.get('view') === 'map';
  return { filters, page: Number.isInteger(page) && page > 0 ? Math.min(page, HIGHEST_PAGE) : 1, ...(isMap && { view: 'map' as const }) };
}

/** The query of a link: keys in one order, so that the same search is the same address. */
export function searchQuery({ filters, page, view }: Search): Record<string, string | undefined> {
  const entries = filterKeys.map((key) => [key, filters[key]?.trim() || undefined] as const);
  return { ...Object.fromEntries(entries), page: page > 1 ? String(page) : undefined, view };
}

/** What is saved of a search: its filters alone, always in the same order. */
export const savedQuery = (filters: Filters): string =>
  new URLSearchParams(
    Object.entries(searchQuery({ filters, page: 1 })).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  ).toString();

export const specialitiesOf = (filters: Filters): string[] => filters.speciality?.split(',').filter(Boolean) ?? [];

/** Of the fields that the server refused, those that a guard can put right here. */
export const refusedFilters = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => filterKeys.some((key) => key === name)));

/** Whether one of the keys is in the part that folds. */
export const hasFolded = (keys: readonly string[]): boolean => keys.some((key) => !inTheOpen.some((open) => open === key));

/** The filters with tonight, this weekend or neither. The chosen dates go: both are about the same day. */
export const withWhen = (filters: Filters, when: string): Filters => ({ ...filters, when, dateFrom: '', dateTo: '' });

export const countOf = (filters: Filters): number => filterKeys.filter((key) => !uncounted.includes(key) && filters[key]).length;

/** The wire call. Values travel as the text that was typed: the contract's schema reads or refuses them. */
export function searchInput({ filters, page }: Search, position: Position | null): Input<typeof searchJobs> {
  const { speciality: _, fitsMe: __, ...texts } = filters;
  return {
    ...(texts as object),
    page,
    limit: limits.pageSize,
    speciality: specialitiesOf(filters),
    fitsMe: fitsMeIn(filters) ? 1 : undefined,
    liveLat: position?.latitude,
    liveLong: position?.longitude,
  };
}
