import type { Page } from '../_kernel/envelope';
import type { FoundJobs, Job } from './jobs.shapes';

/** Another guard API uses other names for some fields (DATA-JOB-28, HISTORY-15). These functions convert them to ours. */
type Loose = Record<string, unknown>;
const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value);
const numeric = (value: unknown): number | undefined =>
  value === '' || value == null || Number.isNaN(Number(value)) ? undefined : Number(value);
const within = (value: number | undefined, bound: number): number => (value !== undefined && Math.abs(value) <= bound ? value : 0);

function readLocation(raw: unknown): Job['locationId'] {
  const place = isLoose(raw) ? raw : {};
  const point = isLoose(place.location) && Array.isArray(place.location.coordinates) ? place.location.coordinates : [];
  const long = within(numeric(place.long) ?? numeric(point[0]), 180);
  const lat = within(numeric(place.lat) ?? numeric(point[1]), 90);
  return {
    id: String(place.id ?? place._id ?? ''),
    locationName: String(place.locationName ?? ''),
    lat,
    long,
    location: { type: 'Point', coordinates: [long, lat] },
  };
}

/** As a flag, `isVehicleRequired` means own vehicle or does not matter (DATA-JOB-29). */
function readTransport(raw: Loose): 1 | 2 | 3 {
  const code = raw.transportation ?? raw.isVehicleRequired;
  if (typeof code === 'boolean') return code ? 1 : 3;
  const number = numeric(code);
  return number === 1 || number === 2 ? number : 3;
}

/** Converts one job of any reply to the portal's shape. Correct fields stay unchanged. */
export function readJob<T = Job>(raw: unknown): T {
  const job = isLoose(raw) ? raw : {};
  const { status, location, isVehicleRequired: _isVehicleRequired, ...rest } = job;
  return {
    ...rest,
    jobStatus: numeric(job.jobStatus ?? status) ?? -1,
    transportation: readTransport(job),
    locationId: readLocation(job.locationId ?? location),
  } as T;
}

export const readJobs = <T = Job>(data: unknown): Page<T> => {
  const page = data as Page<unknown>;
  return { ...page, docs: (page.docs ?? []).map((job) => readJob<T>(job)) };
};

/** Also retains the `fitsMe` field of a search reply. */
export const readFoundJobs = (data: unknown): FoundJobs => readJobs<Job>(data);

/** An earning is a number or a list of credits (HISTORY-15). */
const creditsOf = (earning: unknown): unknown[] => (Array.isArray(earning) ? earning : [{ credit: String(earning ?? '0') }]);

/** A single job; its earning is one number. */
export function readJobDetail<T = Job>(raw: unknown): T {
  const job = readJob<Loose>(raw);
  const [first] = creditsOf(job.totalEarning);
  return (job.totalEarning === undefined ? job : { ...job, totalEarning: isLoose(first) ? String(first.credit ?? '0') : '0' }) as T;
}

/** The history of our API sends a list of credits, another API one number. */
export const readHistory = <T>(data: unknown): Page<T> => {
  const page = readJobs<Loose>(data);
  return {
    ...page,
    docs: page.docs.map((job) => ({
      ...job,
      totalEarning: creditsOf(job.totalEarning),
    })) as T[],
  };
};
