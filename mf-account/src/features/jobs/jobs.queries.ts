import { myJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { useQuery } from '@portal/mf-kit/useQuery';

const LATEST = 3;
const COMPLETED = 1;

/** The guard's latest completed jobs (MYPROFILE-20); mf-jobs owns this domain. */
export const useLatestJobs = () => useQuery(myJobs, { limit: LATEST, page: 1, isComplete: COMPLETED });
