import { array, boolean, type InferType, number, type ObjectSchema, object, type Schema } from 'yup';
import { commitmentShape } from '../_kernel/commitment';
import type { Page } from '../_kernel/envelope';
import { civilDate, decimal, instant, pageOf, siteZone } from '../_kernel/shapes';
import { assignmentStates, shiftPhases } from '../_kernel/shift';
import { string } from '../_kernel/text';
import { fitShape } from './jobs.fit';

export const locationShape = object({
  id: string().required(),
  locationName: string().required(),
  lat: number().required(),
  long: number().required(),
  /** GeoJSON, longitude first (DATA-JOB-12). */
  location: object({ type: string().oneOf(['Point']).required(), coordinates: array(number().required()).length(2).required() }).required(),
});

export const shiftShape = object({
  shiftId: string().required(),
  shiftDate: civilDate().required(),
  startTime: instant().required(),
  endTime: instant().required(),
  timeZone: siteZone(),
  /** The guard's hourly pay for this shift in dollars. Earnings are computed from it (DATA-JOB-30). */
  customerRate: decimal().required(),
  totalShiftHours: decimal().required(),
  /** The number of changes by staff; missing in replies of the previous release. */
  sequence: number().nullable(),
  /** The state of the guard's own shift; null on other shifts. */
  state: string()
    .oneOf([...assignmentStates])
    .nullable()
    .defined(),
  /** The phase of the guard's own shift: upcoming, ongoing or over. Missing in replies of the previous release. */
  phase: string()
    .oneOf([...shiftPhases])
    .nullable(),
  /** The leave request for this shift: 0 requested, 1 approved, 2 refused. */
  leave: object({ status: number().oneOf([0, 1, 2]).required(), leaveTitle: number().required() })
    .nullable()
    .defined(),
  /** The guard's latest cover offer of this shift; `endsAt`: until then guards can accept. Missing in replies of the previous release. */
  cover: object({ state: string().required(), endsAt: instant().required() }).nullable().optional().default(undefined),
});
export type Shift = InferType<typeof shiftShape>;

export const jobShape = object({
  jobId: string().required(),
  userId: string().required(),
  /** The next shift without approved leave, or else the last one. */
  shiftId: string().required(),
  jobTitle: string().required(),
  description: string().defined(),
  jobDate: civilDate().required(),
  startTime: instant().required(),
  endTime: instant().required(),
  timeZone: siteZone(),
  jobType: number().oneOf([1, 2, 3]).required(),
  customDates: array(civilDate().required()).required(),
  jobStatus: number().required(),
  hourlyRate: decimal().required(),
  shiftHrs: decimal().required(),
  dressCode: number().oneOf([1, 2, 3]).required(),
  transportation: number().oneOf([1, 2, 3]).required(),
  /** 0 to 5 in halves; 0 means not rated. */
  clientRating: number().required(),
  speciality: object({ id: string().required(), name: string().required() }).nullable().defined(),
  locationId: locationShape.required(),
  /** Kilometres from the address of the work profile; null without an address. */
  distanceFromBase: number().nullable().defined(),
  isAppliedStatus: boolean().required(),
  appliedCount: number().required(),
  commitment: commitmentShape(),
  /** When the job was posted; missing in replies of the previous release. */
  postedAt: instant().nullable(),
});
export type Job = InferType<typeof jobShape>;

/** The result of the filter "Fits me". `isOn` is false if no job matches; the reply then lists every job. */
const fitsMeShape = object({ isOn: boolean().required(), hidden: number().required(), hiddenIsExact: boolean().required() });

/** Found jobs. `fitsMe` is null if the call did not request it; missing in replies of the previous release. */
export interface FoundJobs extends Page<Job> {
  fitsMe?: InferType<typeof fitsMeShape> | null | undefined;
}
export const foundJobs = (pageOf<Job>(jobShape) as unknown as ObjectSchema<Page<Job>>).shape({
  fitsMe: fitsMeShape.nullable().optional().default(undefined),
}) as unknown as Schema<FoundJobs>;

export const placeShape = object({
  jobId: string().required(),
  userId: string().required(),
  shiftId: string().required(),
  jobTitle: string().required(),
  hourlyRate: decimal().required(),
  commitment: commitmentShape(),
  locationName: string().required(),
  lat: number().required(),
  long: number().required(),
});
export type Place = InferType<typeof placeShape>;

export const ownerShape = object({
  id: string().required(),
  registerAs: string().oneOf(['Business', 'Incorporation', 'Individual']).required(),
  firstName: string().required(),
  lastName: string().required(),
  businessDetails: array(object({ businessName: string().required() })).required(),
});
export type Owner = InferType<typeof ownerShape>;

/** The reply for the job page and for the guard's job detail (API-JOB-09, API-JOB-10). */
export const jobDetailShape = jobShape.shape({
  /** The id of the calling guard if they applied, else empty. `appliedCount` is the number of all applicants. */
  applyGuardIds: array(string().required()).required(),
  /** Whether the calling guard has shifts of the job; missing in replies of the previous release. */
  isHeld: boolean(),
  user: ownerShape.required(),
  shifts: array(shiftShape).required(),
  upcomingShifts: array(shiftShape).required(),
  previoushifts: array(shiftShape).required(),
  earning: decimal().required(),
  upcomingEarning: decimal().required(),
  totalEarning: decimal().required(),
  /** Whether the job fits the calling guard; only for a job that accepts applications. */
  fit: fitShape,
  /** The statements of the posting about itself; missing in replies of the previous release. */
  posting: object({ hasVacancy: boolean().required(), usesAi: boolean().required() }).nullable().optional().default(undefined),
  /** The newest post orders of the site of the guard's own job; null if it has none. Missing in replies of the previous release. */
  orders: object({ version: number().required(), isRead: boolean().required() }).nullable().optional().default(undefined),
  /** The guard's latest report of the posting, open while `outcome` is null. Null without one; missing in replies of the previous release. */
  report: object({ outcome: string().nullable().defined(), answer: string().nullable().defined() })
    .nullable()
    .optional()
    .default(undefined),
});
export type JobDetail = InferType<typeof jobDetailShape>;

export const historyShape = jobShape.shape({
  totalEarning: array(object({ credit: decimal().required() })).required(),
  /** The guard's ended shifts of the job, latest first. Missing in replies of the previous release. */
  endedShifts: array(object({ shiftId: string().required(), startTime: instant().required() }))
    .optional()
    .default(undefined),
});
export type HistoryJob = InferType<typeof historyShape>;

/** The business name for Business and Incorporation, or else the person's name (JOBPAGE-07, JOBPAGE-08). */
export const ownerName = (owner: Owner): string =>
  (owner.registerAs !== 'Individual' && owner.businessDetails[0]?.businessName) || `${owner.firstName} ${owner.lastName}`;
