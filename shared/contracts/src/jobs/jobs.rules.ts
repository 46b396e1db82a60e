import { array, object } from 'yup';
import { limits } from '../_kernel/limits';
import { civilDate, optionalCode, optionalNumber, optionalText, paging } from '../_kernel/shapes';
import type { AssignmentState } from '../_kernel/shift';
import { string } from '../_kernel/text';

/** Codes as the specification numbers them, with verbatim labels. Every screen and filter uses these texts. */
export const jobStatuses: Readonly<Record<number, string>> = {
  0: 'Awaiting Approval', // CODE-32
  1: 'Approved', // CODE-33
  2: 'De-Activate(Reject)', // CODE-34
  3: 'Cancel', // CODE-35
  4: 'Ongoing', // CODE-36
  5: 'Closed', // CODE-37
  6: 'Upcoming', // CODE-38
  7: 'Previous', // CODE-39
};
export const jobStatusLabel = (status: number | null | undefined): string => jobStatuses[status ?? -1] ?? 'N/A'; // CODE-40

/**
 * The changes of a stored status that staff may make (CODE-41): approve or reject a waiting job, cancel or close an approved one. The
 * statuses 4, 6 and 7 are derived from the current time.
 */
export const jobTransitions: Readonly<Record<number, readonly number[]>> = { 0: [1, 2], 1: [3, 5] };
export const canChangeTo = (from: number, to: number): boolean => jobTransitions[from]?.includes(to) ?? false;

/** The possible changes of a guard's shift. A shift becomes `missed` when it ends without a start. */
export const shiftTransitions: Readonly<Record<AssignmentState, readonly AssignmentState[]>> = {
  awarded: ['leave-requested', 'arrived', 'missed'],
  'leave-requested': ['on-leave', 'awarded'],
  'on-leave': [],
  arrived: ['running', 'missed'],
  running: ['on-break', 'ended'],
  'on-break': ['running'],
  ended: [],
  missed: [],
};
export const shiftMayBecome = (from: AssignmentState, to: AssignmentState): boolean => shiftTransitions[from].includes(to);

export const jobTypes: Readonly<Record<number, string>> = { 1: 'One Day Job', 2: 'Long Term Job', 3: 'Custom Dates' };
export const dressCodes: Readonly<Record<number, string>> = { 1: 'HV Vest', 2: 'Casual', 3: 'Suited' };
export const transports: Readonly<Record<number, string>> = { 1: 'Own vehicle', 2: 'Public transport', 3: 'Does not matter' };
export const shiftTimes: Readonly<Record<number, string>> = { 1: 'Morning', 2: 'Afternoon', 3: 'Evening' };
export const jobsFilter: Readonly<Record<number, string>> = { 1: 'Available', 2: 'Applied' };
export const sorts = { asc: 'Soonest first', desc: 'Latest first', newest: 'Newly posted' } as const;
export const prices = { asc: 'Lowest rate first', desc: 'Highest rate first' } as const;

/** Start hours at the site (America/Toronto): `from` inclusive, `to` exclusive. Evening continues past midnight. */
export const shiftHours: Readonly<Record<number, { from: number; to: number }>> = {
  1: { from: 5, to: 12 },
  2: { from: 12, to: 18 },
  3: { from: 18, to: 5 },
};

/** The start of the next shift at the site. Tonight: from 18:00 to 05:00. Weekend: Saturday or Sunday. */
export const whens = { tonight: 'Tonight', weekend: 'This weekend' } as const;
export type When = keyof typeof whens;

/** The history filter: labels and status codes. All Jobs sends no code (HISTORY-14, HISTORY-17..21). */
export const historyFilters = [
  { label: 'All Jobs', status: undefined },
  ...([1, 4, 5, 6, 7] as const).map((status) => ({ label: jobStatusLabel(status), status })),
] as const;

/** Texts of the job screens, verbatim from the specification. */
export const jobsLabels = {
  upcomingShifts: 'Upcoming Shifts', // JOBDETAIL-19
  previousShifts: 'Previous Shifts', // JOBDETAIL-19
  jobTitle: 'Job Title', // HISTORY-02
  location: 'Location', // HISTORY-03
  totalEarning: 'Tot.Earning', // HISTORY-04
  rate: 'Rate', // HISTORY-05
  speciality: 'Speciality', // HISTORY-06
  status: 'Status', // HISTORY-07
};

export const jobsMessages = {
  none: 'No job found', // SEARCH-22
  noShifts: 'No Data', // JOBDETAIL-25
  noSuchJob: 'This job is no longer available.',
  notYours: 'This job is not yours.',
  noPosition: 'We do not know where you are. Share your location or add your address to filter by distance.',
  cannotChange: 'A job in this status cannot be changed so.',
  notWaiting: 'This job does not await an approval.',
  cancelled: 'Job cancelled',
  newJob: 'New job',
  newJobText: (title: string, place: string, when: string, total: string, rate: string) =>
    `${title}, ${place}. ${when}. ${total}, ${rate} an hour.`,
  notATest: 'Only a job that was posted as a test can be removed.',
  unknownCity: 'We do not serve this city.',
  unknownSpeciality: 'Unknown speciality',
  notATime: 'A time is HH:mm',
  notAPhone: 'A phone number has ten digits',
  noSuchShift: 'There is no such shift.',
  shiftChanged: 'A shift was changed',
  nothingToChange: 'Say what changes: the date, the start or the end.',
  shiftBegun: 'A shift that has begun cannot be changed.',
  dayTaken: 'The job has another shift on that date.',
  /** For staff. `other` names the guard's other shift with its day and times. */
  guardBusy: (other: string) => `A guard of this shift already works ${other} at that time.`,
  inThePast: 'A shift cannot be moved into the past.',
  savedSearches: 'Saved searches',
  saveSearch: 'Save this search',
  nameSearch: 'Please name this search',
  longName: (most: number) => `At most ${most} characters`,
  notKept: 'This device could not save the search. A private window saves nothing.',
  newHere: (count: number) => `${count} new on this page since your last visit`,
  minAboveMax: 'The lowest rate is above the highest rate.',
  lastBeforeFirst: 'The last day is before the first day.',
  fitsMe: 'Fits me',
  fitsMeHiding: (count: string) => `Fits me, ${count} hidden`,
  noneFits: 'No job matches your work profile, so every job is shown.',
};

const rate = (label: string) => optionalNumber().min(0, `${label} cannot be below 0`).max(1000, `${label} cannot be above 1000`);

/** The search call (SEARCH-24). Every key is always sent, unset ones empty. Rates in $ per hour, distances in km. */
export const searchRules = object({
  ...paging(),
  sortBy: optionalText().oneOf(['asc', 'desc', 'newest', undefined], 'Unknown order'),
  price: optionalText().oneOf(['asc', 'desc', undefined], 'Unknown order'),
  distanceFromBase: optionalCode([1]),
  minRange: rate('The lowest rate').test('order', jobsMessages.minAboveMax, (value, { parent }) => {
    const max = Number(parent.maxRange);
    return value === undefined || parent.maxRange === undefined || parent.maxRange === '' || Number.isNaN(max) || value <= max;
  }),
  maxRange: rate('The highest rate'),
  range: optionalNumber().min(0, 'A distance cannot be below 0 km').max(limits.kilometres, `At most ${limits.kilometres} km`),
  speciality: array(
    string()
      .required()
      .matches(/^(any|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i, jobsMessages.unknownSpeciality),
  )
    .transform((value: unknown, original: unknown) => (original === '' || original == null ? [] : value))
    .max(50, 'At most 50 specialities'),
  rating: optionalNumber().min(0, 'Ratings are 0 to 5').max(5, 'Ratings are 0 to 5'),
  shifts: optionalCode([1, 2, 3]),
  jobs: optionalCode([1, 2]),
  transportation: optionalCode([1, 2, 3]),
  dressCode: optionalCode([1, 2, 3]),
  liveLong: optionalNumber().min(-180, 'Not a longitude').max(180, 'Not a longitude'),
  liveLat: optionalNumber().min(-90, 'Not a latitude').max(90, 'Not a latitude'),
  status: optionalCode([1, 4, 6]),
});

const optionalDay = () => civilDate().transform((value: unknown) => value || undefined);

/**
 * Optional search keys that are not in the specification. `fitsMe` 1 selects jobs that match the work profile. `when`, `dateFrom` and
 * `dateTo` apply to the start of a job's next shift, by the date at the site.
 */
export const ownSearchRules = {
  fitsMe: optionalCode([0, 1]),
  when: optionalText().oneOf([...(Object.keys(whens) as When[]), undefined], 'Unknown choice'),
  dateFrom: optionalDay(),
  dateTo: optionalDay().test(
    'order',
    jobsMessages.lastBeforeFirst,
    (value, { parent }) => !value || !parent.dateFrom || value >= parent.dateFrom,
  ),
};

/** The speciality filter (SEARCH-12, SEARCH-13): 'Any' clears the others, another choice clears 'Any'. `chosen` contains ids. */
export function chooseSpeciality(chosen: readonly string[], id: string | 'any'): string[] {
  if (id === 'any') return [];
  return chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];
}
