import { array, boolean, number, object, string } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { civilDate, id, instant, optionalCode, optionalNumber, optionalText, pageOf, paging } from '../_kernel/shapes';
import { readHistory, readJobDetail, readJobs, withTotal } from './jobs.reading';
import { assignedStatuses, jobsMessages, searchRules } from './jobs.rules';
import {
  type AssignedJob,
  assignedJobShape,
  type HistoryJob,
  historyShape,
  type Job,
  type JobDetail,
  jobDetailShape,
  jobShape,
  type Place,
  placeShape,
} from './jobs.shapes';

/** Every list of jobs takes its order by either name (API-JOB-30); a screen sends the one that the documents state for it. */
const searchInput = searchRules.shape({ sort: searchRules.fields.sortBy });
const order = () => optionalText().oneOf(['asc', 'desc', undefined]);

export const searchJobs = endpoint({
  id: 'jobs.search',
  method: 'POST',
  path: '/job/guard/list',
  auth: 'approved',
  knowsRepeats: true,
  input: searchInput,
  always: Object.keys(searchRules.fields),
  output: pageOf<Job>(jobShape),
  read: readJobs<Job>,
});

/** The same search for the map: up to 1,000 places at once, the pages left out. Only asked for while a map is shown. */
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
  output: jobDetailShape,
  read: readJobDetail<JobDetail>,
});

/**
 * The guard's own jobs. isComplete 1: completed, 0: active (MYPROFILE-20, HISTORY-16); left out: both.
 * asc is soonest first with what is over at the end, desc (the default) is latest first.
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
  output: pageOf<Job>(jobShape),
  read: readJobs<Job>,
});

/** isComplete carries a status code here (HISTORY-13): our own code calls it `status` until the call. */
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
  output: pageOf<HistoryJob>(historyShape),
  read: readHistory<HistoryJob>,
});

/** The jobs in which the guard holds shifts, to choose one of (API-COMM-14): the latest 200 unless a page is asked for, of every list when none is named. */
export const assignedJobs = endpoint({
  id: 'jobs.assigned',
  method: 'GET',
  path: '/job/guard/assigned',
  auth: 'approved',
  input: object({ ...paging(), jobStatus: optionalCode(Object.values(assignedStatuses)) }),
  output: pageOf<AssignedJob>(assignedJobShape),
  read: withTotal<AssignedJob>,
});

const posted = object({ jobId: string().required(), shiftIds: array(string().required()).required(), jobStatus: number().required() });

/** Posts an approved job of a seeded customer. Times are local to the site: `date` and `HH:mm`; an end before the start is the next day. */
export const postJob = endpoint({
  id: 'jobs.post',
  method: 'POST',
  path: '/jobs/post',
  auth: 'staff',
  roles: ['dispatcher'],
  input: object({
    jobTitle: string().trim().required().max(160),
    description: string().max(4000),
    city: string(),
    dates: array(civilDate().required()).min(1).max(62),
    start: string().matches(/^([01]\d|2[0-3]):[0-5]\d$/, 'Not a time'),
    end: string().matches(/^([01]\d|2[0-3]):[0-5]\d$/, 'Not a time'),
    hourlyRate: number().min(1).max(1000),
    dressCode: optionalCode([1, 2, 3]),
    transportation: optionalCode([1, 2, 3]),
    speciality: string(),
    /** Marked jobs may be removed again. */
    isTest: boolean(),
  }),
  output: posted,
});

export const cancelJob = endpoint({
  id: 'jobs.cancel',
  method: 'POST',
  path: '/jobs/cancel',
  auth: 'staff',
  roles: ['dispatcher'],
  input: object({ jobId: id().required(), reason: optionalText() }),
  output: posted,
});

/** Moves a shift that has not begun; whoever works it or applied is told. Times as `postJob` takes them. 404 no such shift, 409 begun or the day is taken. */
export const changeShift = endpoint({
  id: 'jobs.change-shift',
  method: 'POST',
  path: '/jobs/change-shift',
  auth: 'staff',
  roles: ['dispatcher'],
  input: object({
    shiftId: id().required(),
    date: civilDate(),
    start: string().matches(/^([01]\d|2[0-3]):[0-5]\d$/, jobsMessages.notATime),
    end: string().matches(/^([01]\d|2[0-3]):[0-5]\d$/, jobsMessages.notATime),
    reason: optionalText(),
  }),
  output: object({ shiftId: string().required(), startTime: instant().required(), endTime: instant().required() }),
});

/** Removes a job that was posted as a test, with its shifts and applications; refuses any other. */
export const removeJob = endpoint({
  id: 'jobs.remove',
  method: 'POST',
  path: '/jobs/remove',
  auth: 'staff',
  roles: 'rehearsal',
  input: object({ jobId: id().required() }),
  output: object({ removed: array(string().required()).required() }),
});
