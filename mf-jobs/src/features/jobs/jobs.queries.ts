import { limits } from '@portal/contracts/_kernel/limits';
import { jobDetail, jobHistory, jobPlaces, myJobs, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import type { JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import { type EarlyReader, readEarly } from '@portal/mf-kit/earlyReads';
import type { Position, RememberedJob } from '@portal/mf-kit/portal';
import type { PressContext } from '@portal/mf-kit/remote';
import type { PressedLink } from '@portal/mf-kit/routes';
import { type OptimisticUpdates, useOptimisticData } from '@portal/mf-kit/useOptimisticData';
import { type Query, useQuery } from '@portal/mf-kit/useQuery';
import { applicationOverlay } from '../applications/applications.queries';
import { coverOverlay } from '../covers/covers.queries';
import { leaveOverlay } from '../leave/leave.queries';
import { reportOverlay } from '../postings/postings.queries';
import { type Search, searchInput } from './search/search.filters';

export const useJobSearch = (search: Search, position: Position | null) =>
  useQuery(searchJobs, searchInput(search, position), { keepPrevious: true });

/** Requests a search before its address is rendered. */
export const readSearchEarly = (search: Search, position: Position | null, by: EarlyReader): void =>
  readEarly(searchJobs, searchInput(search, position), by);

/** The places of all jobs of a search, for its map. Page and order do not change them, so they are not sent. */
export function useJobPlaces({ filters }: Search, position: Position | null) {
  const { sortBy: _, price: __, distanceFromBase: ___, ...where } = filters;
  return useQuery(jobPlaces, searchInput({ filters: where, page: 1 }, position), { keepPrevious: true });
}

const done: OptimisticUpdates<JobDetail> = { ...applicationOverlay, ...coverOverlay, ...leaveOverlay, ...reportOverlay };

const detailInput = (ref: RememberedJob, position: Position | null) => ({ ...ref, lat: position?.latitude, long: position?.longitude });

/** Requests the job of a pressed link, if its address names the job completely. */
export function readJobDetailEarly({ search }: PressedLink, by: PressContext): void {
  const [jobId, userId, shiftId] = ['jobId', 'userId', 'shiftId'].map((name) => search.get(name));
  if (jobId && userId && shiftId) readEarly(jobDetail, detailInput({ jobId, userId, shiftId }, by.lastPosition()), by);
}

/** One job for the job page and the job detail. Null requests nothing. */
export function useJobDetail(ref: RememberedJob | null, position: Position | null): Query<JobDetail> {
  const query = useOptimisticData(
    useQuery(jobDetail, ref && detailInput(ref, position), {
      keepPrevious: true,
      follows: ['applications', 'covers', 'leave', 'orders', 'postings', 'shifts'],
    }),
    done,
  );
  // A reply for an earlier position is still the same job, so it is not a previous one.
  return { ...query, isPrevious: query.hasData && query.data.jobId !== ref?.jobId };
}

/** 0: active jobs, 1: completed jobs, undefined: both (MYPROFILE-20). */
export type JobCompletion = 0 | 1 | undefined;

interface MyJobsPage {
  page: number;
  isComplete: JobCompletion;
}
const myJobsInput = ({ page, isComplete }: MyJobsPage) => ({ page, limit: limits.pageSize, sort: 'asc', isComplete }) as const;
export const useMyJobs = (wanted: MyJobsPage) => useQuery(myJobs, myJobsInput(wanted), { keepPrevious: true });
export const readMyJobsEarly = (wanted: MyJobsPage, by: PressContext): void => readEarly(myJobs, myJobsInput(wanted), by);

interface HistoryPage {
  page: number;
  status: number | undefined;
}
/** The field isComplete carries the status code here (HISTORY-13). All Jobs sends none (HISTORY-14). */
const historyInput = ({ page, status }: HistoryPage) =>
  ({ page, limit: limits.pageSize, sortBy: 'desc', isComplete: status as never }) as const;
export const useJobHistory = (wanted: HistoryPage) => useQuery(jobHistory, historyInput(wanted), { keepPrevious: true });
export const readJobHistoryEarly = (wanted: HistoryPage, by: PressContext): void => readEarly(jobHistory, historyInput(wanted), by);
