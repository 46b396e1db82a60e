import { inflateSync } from 'node:zlib';
import { toWire } from '@portal/contracts/_kernel/wire';
import { statement } from '@portal/contracts/earnings/earnings.reports';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { sql } from 'kysely';
import { bookTransaction } from '../../../test/earnings';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { statementPdf } from './statement.pdf';

const api = testApi();
let guard: TestGuard;

beforeAll(async () => {
  guard = await api.guard({ firstName: 'Łucja', lastName: 'Roy' } as never);
  const { jobId } = (await api.call(postJob, { jobTitle: '=HYPERLINK("http://x")' } as never)).data;
  await sql`insert into transactions (guard_id, job_id, kind, amount, created_at) values (${guard.id}, ${jobId}, 'credit', 212.5, '2027-02-01T05:00:00Z')`.execute(
    db(),
  );
  await bookTransaction(guard, 'withdrawn', '60.00', '2027-03-01T04:59:59Z');
  await bookTransaction(guard, 'debit', '5.25', '2027-02-14T17:00:00Z');
  await bookTransaction(guard, 'credit', '99.00', '2027-03-01T05:00:00Z');
});

const ask = (asked: Record<string, unknown>, token = guard.token) =>
  fetch(`${api.url}${toWire(statement, asked as never).url}`, { headers: { authorization: `Bearer ${token}` } });
const february = { from: '2027-02-01', to: '2027-02-28' };

/** The words of a PDF, in the order in which they were written. */
function wordsOf(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, body = '']) => {
    try {
      return inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  return streams
    .flatMap((stream) => stream.split('\n').filter((line) => line.endsWith('TJ')))
    .map((line) => [...line.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''))
    .join('\n');
}

it('is a CSV by the days of the sites, without formulas', async () => {
  const reply = await ask({ ...february, format: 'csv' });
  expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
    200,
    'text/csv;charset=utf-8',
    'private, no-cache',
  ]);
  const rows = (await reply.text()).replace(/^\uFEFF/, '').split('\r\n');
  expect(rows[0]).toBe('"Date","Time (site)","At (UTC)","Job Title","Status","Credit","Debit or payout"');
  expect(rows.slice(1).map((row) => row.replaceAll('\u00a0', ' '))).toEqual([
    `"2027-02-01","12:00 a.m.","2027-02-01T05:00:00.000Z","'=HYPERLINK(""http://x"")","Credit","212.50",""`,
    '"2027-02-14","12:00 p.m.","2027-02-14T17:00:00.000Z","","Debit","","5.25"',
    '"2027-02-28","11:59 p.m.","2027-03-01T04:59:59.000Z","","Withdrawn","","60.00"',
    '',
  ]);
});

it('[SHELL-45] is a PDF with the name of the guard, the sums and every transaction', async () => {
  const reply = await ask({ ...february, format: 'pdf' });
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const pdf = Buffer.from(await reply.arrayBuffer());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const words = wordsOf(pdf);
  for (const said of [
    'Earnings statement',
    `Lucja Roy (${guard.email})`,
    '01-02-2027 to 28-02-2027, days in Ontario',
    '$212.50',
    '-$60.00',
    '-$5.25',
    'Withdrawn',
    'Page 1 of 1',
  ])
    expect(words).toContain(said);
  expect(words).not.toContain('$99.00');
});

it('gives the same bytes for the same rows, on as many pages as they need', async () => {
  const row = {
    id: '1',
    jobId: { jobTitle: 'Gate' },
    amount: '1.00',
    isCredit: true,
    isDebit: false,
    isBankDeposit: false,
    isWithdrawn: false,
  };
  const rows = Array.from({ length: 90 }, () => ({ ...row, createdAt: '2027-02-01T05:00:00.000Z' }));
  const sums = { credited: '90.00', debited: '0.00', paidOut: '0.00' };
  const made = () => statementPdf({ name: 'Ada Roy', email: 'a@example.com', ...february, now: '2027-03-10T15:00:00.000Z', rows, sums });
  const [one, other] = [await made(), await made()];
  expect(one.equals(other)).toBe(true);
  expect(wordsOf(one)).toContain('Page 3 of 3');
});

it.each([
  [
    { from: '2025-02-30', to: '1970' },
    { from: 'This date does not exist. Enter it as dd/MM/yyyy.', to: 'This date does not exist. Enter it as dd/MM/yyyy.' },
  ],
  [{ from: '2027-02-02', to: '2027-02-01' }, { to: 'The last day must not be before the first one.' }],
  [{ from: '2026-01-01', to: '2027-02-01' }, { to: 'A statement covers one year at most.' }],
])('of %j is refused in clear words', async (days, errors) => {
  const reply = await ask({ ...days, format: 'csv' });
  expect(reply.status).toBe(400);
  expect(await reply.json()).toMatchObject({ errors });
});

it('is for the guard of the session alone', async () => {
  const other = await api.guard();
  expect(await (await ask({ ...february, format: 'csv', guardId: guard.id }, other.token)).text()).not.toContain('212.50');
  expect((await ask({ ...february, format: 'csv' }, 'nobody')).status).toBe(401);
});

it('every one of twenty concurrent requests is answered', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => ask({ ...february, format: 'pdf' })));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
});
