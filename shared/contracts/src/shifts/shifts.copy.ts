import { emergencyLabel } from '../_kernel/emergency';

/** Texts of the On Job screen, verbatim from the specification. */
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
  /** The labels of actions that the specification does not state. End-to-end tests use them. */
  arrived: 'I have arrived',
  start: 'Start shift',
  startUnread: 'Start without reading them',
  handover: 'Handover notes',
  endBreak: 'End break',
  record: 'Shift record',
  call: emergencyLabel,
};
