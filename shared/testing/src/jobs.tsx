import type { HistoryJob, Job, JobDetail, Shift } from '@portal/contracts/jobs/jobs.shapes';
import { mockId } from './ids';

/** Ids of the nth job, its owner and its shift. */
export const jobIds = (n = 1) => ({ jobId: mockId(1000 + n), userId: mockId(2000 + n), shiftId: mockId(3000 + n) });

/** An approved job in Toronto on the evening of 14 March 2027 in UTC; it ends after midnight at the site. */
export function job(changes: Partial<Job> = {}, n = 1): Job {
  return {
    ...jobIds(n),
    jobTitle: 'Night watch at the depot',
    description: 'Walk the yard every hour and keep the gate.',
    jobDate: '2027-03-14',
    startTime: '2027-03-14T22:05:00Z',
    endTime: '2027-03-15T06:35:00Z',
    jobType: 1,
    customDates: [],
    jobStatus: 1,
    hourlyRate: '24.5',
    shiftHrs: '8.5',
    dressCode: 1,
    transportation: 1,
    clientRating: 4.5,
    speciality: { id: mockId(91), name: 'Construction' },
    locationId: {
      id: mockId(92),
      locationName: 'Toronto Yard 7',
      lat: 43.6532,
      long: -79.3832,
      location: { type: 'Point', coordinates: [-79.3832, 43.6532] },
    },
    distanceFromBase: 12.4,
    isAppliedStatus: false,
    appliedCount: 2,
    commitment: null,
    ...changes,
  };
}

export function shift(changes: Partial<Shift> = {}, n = 1): Shift {
  return {
    shiftId: jobIds(n).shiftId,
    shiftDate: '2027-03-14',
    startTime: '2027-03-14T22:05:00Z',
    endTime: '2027-03-15T06:35:00Z',
    customerRate: '26',
    totalShiftHours: '8.5',
    state: 'awarded',
    leave: null,
    ...changes,
  };
}

export function detailOf(changes: Partial<JobDetail> = {}, n = 1): JobDetail {
  return {
    ...job({}, n),
    applyGuardIds: [],
    user: {
      id: jobIds(n).userId,
      registerAs: 'Business',
      firstName: 'Maya',
      lastName: 'Okafor',
      businessDetails: [{ businessName: 'Harbour Freight Inc.' }],
    },
    shifts: [shift({}, n)],
    upcomingShifts: [shift({}, n)],
    previoushifts: [],
    earning: '416.5',
    upcomingEarning: '208.5',
    totalEarning: '625',
    ...changes,
  };
}

export const historyJob = (changes: Partial<HistoryJob> = {}, n = 1): HistoryJob => ({
  ...job({}, n),
  jobStatus: 5,
  totalEarning: [{ credit: '1208.25' }],
  endedShifts: [{ shiftId: jobIds(n).shiftId, startTime: '2027-03-14T22:05:00Z' }],
  ...changes,
});
