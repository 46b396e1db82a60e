import { myJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { useQuery } from '@portal/mf-kit/useQuery';

const LATEST = 3;
const COMPLETED = 1;

/** A reader of mf-jobs' domain: the guard's latest completed jobs (MYPROFILE-20). */
export const useLatestJobs = () => useQuery(myJobs, { limit: LATEST, page: 1, isComplete: COMPLETED });
