import type { Output } from '@portal/contracts/_kernel/endpoint';
import { listEnotes } from '@portal/contracts/enotes/enotes.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { breakReasons, currentShift, endJobReasons } from '@portal/contracts/shifts/shifts.endpoints';
import type { Break, Sos, WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { mockId } from './ids';
import { jobIds } from './jobs';
import { mockEndpoint } from './mockEndpoint';
import { renderScreen, type ScreenOptions } from './renderScreen';

const timesAt = (at: string) => ({ at, receivedAt: at });

/** An awarded shift on 14 March 2027 from 10:00 to 18:00 in Toronto. The fake portal's time is 11:00 on that day. */
export function workedShift(changes: Partial<WorkedShift> = {}, n = 1): WorkedShift {
  return {
    ...jobIds(n),
    jobTitle: 'Night watch at the depot',
    location: { locationName: 'Toronto Yard 7', lat: 43.6532, long: -79.3832 },
    shiftDate: '2027-03-14',
    startTime: '2027-03-14T14:00:00Z',
    endTime: '2027-03-14T22:00:00Z',
    state: 'awarded',
    isCancelled: false,
    arriveFrom: '2027-03-14T12:00:00Z',
    startFrom: '2027-03-14T13:30:00Z',
    arrival: null,
    started: null,
    breaks: [],
    sos: [],
    enotes: [],
    ended: null,
    hourlyRate: '24.5',
    totalShiftHours: '8',
    paidHours: '0',
    earning: '0',
    expectedEarning: '196',
    ...changes,
  };
}

export const arrivedShift = (changes: Partial<WorkedShift> = {}): WorkedShift =>
  workedShift({
    state: 'arrived',
    arrival: { ...timesAt('2027-03-14T13:50:00.000Z'), lat: 43.6533, long: -79.3833, accuracy: 18, distance: 40, isFar: false },
    ...changes,
  });

/** Started on time, one hour before the fake portal's time. */
export const runningShift = (changes: Partial<WorkedShift> = {}): WorkedShift =>
  arrivedShift({ state: 'running', started: timesAt('2027-03-14T14:00:00.000Z'), ...changes });

export const breakOf = (changes: Partial<Break> = {}): Break => ({
  breakId: mockId(401),
  reason: { id: mockId(501), name: 'Lunch' },
  description: 'Break',
  ...timesAt('2027-03-14T14:45:00.000Z'),
  endedAt: null,
  ...changes,
});

export const sosOf = (changes: Partial<Sos> = {}): Sos => ({
  sosId: mockId(601),
  state: 'sent',
  isActive: true,
  ...timesAt('2027-03-14T14:58:00.000Z'),
  lat: null,
  long: null,
  accuracy: null,
  acknowledgedAt: null,
  endedAt: null,
  ...changes,
});

export const endedShift = (changes: Partial<WorkedShift> = {}): WorkedShift =>
  runningShift({
    state: 'ended',
    breaks: [breakOf({ endedAt: '2027-03-14T14:50:00.000Z' })],
    ended: {
      ...timesAt('2027-03-14T15:00:00.000Z'),
      byStaff: false,
      endReasonId: { id: mockId(511), name: 'Shift complete' },
      shiftEndComment: 'Quiet night.',
      rating: 4,
    },
    paidHours: '1',
    earning: '24.5',
    ...changes,
  });

/** The reply for /onJob, one second before the fake portal's time. */
export const currentShiftReply = (
  shift: WorkedShift | null,
  changes: Partial<Output<typeof currentShift>> = {},
): Output<typeof currentShift> => ({
  now: '2027-03-14T14:59:59.000Z',
  shift,
  lastEnded: null,
  ...changes,
});

/** Two reasons for a break and two for the end of a job; tests choose the second. No e-notes. */
export function mockReasons() {
  mockEndpoint(listEnotes, { docs: [], total: 0 });
  mockEndpoint(breakReasons, [
    { id: mockId(502), name: 'Rest' },
    { id: mockId(501), name: 'Lunch' },
  ]);
  mockEndpoint(endJobReasons, [
    { id: mockId(512), name: 'Relieved early' },
    { id: mockId(511), name: 'Shift complete' },
  ]);
}

export async function openOnJob(shown: ReactNode, shift: WorkedShift | null, options: ScreenOptions = {}) {
  mockReasons();
  const current = mockEndpoint(currentShift, currentShiftReply(shift));
  const page = renderScreen(shown, { path: jobsPaths.onJob(), ...options });
  await screen.findByText(shift?.jobTitle ?? 'No shift is coming up');
  return { current, ...page };
}
/** The value of one of the four live fields. */
export const liveField = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling;
