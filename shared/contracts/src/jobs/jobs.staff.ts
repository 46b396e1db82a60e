import { array, boolean, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { mobile } from '../_kernel/phone';
import { civilDate, decimal, id, instant, nothing, optionalCode, optionalText } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { jobsMessages } from './jobs.rules';

/** The phone number at the site, ten digits. Only guards with a shift of the job see it. */
const sitePhone = mobile(jobsMessages.notAPhone, jobsMessages.notAPhone).optional();
const posted = object({ jobId: string().required(), shiftIds: array(string().required()).required(), jobStatus: number().required() });

/** Posts a job of a seeded customer. Times are local to the site: `date` and `HH:mm`. An end before the start is on the next day. */
export const postJob = endpoint({
  id: 'jobs.post',
  method: 'POST',
  path: '/jobs/post',
  auth: 'staff',
  roles: ['dispatcher'],
  command: { name: 'post-job', arguments: ['jobTitle'], summary: 'posts a job, approved unless --awaitsApproval' },
  input: object({
    jobTitle: string().trim().required().max(160),
    description: string().max(4000),
    city: string(),
    /** Another job: the new one is at the same site, with its post orders. */
    siteOf: id(),
    dates: array(civilDate().required()).min(1).max(62),
    start: string().matches(/^([01]\d|2[0-3]):[0-5]\d$/, 'Not a time'),
    end: string().matches(/^([01]\d|2[0-3]):[0-5]\d$/, 'Not a time'),
    hourlyRate: number().min(1).max(1000),
    dressCode: optionalCode([1, 2, 3]),
    transportation: optionalCode([1, 2, 3]),
    speciality: string(),
    sitePhone,
    /** False if the customer collects applications for later. */
    hasVacancy: boolean(),
    /** True if the customer screens or selects applicants by artificial intelligence. */
    usesAi: boolean(),
    /** The job waits for `approveJob` or `rejectJob`, and guards do not see it. */
    awaitsApproval: boolean(),
    /** Only jobs with this mark can be removed. */
    isTest: boolean(),
  }),
  output: posted,
});

/** Jobs that wait for approval, oldest first, at most 200. */
export const waitingJobs = endpoint({
  id: 'jobs.waiting',
  method: 'GET',
  path: '/jobs/waiting',
  auth: 'staff',
  roles: ['dispatcher'],
  command: { name: 'waiting-jobs', summary: 'lists jobs that await their approval, oldest first' },
  input: nothing(),
  output: array(
    object({
      jobId: string().required(),
      jobTitle: string().required(),
      poster: string().required(),
      locationName: string().required(),
      hourlyRate: decimal().required(),
      dates: array(civilDate().required()).required(),
      postedAt: instant().required(),
    }),
  ).required(),
});

const decision = (act: 'approve' | 'reject', summary: string) =>
  endpoint({
    id: `jobs.${act}`,
    method: 'POST',
    path: `/jobs/${act}`,
    auth: 'staff',
    roles: ['dispatcher'],
    command: { name: `${act}-job`, arguments: ['jobId'], summary },
    input: object({ jobId: id().required() }),
    /** `poster`: the customer. Staff must inform them, because the customers' site is a separate system. */
    output: object({ jobId: string().required(), jobStatus: number().required(), poster: string().required() }),
  });

/** Approves a waiting job (0 to 1): guards can find it, and the API announces it. 404: unknown job. 409: already decided. */
export const approveJob = decision('approve', 'approves a waiting job and notifies the guards whom it suits; the reply names the poster');

/** Rejects a waiting job (0 to 2). 404: unknown job. 409: already decided. */
export const rejectJob = decision('reject', 'rejects a waiting job; the reply names the poster');

export const cancelJob = endpoint({
  id: 'jobs.cancel',
  method: 'POST',
  path: '/jobs/cancel',
  auth: 'staff',
  roles: ['dispatcher'],
  command: { name: 'cancel-job', arguments: ['jobId', 'reason'], summary: 'cancels a job and notifies its guards' },
  input: object({ jobId: id().required(), reason: optionalText() }),
  output: posted,
});

/** Reschedules a future shift, and alerts its guards and applicants. 404: unknown. 409: it has begun, or the day is taken. */
export const changeShift = endpoint({
  id: 'jobs.change-shift',
  method: 'POST',
  path: '/jobs/change-shift',
  auth: 'staff',
  roles: ['dispatcher'],
  command: {
    name: 'change-shift',
    arguments: ['shiftId', 'date', 'start', 'end', 'reason'],
    summary: 'moves a shift (HH:mm at the site) and notifies its guards',
  },
  input: object({
    shiftId: id().required(),
    date: civilDate(),
    start: string().matches(/^([01]\d|2[0-3]):[0-5]\d$/, jobsMessages.notATime),
    end: string().matches(/^([01]\d|2[0-3]):[0-5]\d$/, jobsMessages.notATime),
    reason: optionalText(),
  }),
  output: object({ shiftId: string().required(), startTime: instant().required(), endTime: instant().required() }),
});

/** Stores the phone number of a job's site, or removes it. 404: unknown job. */
export const setSitePhone = endpoint({
  id: 'jobs.set-site-phone',
  method: 'POST',
  path: '/jobs/set-site-phone',
  auth: 'staff',
  roles: ['dispatcher'],
  command: {
    name: 'set-site-phone',
    arguments: ['jobId', 'sitePhone'],
    summary: "stores the phone number of a job's site; without a number, removes it",
  },
  /** Without `sitePhone`, the job has no number. */
  input: object({ jobId: id().required(), sitePhone }),
  output: object({ jobId: string().required(), sitePhone: string().nullable().defined() }),
});

/** Corrects what a posting states; a missing key stays. 404: unknown job. */
export const setPostingFacts = endpoint({
  id: 'jobs.set-posting-facts',
  method: 'POST',
  path: '/jobs/set-posting-facts',
  auth: 'staff',
  roles: ['dispatcher'],
  command: {
    name: 'set-posting-facts',
    arguments: ['jobId'],
    summary: 'corrects whether a posting has a vacancy and whether its customer uses artificial intelligence',
  },
  input: object({ jobId: id().required(), hasVacancy: boolean(), usesAi: boolean() }),
  output: object({ jobId: string().required(), hasVacancy: boolean().required(), usesAi: boolean().required() }),
});

/** Removes a test job with its shifts and applications. Refuses any other job. */
export const removeJob = endpoint({
  id: 'jobs.remove',
  method: 'POST',
  path: '/jobs/remove',
  auth: 'staff',
  roles: 'rehearsal',
  command: { name: 'remove-job', arguments: ['jobId'], summary: 'removes a job that a test posted' },
  input: object({ jobId: id().required() }),
  output: object({ removed: array(string().required()).required() }),
});
