import { myEarning } from '@portal/contracts/earnings/earnings.endpoints';
import { profileSummary } from '@portal/contracts/guards/guards.endpoints';
import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { sql } from 'kysely';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { sum } from './earnings.service';

const api = testApi();
let guard: TestGuard;

const rows = [
  ['credit', '100.10', '2027-02-01T12:00:00Z'],
  ['credit', '0.20', '2027-02-02T04:59:00Z'],
  ['debit', '25.00', '2027-02-03T12:00:00Z'],
  ['withdrawn', '50.00', '2027-02-04T12:00:00Z'],
  ['bank-deposit', '10.05', '2027-02-05T05:00:00Z'],
] as const;

beforeAll(async () => {
  guard = await api.guard();
  for (const [kind, amount, at] of rows)
    await sql`insert into transactions (guard_id, kind, amount, created_at) values (${guard.id}, ${kind}, ${amount}, ${at})`.execute(db());
});

const list = (input: Record<string, unknown> = {}, guardId = guard.id) =>
  api.call(myEarning, { guardId, ...input } as never, { token: guard.token });
const amounts = async (input: Record<string, unknown>) => (await list(input)).data.earnings.docs.map(({ amount }) => amount);

describe('earnings', () => {
  it('[API-EARN-02, DATA-ACCT-14, DATA-ACCT-15] replies wallet and transactions, latest first', async () => {
    const { data } = await list();
    expect(data.guardWallet).toEqual({ totalAmount: '75.30', totalWithdrawalAmout: '60.05' });
    expect(data.earnings.total).toBe(5);
    expect(data.earnings.docs.map(({ amount }) => amount)).toEqual(['10.05', '50.00', '25.00', '0.20', '100.10']);
    expect((await list({ limit: 2, page: 3 })).data).toMatchObject({
      guardWallet: { totalAmount: '75.30', totalWithdrawalAmout: '60.05' },
      earnings: { docs: [{ amount: '100.10' }], total: 5 },
    });
  });

  it('[MYPROFILE-14] of more than three transactions the first page of three has the latest, latest first', async () => {
    const { docs, total } = (await list({ limit: 3, page: 1 })).data.earnings;
    expect([docs.map(({ amount }) => amount), total]).toEqual([['10.05', '50.00', '25.00'], 5]);
  });

  it('[DATA-ACCT-16] a transaction has its amount, its time and the title of its job', async () => {
    const worker = await api.guard();
    const booked = [
      ['Gate watch', '120.50', '2027-02-01T12:00:00.000Z'],
      ['Hall patrol', '80.00', '2027-02-02T13:30:00.000Z'],
    ] as const;
    for (const [jobTitle, amount, at] of booked) {
      const { jobId } = (await api.call(postJob, { jobTitle, dates: ['2027-03-12'] } as never)).data;
      await sql`insert into transactions (guard_id, job_id, kind, amount, created_at)
        values (${worker.id}, ${jobId}, 'credit', ${amount}, ${at})`.execute(db());
    }
    const { docs } = (await api.call(myEarning, { guardId: worker.id } as never, { token: worker.token })).data.earnings;
    expect(docs.map(({ jobId, amount, createdAt }) => [jobId?.jobTitle, amount, createdAt])).toEqual([...booked].reverse());
  });

  it('[DATA-ACCT-17] has one flag for the kind of a transaction, which may have no job', async () => {
    const { docs } = (await list()).data.earnings;
    expect(docs[0]).toMatchObject({ jobId: null, createdAt: '2027-02-05T05:00:00.000Z', amount: '10.05' });
    const flags = docs.map(({ isCredit, isDebit, isBankDeposit, isWithdrawn }) => ({ isCredit, isDebit, isBankDeposit, isWithdrawn }));
    const none = { isCredit: false, isDebit: false, isBankDeposit: false, isWithdrawn: false };
    const one = (flag: keyof typeof none) => ({ ...none, [flag]: true });
    expect(flags).toEqual((['isBankDeposit', 'isWithdrawn', 'isDebit', 'isCredit', 'isCredit'] as const).map(one));
  });

  it('[AUTHZ-32] shows bookings in earnings and wallet, to their guard alone and only with a session', async () => {
    const other = await api.guard();
    const followed = async () => {
      const { data } = await api.call(myEarning, { guardId: other.id } as never, { token: other.token });
      return [data.guardWallet, data.earnings.docs.map(({ amount, isCredit, isWithdrawn }) => ({ amount, isCredit, isWithdrawn }))];
    };
    expect(await followed()).toEqual([{ totalAmount: '0.00', totalWithdrawalAmout: '0.00' }, []]);
    const book = (kind: string, amount: string, at: string) =>
      sql`insert into transactions (guard_id, kind, amount, created_at) values (${other.id}, ${kind}, ${amount}, ${at})`.execute(db());
    await book('credit', '120.50', '2027-02-01T12:00:00Z');
    await book('withdrawn', '20.00', '2027-02-02T12:00:00Z');
    expect(await followed()).toEqual([
      { totalAmount: '120.50', totalWithdrawalAmout: '20.00' },
      [
        { amount: '20.00', isCredit: false, isWithdrawn: true },
        { amount: '120.50', isCredit: true, isWithdrawn: false },
      ],
    ]);
    expect((await list()).data.earnings.total).toBe(5);
    expect(await list({}, other.id)).toMatchObject({ status: 403, data: null });
    expect(await api.call(myEarning, { guardId: other.id } as never)).toMatchObject({ status: 401, data: null });
  });

  it('[DATA-ACCT-22] a transaction has the listed fields and no others', async () => {
    const { guardWallet, earnings } = (await list()).data;
    expect(Object.keys(guardWallet).sort()).toEqual(['totalAmount', 'totalWithdrawalAmout']);
    for (const transaction of earnings.docs)
      expect(Object.keys(transaction).sort()).toEqual([
        ...['amount', 'createdAt', 'id', 'isBankDeposit', 'isCredit', 'isDebit', 'isWithdrawn', 'jobId'],
      ]);
  });

  it('[API-EARN-01, API-EARN-06/1] pages, and filters by kind and by civil dates at the sites', async () => {
    expect(await amounts({ limit: 2, page: 2, searchBy: '', from: '', to: '', type: '' })).toEqual(['25.00', '0.20']);
    expect(await amounts({ type: 'credit' })).toEqual(['0.20', '100.10']);
    expect(await amounts({ type: 'debit' })).toEqual(['25.00']);
    expect(await amounts({ type: 'withdrawn' })).toEqual(['10.05', '50.00']);
    expect(await amounts({ from: '2027-02-01', to: '2027-02-01' })).toEqual(['0.20', '100.10']);
    expect(await amounts({ from: '2027-02-05' })).toEqual(['10.05']);
    expect(await amounts({ searchBy: 'gate' })).toEqual([]);
  });

  it('[API-EARN-01] takes searchBy: a word of the title of the job', async () => {
    const worker = await api.guard();
    for (const [jobTitle, amount] of Object.entries({ 'Gate watch': '120.50', 'Hall patrol': '80.00' })) {
      const { jobId } = (await api.call(postJob, { jobTitle, dates: ['2027-03-12'] } as never)).data;
      await sql`insert into transactions (guard_id, job_id, kind, amount, created_at) values (${worker.id}, ${jobId}, 'credit', ${amount}, '2027-02-01T12:00:00Z')`.execute(
        db(),
      );
    }
    const found = async (searchBy: string) =>
      (await api.call(myEarning, { guardId: worker.id, searchBy } as never, worker)).data.earnings.docs.map(({ amount }) => amount);
    expect([await found('gate'), await found('patrol'), await found('dock')]).toEqual([['120.50'], ['80.00'], []]);
  });

  it('searches for wildcards of the database as plain characters', async () => {
    const worker = await api.guard();
    const titles = ['Sale 100% off', 'Sale 1000 off', 'Dock_A', 'Dock A', 'Yard \\B', 'Yard _B'];
    for (const [at, jobTitle] of titles.entries()) {
      const { jobId } = (await api.call(postJob, { jobTitle, dates: ['2027-03-12'] } as never)).data;
      await sql`insert into transactions (guard_id, job_id, kind, amount, created_at) values (${worker.id}, ${jobId}, 'credit', ${at + 1}, '2027-02-01T12:00:00Z')`.execute(
        db(),
      );
    }
    const found = async (searchBy: string) =>
      (await api.call(myEarning, { guardId: worker.id, searchBy } as never, worker)).data.earnings.docs.map(({ jobId }) => jobId?.jobTitle);
    expect([await found('0% o'), await found('k_a'), await found('d \\b')]).toEqual([['Sale 100% off'], ['Dock_A'], ['Yard \\B']]);
  });

  it('sums the credits of a guard for a job, and nothing else', async () => {
    const [worker, other] = [await api.guard(), await api.guard()];
    const post = async () => (await api.call(postJob, { jobTitle: 'Gate watch', dates: ['2027-03-12'] } as never)).data.jobId;
    const [job, elsewhere] = [await post(), await post()];
    for (const [guardId, jobId, kind, amount] of [
      [worker.id, job, 'credit', '120.50'],
      [worker.id, job, 'credit', '0.25'],
      [worker.id, job, 'debit', '7.00'],
      [worker.id, elsewhere, 'credit', '30.00'],
      [other.id, job, 'credit', '9.00'],
    ])
      await sql`insert into transactions (guard_id, job_id, kind, amount, created_at) values (${guardId}, ${jobId}, ${kind}, ${amount}, '2027-02-01T12:00:00Z')`.execute(
        db(),
      );
    const earned = async (jobId: string) => (await api.call(jobDetail, { jobId } as never, worker)).data.earning;
    expect([await earned(job), await earned(elsewhere), await earned(await post())]).toEqual(['120.75', '30.00', '0.00']);
  });

  it('a test’s guard starts with the requested amount, credited now; with zero there is no transaction', async () => {
    const of = async (inHand: string) => {
      const { id, token } = await api.guard({ inHand } as never);
      return (await api.call(myEarning, { guardId: id } as never, { token })).data;
    };
    expect(await of('12.5')).toMatchObject({
      guardWallet: { totalAmount: '12.50', totalWithdrawalAmout: '0.00' },
      earnings: { total: 1, docs: [{ jobId: null, createdAt: api.clock.now().toISOString(), amount: '12.50', isCredit: true }] },
    });
    expect(await of('0')).toMatchObject({ guardWallet: { totalAmount: '0.00' }, earnings: { total: 0, docs: [] } });
  });

  it("refuses another guard's id without data", async () => {
    const other = await api.guard();
    expect(await list({}, other.id)).toMatchObject({ status: 403, data: null });
  });

  it('[DATA-ACCT-10] the profile summary has the same in-hand amount', async () => {
    const { data } = await api.call(profileSummary, { id: guard.id }, { token: guard.token });
    expect(data).toMatchObject({ totalEarning: '100.30', eWallet: '15.25', hoursWorked: '0', rating: 0 });
  });

  it('adds decimals exactly', () => {
    expect([sum([]), sum(['0.05']), sum(['0.10', '0.20']), sum(['90071992547409.93', '0.01']), sum(['1.00', '-1.05'])]).toEqual([
      '0.00',
      '0.05',
      '0.30',
      '90071992547409.94',
      '-0.05',
    ]);
  });
});
