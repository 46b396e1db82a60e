import { Readable } from 'node:stream';
import { csvOf, csvType } from '@portal/contracts/_kernel/csv';
import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { localTime, siteDate } from '@portal/contracts/_kernel/formats';
import { limits } from '@portal/contracts/_kernel/limits';
import { type Transaction, transactionKind } from '@portal/contracts/earnings/earnings.endpoints';
import type { earningQuarters, earningTotals, PeriodKind, payCheck, statement } from '@portal/contracts/earnings/earnings.reports';
import { SMALL_SUPPLIER } from '@portal/contracts/earnings/earnings.rules';
import { nowText } from '../../platform/clock';
import { currentServices } from '../../platform/context';
import type { StoredFile } from '../../platform/http/routes';
import { guard } from '../guards/guards.service';
import { sum } from './earnings.service';
import * as reports from './reports.repository';

const PERIODS = 12;
const QUARTERS = 4;

/** The credits in each of the last twelve weeks or months. */
export const totalsBy = async (guardId: string, by: PeriodKind): Promise<Output<typeof earningTotals>> => ({
  periods: await reports.creditedBy(by, guardId, nowText(), PERIODS),
});

/** The credits in each of the last four calendar quarters, and their total. */
export async function quarters(guardId: string): Promise<Output<typeof earningQuarters>> {
  const found = await reports.creditedBy('quarter', guardId, nowText(), QUARTERS);
  const total = sum(found.map(({ credited }) => credited));
  return { quarters: found, total, left: sum([SMALL_SUPPLIER, `-${total}`]) };
}

/** The guard's ended shifts with the pay by their record and the credit. */
export const checkPay = (
  guardId: string,
  { page = 1, limit = limits.pageSize, only }: Input<typeof payCheck>,
): Promise<Output<typeof payCheck>> => reports.checkedShifts(guardId, { page, limit, onlyGaps: only === 'gaps' });

const csvRow = (row: Transaction): string[] => [
  siteDate(row.createdAt, row.jobId?.timeZone),
  localTime(row.createdAt, row.jobId?.timeZone),
  row.createdAt,
  row.jobId?.jobTitle ?? '',
  transactionKind(row),
  row.isCredit ? row.amount : '',
  row.isCredit ? '' : row.amount,
];
const csvHead = ['Date', 'Time (site)', 'At (UTC)', 'Job Title', 'Status', 'Credit', 'Debit or payout'];

type Booked = Parameters<typeof import('./statement.pdf').statementPdf>[0];

/** Loaded with the first statement: the PDF library is a fifth of the modules that an API would load at its start. */
async function drawn(booked: Booked): Promise<Buffer> {
  const { statementPdf } = await import('./statement.pdf');
  return statementPdf(booked);
}

/** The bookings of a period as a file of the guard. */
export const makeStatement = (guardId: string, { from, to, format }: Input<typeof statement>): Promise<StoredFile> =>
  currentServices().limits.statementsPerGuard(guardId, async () => {
    const rows = await reports.bookedTransactions(guardId, from, to);
    const bytes =
      format === 'csv'
        ? Buffer.from(csvOf([csvHead, ...rows.map(csvRow)]))
        : await drawn({
            ...(await whose(guardId)),
            from,
            to,
            now: nowText(),
            rows,
            sums: await reports.bookedSums(guardId, from, to),
          });
    const contentType = format === 'csv' ? csvType : 'application/pdf';
    const savedAs = `statement-${from}-${to}.${format}`;
    return { stream: Readable.from([bytes]), savedAs, contentType, bytes: bytes.byteLength, isPrivate: true, isLive: true };
  });

async function whose(guardId: string): Promise<{ name: string; email: string }> {
  const { firstName, lastName, email } = await guard(guardId);
  return { name: `${firstName} ${lastName}`, email };
}
