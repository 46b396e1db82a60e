import { limits } from '@portal/contracts/_kernel/limits';
import { jobDetail, jobHistory, jobPlaces, myJobs, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import type { JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import type { Position, RememberedJob } from '@portal/mf-kit/portal';
import { type OptimisticUpdates, useOptimisticData } from '@portal/mf-kit/useOptimisticData';
import { prefetch, type Query, useQuery } from '@portal/mf-kit/useQuery';
import { applicationOverlay } from '../applications/applications.queries';
import { leaveOverlay } from '../leave/leave.queries';
import { type Search, searchInput } from './search/search.filters';

export const useJobSearch = (search: Search, position: Position | null) =>
  useQuery(searchJobs, searchInput(search, position), { keepPrevious: true });

/** Asks for a search at once, before its address is rendered. */
export const prefetchSearch = (search: Search, position: Position | null) => prefetch(searchJobs, searchInput(search, position));

/** The search's places for its map; the page and the order of the list make no difference to them. */
export function useJobPlaces({ filters }: Search, position: Position | null) {
  const { sortBy: _, price: __, distanceFromBase: ___, ...where } = filters;
  return useQuery(jobPlaces, searchInput({ filters: where, page: 1 }, position), { keepPrevious: true });
}

const done: OptimisticUpdates<JobDetail> = { ...applicationOverlay, ...leaveOverlay };

/** One job as the job page and the guard's job detail show it; null asks nothing. */
export function useJobDetail(ref: RememberedJob | null, position: Position | null): Query<JobDetail> {
  const query = useOptimisticData(
    useQuery(jobDetail, ref && { ...ref, lat: position?.latitude, long: position?.longitude }, {
      keepPrevious: true,
      follows: ['applications', 'leave'],
    }),
    done,
  );
  // Read again for another position it is still that job.
  return { ...query, isPrevious: query.hasData && query.data.jobId !== ref?.jobId };
}

/** 0: active jobs, 1: completed ones, undefined: both (MYPROFILE-20). */
export type Completion = 0 | 1 | undefined;

export const useMyJobs = ({ page, isComplete }: { page: number; isComplete: Completion }) =>
  useQuery(myJobs, { page, limit: limits.pageSize, sort: 'asc', isComplete }, { keepPrevious: true });

/** The wire's isComplete carries the status code here (HISTORY-13); All Jobs sends none (HISTORY-14). */
export const useJobHistory = ({ page, status }: { page: number; status: number | undefined }) =>
  useQuery(jobHistory, { page, limit: limits.pageSize, sortBy: 'desc', isComplete: status as never }, { keepPrevious: true });
