import { limits } from '@portal/contracts/_kernel/limits';
import { jobDetail, jobHistory, jobPlaces, myJobs, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import type { JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import type { Position, RememberedJob } from '@portal/mf-kit/portal';
import { type OptimisticUpdates, useOptimisticData } from '@portal/mf-kit/useOptimisticData';
import { prefetch, type Query, useQuery } from '@portal/mf-kit/useQuery';
import { applicationOverlay } from '../applications/applications.queries';
import { coverOverlay } from '../covers/covers.queries';
import { leaveOverlay } from '../leave/leave.queries';
import { reportOverlay } from '../postings/postings.queries';
import { type Search, searchInput } from './search/search.filters';

export const useJobSearch = (search: Search, position: Position | null) =>
  useQuery(searchJobs, searchInput(search, position), { keepPrevious: true });

/** Requests a search before React renders its address. */
export const prefetchSearch = (search: Search, position: Position | null) => prefetch(searchJobs, searchInput(search, position));

/** The places of all jobs of a search, for its map. Page and order do not change them, so they are not sent. */
export function useJobPlaces({ filters }: Search, position: Position | null) {
  const { sortBy: _, price: __, distanceFromBase: ___, ...where } = filters;
  return useQuery(jobPlaces, searchInput({ filters: where, page: 1 }, position), { keepPrevious: true });
}

const done: OptimisticUpdates<JobDetail> = { ...applicationOverlay, ...coverOverlay, ...leaveOverlay, ...reportOverlay };

/** One job for the job page and the job detail. Null requests nothing. */
export function useJobDetail(ref: RememberedJob | null, position: Position | null): Query<JobDetail> {
  const query = useOptimisticData(
    useQuery(jobDetail, ref && { ...ref, lat: position?.latitude, long: position?.longitude }, {
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

export const useMyJobs = ({ page, isComplete }: { page: number; isComplete: JobCompletion }) =>
  useQuery(myJobs, { page, limit: limits.pageSize, sort: 'asc', isComplete }, { keepPrevious: true });

/** The field isComplete carries the status code here (HISTORY-13). All Jobs sends none (HISTORY-14). */
export const useJobHistory = ({ page, status }: { page: number; status: number | undefined }) =>
  useQuery(jobHistory, { page, limit: limits.pageSize, sortBy: 'desc', isComplete: status as never }, { keepPrevious: true });
