import { emergencyLabel } from '../_kernel/emergency';

/** Words of the On Job screen, as the documents write them. */
export const onJobLabels = {
  notes: 'E-Notes', // ONJOB-01
  endJob: 'End Job', // ONJOB-02
  sos: 'SOS', // ONJOB-03, ONJOB-23
  off: 'OFF', // ONJOB-23
  alert: 'Alert Team Now!', // ONJOB-04
  emergency: 'Emergency', // ONJOB-05
  takeBreak: 'Take Break', // ONJOB-06
  timeOnJob: 'Time on Job', // ONJOB-07
  totalHours: 'Total Hours', // ONJOB-08
  totalRemaining: 'Total Remaining', // ONJOB-09
  totalEarning: 'Total Earning', // ONJOB-10
  submit: 'Submit', // ONJOB-13, ONJOB-22
  /** What the screen calls its own acts; its journey presses them. */
  arrived: 'I have arrived',
  start: 'Start shift',
  endBreak: 'End break',
  record: 'Shift record',
  call: emergencyLabel,
};
