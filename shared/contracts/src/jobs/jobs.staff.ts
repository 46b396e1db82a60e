import { array, boolean, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { civilDate, decimal, id, instant, nothing, optionalCode, optionalText } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { jobsMessages } from './jobs.rules';

const posted = object({ jobId: string().required(), shiftIds: array(string().required()).required(), jobStatus: number().required() });

/** Posts a job of a seeded customer, approved unless it is to wait. Times are local to the site: `date` and `HH:mm`; an end before the start is the next day. */
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
    /** It waits for `approveJob` or `rejectJob`, and no guard sees it. */
    awaitsApproval: boolean(),
    /** Marked jobs may be removed again. */
    isTest: boolean(),
  }),
  output: posted,
});

/** The jobs that await their approval, the oldest first, at most 200. */
export const waitingJobs = endpoint({
  id: 'jobs.waiting',
  method: 'GET',
  path: '/jobs/waiting',
  auth: 'staff',
  roles: ['dispatcher'],
  input: nothing(),
  output: array(
    object({
      jobId: string().required(),
      jobTitle: string().required(),
      /** The customer. */
      poster: string().required(),
      locationName: string().required(),
      hourlyRate: decimal().required(),
      dates: array(civilDate().required()).required(),
      postedAt: instant().required(),
    }),
  ).required(),
});

const decision = {
  method: 'POST',
  auth: 'staff',
  roles: ['dispatcher'],
  input: object({ jobId: id().required() }),
  /** `poster`: the customer, whom staff inform: the customers' site is another system. */
  output: object({ jobId: string().required(), jobStatus: number().required(), poster: string().required() }),
} as const;

/** Approves a job that awaits it (0 to 1): guards find it, and the API announces it. 404 no such job, 409 decided before. */
export const approveJob = endpoint({ id: 'jobs.approve', path: '/jobs/approve', ...decision });

/** Rejects a job that awaits its approval (0 to 2). 404 no such job, 409 decided before. */
export const rejectJob = endpoint({ id: 'jobs.reject', path: '/jobs/reject', ...decision });

export const cancelJob = endpoint({
  id: 'jobs.cancel',
  method: 'POST',
  path: '/jobs/cancel',
  auth: 'staff',
  roles: ['dispatcher'],
  input: object({ jobId: id().required(), reason: optionalText() }),
  output: posted,
});

/** Moves a shift that has not begun, and alerts the guards who hold it or applied. Times as `postJob` takes them. 404 no such shift, 409 begun or the day is taken. */
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
