import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { sql } from 'kysely';
import { testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();

async function instants(date: string, start: string, end: string): Promise<string[]> {
  const { data } = await api.call(postJob, { jobTitle: 'Watch', dates: [date], start, end } as never);
  const { rows } = await sql<{ from: string; to: string; hours: string }>`
    select starts_at as from, ends_at as to, trim_scale(shift_hours(starts_at, ends_at))::text as hours from shifts where job_id = ${data.jobId}`.execute(
    db(),
  );
  return rows.flatMap(({ from, to, hours }) => [from.slice(0, 16), to.slice(0, 16), hours]);
}

describe('a date and times of a site are converted to instants', () => {
  it.each([
    ['in winter', '2027-02-10', '09:00', '17:00', ['2027-02-10T14:00', '2027-02-10T22:00', '8']],
    ['in summer', '2027-07-10', '09:00', '17:00', ['2027-07-10T13:00', '2027-07-10T21:00', '8']],
    ['over midnight', '2027-07-10', '22:00', '06:00', ['2027-07-11T02:00', '2027-07-11T10:00', '8']],
    ['a whole day', '2027-07-10', '08:00', '08:00', ['2027-07-10T12:00', '2027-07-11T12:00', '24']],
    ['the night that the clocks go forward', '2027-03-13', '22:00', '06:00', ['2027-03-14T03:00', '2027-03-14T10:00', '7']],
    ['the night that the clocks go back', '2027-11-06', '22:00', '06:00', ['2027-11-07T02:00', '2027-11-07T11:00', '9']],
    ['a time that the clocks skip', '2027-03-14', '02:30', '10:00', ['2027-03-14T07:30', '2027-03-14T15:00', '7.5']],
  ])('%s', async (_case, date, start, end, expected) => expect(await instants(date, start, end)).toEqual(expected));
});

describe('pay', () => {
  it.each([
    ['the schedule', null, null, '164.00'],
    ['not for coming early or leaving late', '13:30', '22:30', '164.00'],
    ['only what was worked', '14:10', '21:50', '157.17'],
    ['nothing before it began', '22:10', '22:30', '0.00'],
  ])('%s', async (_case, started, ended, pay) => {
    const at = (time: string | null) => time && `2027-02-10T${time}:00Z`;
    const { rows } = await sql<{
      pay: string;
    }>`select shift_pay(20.5, '2027-02-10T14:00Z', '2027-02-10T22:00Z', ${at(started)}, ${at(ended)})::text as pay`.execute(db());
    expect(rows[0]?.pay).toBe(pay);
  });

  it('rounds half a cent up', async () => {
    const { rows } = await sql<{
      pay: string;
    }>`select shift_pay(20.10, '2027-02-10T14:00Z', '2027-02-10T14:15Z', null, null)::text as pay`.execute(db());
    expect(rows[0]?.pay).toBe('5.03');
  });
});
