import { object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { id, optionalCode, optionalNumber, optionalText, pageOf, paging } from '../_kernel/shapes';
import { readFoundJobs, readHistory, readJobDetail, readJobs } from './jobs.reading';
import { ownSearchRules, searchRules } from './jobs.rules';
import {
  foundJobs,
  type HistoryJob,
  historyShape,
  type Job,
  type JobDetail,
  jobDetailShape,
  jobShape,
  type Place,
  placeShape,
} from './jobs.shapes';

/** Every list of jobs accepts its order under either name (API-JOB-30). A screen sends the name that the specification states for it. */
const searchInput = searchRules.shape({ sort: searchRules.fields.sortBy, ...ownSearchRules });
const order = () => optionalText().oneOf(['asc', 'desc', undefined]);

export const searchJobs = endpoint({
  id: 'jobs.search',
  method: 'POST',
  path: '/job/guard/list',
  auth: 'approved',
  knowsRepeats: true,
  input: searchInput,
  always: Object.keys(searchRules.fields),
  output: foundJobs,
  read: readFoundJobs,
});

/** The same search for the map: up to 1,000 places in one reply, without paging. Called only while a map is displayed. */
export const jobPlaces = endpoint({
  id: 'jobs.places',
  method: 'POST',
  path: '/job/guard/places',
  auth: 'approved',
  knowsRepeats: true,
  input: searchInput,
  output: pageOf<Place>(placeShape),
});

const position = { lat: optionalNumber().min(-90).max(90), long: optionalNumber().min(-180).max(180) };

export const jobDetail = endpoint({
  id: 'jobs.detail',
  method: 'POST',
  path: '/job/jobDetail',
  auth: 'approved',
  knowsRepeats: true,
  input: object({ jobId: id().required(), userId: optionalText(), shiftId: optionalText(), ...position }),
  always: ['userId', 'shiftId', 'lat', 'long'], // API-JOB-08
  output: jobDetailShape,
  read: readJobDetail<JobDetail>,
});

/**
 * The guard's own jobs. isComplete 1: completed, 0: active (MYPROFILE-20, HISTORY-16), missing: both. asc: soonest first, ended jobs last.
 * desc (default): latest first.
 */
export const myJobs = endpoint({
  id: 'jobs.mine',
  method: 'GET',
  path: '/job/guard/myjobs',
  auth: 'approved',
  input: object({
    ...paging(),
    isComplete: optionalCode([0, 1]),
    sort: order(),
    sortBy: order(),
  }),
  always: ['searchBy', 'isComplete'], // API-JOB-14
  output: pageOf<Job>(jobShape),
  read: readJobs<Job>,
});

/** isComplete carries a status code here (HISTORY-13). Our code names it `status` until it is sent. */
export const jobHistory = endpoint({
  id: 'jobs.history',
  method: 'GET',
  path: '/job/guard/job-history',
  auth: 'approved',
  input: object({
    ...paging(),
    sort: order(),
    sortBy: order(),
    isComplete: optionalCode([0, 1, 2, 3, 4, 5, 6, 7]),
  }),
  always: ['searchBy'], // API-JOB-17, HISTORY-14
  output: pageOf<HistoryJob>(historyShape),
  read: readHistory<HistoryJob>,
});
