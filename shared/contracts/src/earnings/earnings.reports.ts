import { array, type InferType, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { dayMonthYear, localDay, localTime, money, siteDate } from '../_kernel/formats';
import { anything, civilDate, decimal, instant, nothing, optionalText, paging, siteZone } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { statementPeriod } from './earnings.rules';

/** The credits between two days at the sites, both inclusive: an exact decimal in dollars. */
export const periodShape = object({ from: civilDate().required(), to: civilDate().required(), credited: decimal().required() });
export type EarningsPeriod = InferType<typeof periodShape>;

export const periodKinds = ['week', 'month'] as const;
export type PeriodKind = (typeof periodKinds)[number];

/** The credits of each of the last twelve weeks (from Monday) or months at the sites, oldest first, including the current one. */
export const earningTotals = endpoint({
  id: 'earnings.totals',
  method: 'GET',
  path: '/guard/earning-totals',
  auth: 'approved',
  input: object({ by: string<PeriodKind>().oneOf(periodKinds, 'Unknown kind of period').required('Name the kind of period') }),
  output: object({ periods: array(periodShape).required() }),
});

/**
 * The credits of the last four calendar quarters at the sites, oldest first, including the current one. `left` is the amount below
 * `SMALL_SUPPLIER`, negative above it.
 */
export const earningQuarters = endpoint({
  id: 'earnings.quarters',
  method: 'GET',
  path: '/guard/earning-quarters',
  auth: 'approved',
  input: nothing(),
  output: object({ quarters: array(periodShape).required(), total: decimal().required(), left: decimal().required() }),
});

/** A shift that is over: the pay according to its record, the received credit, and the missing amount (negative: too much). */
export const checkedShiftShape = object({
  shiftId: string().required(),
  jobId: object({ id: string().required(), jobTitle: string().required() }).required(),
  startTime: instant().required(),
  endTime: instant().required(),
  timeZone: siteZone(),
  hourlyRate: decimal().required(),
  paidHours: decimal().required(),
  expected: decimal().required(),
  received: decimal().required(),
  missing: decimal().required(),
});
export type CheckedShift = InferType<typeof checkedShiftShape>;

/** The guard's ended shifts, latest first. `only: 'gaps'` filters those with missing pay, and `gaps` is their number. */
export const payCheck = endpoint({
  id: 'earnings.pay-check',
  method: 'GET',
  path: '/guard/pay-check',
  auth: 'approved',
  input: object({ ...paging(), only: optionalText().oneOf(['gaps', undefined], 'Unknown choice') }),
  output: object({ docs: array(checkedShiftShape).required(), total: number().required(), gaps: number().required() }),
});

export const statementFormats = ['pdf', 'csv'] as const;

export const statementRules = object({
  ...statementPeriod(),
  format: string<(typeof statementFormats)[number]>().oneOf(statementFormats, 'Choose PDF or CSV').required('Choose PDF or CSV'),
});

/** A file with the guard's own transactions between two days at the sites, at most one year. */
export const statement = endpoint({
  id: 'earnings.statement',
  method: 'GET',
  path: '/guard/earning-statement',
  auth: 'approved',
  input: statementRules,
  output: anything(),
});

/** `earnings-2027-01-01-2027-12-31.pdf` */
export const statementName = ({ from, to, format }: InferType<typeof statementRules>): string => `earnings-${from}-${to}.${format}`;

/** The text of a ticket about the pay of a shift. */
export function payQuestion({ jobId, startTime, endTime, timeZone, paidHours, hourlyRate, expected, received, missing }: CheckedShift) {
  const day = dayMonthYear(siteDate(startTime, timeZone));
  return {
    title: `Pay of ${day}: ${money(missing)} less than expected`,
    text: [
      `${jobId.jobTitle}, ${localDay(startTime, timeZone)}, ${localTime(startTime, timeZone)} to ${localTime(endTime, timeZone)}`,
      `Expected: ${paidHours} h at ${money(hourlyRate)} an hour = ${money(expected)}.`,
      `Received: ${money(received)}.`,
      `Missing: ${money(missing)}.`,
    ].join('\n'),
  };
}
