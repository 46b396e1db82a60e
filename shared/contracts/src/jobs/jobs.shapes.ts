import { array, boolean, type InferType, number, object, string } from 'yup';
import { civilDate, decimal, instant, siteZone } from '../_kernel/shapes';
import { assignmentStates } from '../_kernel/shift';
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
  /** Shown as rate per hour; earnings are computed from hourlyRate (DATA-JOB-30). */
  customerRate: decimal().required(),
  totalShiftHours: decimal().required(),
  /** How often staff changed it; missing in replies of the release before. */
  sequence: number().nullable(),
  /** Of the guard's own shift; null on shifts that are not theirs. */
  state: string()
    .oneOf([...assignmentStates])
    .nullable()
    .defined(),
  /** The leave asked for this shift: 0 requested, 1 approved, 2 refused. */
  leave: object({ status: number().oneOf([0, 1, 2]).required(), leaveTitle: number().required() })
    .nullable()
    .defined(),
});
export type Shift = InferType<typeof shiftShape>;

export const jobShape = object({
  jobId: string().required(),
  /** The owner of the job (JOBPAGE-41). */
  userId: string().required(),
  /** The next shift to come, else the last one. */
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
  /** Kilometres from the work-profile address; null when the guard has none. */
  distanceFromBase: number().nullable().defined(),
  isAppliedStatus: boolean().required(),
  appliedCount: number().required(),
  /** When it was posted; missing in replies of the release before. */
  postedAt: instant().nullable(),
});
export type Job = InferType<typeof jobShape>;

/** A found job as the map shows it. */
export const placeShape = object({
  jobId: string().required(),
  userId: string().required(),
  shiftId: string().required(),
  jobTitle: string().required(),
  hourlyRate: decimal().required(),
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

/** One reply for the job page and the guard's job detail (API-JOB-09, API-JOB-10). */
export const jobDetailShape = jobShape.shape({
  applyGuardIds: array(string().required()).required(),
  user: ownerShape.required(),
  shifts: array(shiftShape).required(),
  upcomingShifts: array(shiftShape).required(),
  previoushifts: array(shiftShape).required(),
  earning: decimal().required(),
  upcomingEarning: decimal().required(),
  totalEarning: decimal().required(),
  /** Whether the job fits the guard who asks; only for a job that can still be applied for. */
  fit: fitShape,
});
export type JobDetail = InferType<typeof jobDetailShape>;

export const historyShape = jobShape.shape({ totalEarning: array(object({ credit: decimal().required() })).required() });
export type HistoryJob = InferType<typeof historyShape>;

/** A job of the guard's to be chosen (DATA-COMM-21). */
export const assignedJobShape = object({
  jobId: object({
    id: string().required(),
    jobTitle: string().required(),
    locationId: object({ locationName: string().required() }).required(),
  }).required(),
});
export type AssignedJob = InferType<typeof assignedJobShape>;

/** Business and Incorporation are shown by their business name, anybody else by name (JOBPAGE-07, JOBPAGE-08). */
export const ownerName = (owner: Owner): string =>
  (owner.registerAs !== 'Individual' && owner.businessDetails[0]?.businessName) || `${owner.firstName} ${owner.lastName}`;
