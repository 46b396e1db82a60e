import type { Input } from '@portal/contracts/_kernel/endpoint';
import { limits } from '@portal/contracts/_kernel/limits';
import type { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import type { Position } from '@portal/mf-kit/portal';

/**
 * The filters in the URL: the API's own keys, each as text; unset keys are missing. `speciality` is a list with commas. `fitsMe` is on
 * unless the URL has 0.
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

/** Filters outside the collapsible part. */
const alwaysVisible: readonly FilterKey[] = ['searchBy', 'fitsMe', 'when'];
/** Filters without influence on the number on the filter button: an order hides no job. */
const uncounted: readonly FilterKey[] = [...alwaysVisible, 'sortBy'];

export const FITS_ME_OFF = '0';
export const fitsMeIn = ({ fitsMe }: Filters): boolean => fitsMe !== FITS_ME_OFF;

/** The contract accepts no higher page. A page beyond the last one is corrected when the reply arrives. */
const HIGHEST_PAGE = 100_000;

export interface Search {
  filters: Filters;
  page: number;
  /** Shows the map next to the list. */
  view?: 'map' | undefined;
}

/** Keeps the typed text, because only the server validates a filter. */
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

/** The query of a link. The keys have a fixed order, so that the same search has the same address. */
export function searchQuery({ filters, page, view }: Search): Record<string, string | undefined> {
  const entries = filterKeys.map((key) => [key, filters[key]?.trim() || undefined] as const);
  return { ...Object.fromEntries(entries), page: page > 1 ? String(page) : undefined, view };
}

/** The query to save: the filters only, in a fixed order. */
export const savedQuery = (filters: Filters): string =>
  new URLSearchParams(
    Object.entries(searchQuery({ filters, page: 1 })).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  ).toString();

export const specialitiesOf = (filters: Filters): string[] => filters.speciality?.split(',').filter(Boolean) ?? [];

/** The refused fields that a guard can correct on this screen. */
export const refusedFilters = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => filterKeys.some((key) => key === name)));

/** True if one of the keys is in the collapsible part. */
export const hasFolded = (keys: readonly string[]): boolean => keys.some((key) => !alwaysVisible.some((open) => open === key));

/** Sets tonight, this weekend or neither, and clears chosen dates, because both select days. */
export const withWhen = (filters: Filters, when: string): Filters => ({ ...filters, when, dateFrom: '', dateTo: '' });

export const countOf = (filters: Filters): number => filterKeys.filter((key) => !uncounted.includes(key) && filters[key]).length;

/** The input of the search call. Values stay typed text: the contract's schema parses or refuses them. */
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
