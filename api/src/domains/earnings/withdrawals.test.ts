import { openWithdrawals, payWithdrawal, processWithdrawal, refuseWithdrawal } from '@portal/contracts/earnings/earnings.staff';
import { listWithdrawals, requestWithdrawal } from '@portal/contracts/earnings/earnings.withdrawals';
import { profileSummary } from '@portal/contracts/guards/guards.endpoints';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { sql } from 'kysely';
import { bookTransaction, createEarner, walletCalls } from '../../../test/earnings';
import { withFailingInserts } from '../../../test/failing-inserts';
import { collectChanges } from '../../../test/socket';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { sqlState } from '../../platform/database/errors';

const api = testApi();
let guard: TestGuard;
let mine: ReturnType<typeof walletCalls>;

beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  guard = await createEarner(api);
  mine = walletCalls(api, guard);
});

const summary = async () => (await api.call(profileSummary, { id: guard.id }, { token: guard.token })).data;
const told = async () => (await api.call(listNotifications, {} as never, { token: guard.token })).data.docs;
const asked = async (amount = '60.00') => (await mine.ask(amount)).data.id;
const BUSY = { status: 409, message: 'A withdrawal is already under way. You can request another when that one is finished.' };

describe('requesting a withdrawal', () => {
  it('[API-EARN-03] POST /guard/withdraw-request {amount} reserves the amount and replies with the specified message', async () => {
    expect(requestWithdrawal).toMatchObject({ method: 'POST', path: '/guard/withdraw-request' });
    expect(await mine.ask('60.5')).toMatchObject({
      status: 200,
      message: 'Your widthdraw request has been submitted. we will process it within 24 Hrs',
      data: {
        amount: '60.50',
        status: 'requested',
        reason: null,
        createdAt: '2027-03-10T15:00:00.000Z',
        processedAt: null,
        closedAt: null,
      },
    });
    expect(await mine.listed()).toMatchObject({ total: 1, hasBankDetails: true, docs: [{ amount: '60.50', status: 'requested' }] });
  });

  it('[EARN-19/1] in hand is the total less the withdrawn or reserved amounts, and equals the wallet of the profile', async () => {
    await bookTransaction(guard, 'debit', '10.05', '2027-02-02T12:00:00Z');
    await bookTransaction(guard, 'bank-deposit', '20.00', '2027-02-03T12:00:00Z');
    expect(await mine.wallet()).toEqual({ totalAmount: '89.95', totalWithdrawalAmout: '20.00' });
    expect(await summary()).toMatchObject({ eWallet: '69.95' });
    await mine.ask('9.94');
    expect(await mine.wallet()).toEqual({ totalAmount: '89.95', totalWithdrawalAmout: '29.94' });
    expect(await summary()).toMatchObject({ eWallet: '60.01' });
  });

  it('[EARN-20/3] accepts all that is in hand and not a cent more', async () => {
    expect(await mine.ask('100.01')).toMatchObject({
      status: 400,
      errors: { amount: 'You have $100.00 in hand. Enter that amount or less.' },
    });
    expect(await mine.wallet()).toMatchObject({ totalWithdrawalAmout: '0.00' });
    expect(await mine.ask('100')).toMatchObject({ status: 200 });
    expect(await summary()).toMatchObject({ eWallet: '0.00' });
  });

  it('[EARN-20/3] earlier withdrawals are not in hand: of a hundred dollars less sixty, forty and not a cent more', async () => {
    await bookTransaction(guard, 'withdrawn', '60.00', '2027-02-03T12:00:00Z');
    const tooMuch = { status: 400, errors: { amount: 'You have $40.00 in hand. Enter that amount or less.' } };
    expect(await mine.ask('40.01')).toMatchObject(tooMuch);
    expect(await mine.ask('40.00')).toMatchObject({ status: 200 });
  });

  it('[EARN-20/4] one may be pending at a time: of three concurrent requests for the whole wallet one succeeds', async () => {
    const replies = await Promise.all([mine.ask('100.00'), mine.ask('100.00'), mine.ask('100.00')]);
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 409, 409]);
    expect(replies.find(({ code }) => code === 409)).toMatchObject(BUSY);
    expect(await mine.listed()).toMatchObject({ total: 1 });
    expect(await mine.ask('0.01')).toMatchObject(BUSY);
    expect(await summary()).toMatchObject({ eWallet: '0.00' });
  });

  it('the list is latest first, in pages', async () => {
    for (const amount of ['1.00', '2.00', '3.00']) {
      const id = await asked(amount);
      await api.call(refuseWithdrawal, { withdrawalId: id, reason: 'No' });
      api.clock.advance({ minutes: 1 });
    }
    const page = async (number: number) => (await api.call(listWithdrawals, { page: number, limit: 2 }, { token: guard.token })).data;
    const amounts = ({ docs }: Awaited<ReturnType<typeof page>>) => docs.map(({ amount }) => amount);
    expect([amounts(await page(1)), amounts(await page(2)), (await page(2)).total]).toEqual([['3.00', '2.00'], ['1.00'], 3]);
  });

  it('a repeated key makes no second withdrawal', async () => {
    const [first, again] = [await mine.ask('10.00', 'withdraw-0001'), await mine.ask('10.00', 'withdraw-0001')];
    expect([first.code, again.code, again.data.id]).toEqual([200, 200, first.data.id]);
    expect((await mine.listed()).total).toBe(1);
  });

  it('names the account by its last four digits, also where the whole number is stored', async () => {
    expect(await mine.listed()).toMatchObject({ hasBankDetails: true, account: '•••4567' });
    await sql`update guards set bank_account_number = '98237654' where id = ${guard.id}`.execute(db());
    expect(await mine.listed()).toMatchObject({ hasBankDetails: true, account: '•••7654' });
  });

  it('a guard without bank details must add them first', async () => {
    const other = await api.guard();
    await bookTransaction(other, 'credit', '50.00', '2027-02-01T12:00:00Z');
    const theirs = walletCalls(api, other);
    expect(await theirs.listed()).toEqual({ docs: [], total: 0, hasBankDetails: false, account: null });
    expect(await theirs.ask('10.00')).toMatchObject({
      status: 409,
      message: 'Add your bank details first: we need to know where to pay.',
    });
  });

  it('a violation that only the database detects gets the same message, and any other failure does not', async () => {
    const askRefused = (state?: string) =>
      withFailingInserts('withdrawals', `new.guard_id = '${guard.id}'`, () => mine.ask('10.00'), state);
    expect(await askRefused('23505')).toMatchObject(BUSY);
    expect(await askRefused()).toMatchObject({ status: 500 });
    expect((await mine.listed()).total).toBe(0);
    expect(await mine.ask('10.00')).toMatchObject({ status: 200 });
  });

  it.each([
    ['', 'Enter an amount'],
    ['0.00', 'Enter more than $0.00'],
    ['-5', 'Enter dollars and cents, such as 125.50'],
    ['1.005', 'Enter dollars and cents, such as 125.50'],
    ['1e2', 'Enter dollars and cents, such as 125.50'],
    ['NaN', 'Enter dollars and cents, such as 125.50'],
  ])('refuses the amount %j', async (amount, words) => {
    expect(await mine.ask(amount)).toMatchObject({ status: 400, errors: { amount: words } });
    expect((await mine.listed()).total).toBe(0);
  });

  it('the database allows a guard one pending withdrawal, and a withdrawal one payment', async () => {
    const id = await asked();
    const tried = (query: ReturnType<typeof sql>) => query.execute(db()).then(() => 'stored', sqlState);
    const pay = () =>
      sql`insert into transactions (guard_id, withdrawal_id, kind, amount, created_at) values (${guard.id}, ${id}, 'withdrawn', 60, now())`;
    expect([
      await tried(sql`insert into withdrawals (guard_id, amount, created_at) values (${guard.id}, 1, now())`),
      await tried(sql`update withdrawals set status = 'paid', closed_at = now() where id = ${id}`),
      await tried(sql`update withdrawals set status = 'refused', closed_at = now() where id = ${id}`),
      await tried(sql`update withdrawals set amount = 0 where id = ${id}`),
      await tried(pay()),
      await tried(pay()),
    ]).toEqual(['23505', '23514', '23514', '23514', 'stored', '23505']);
  });
});

describe('staff', () => {
  it('[SHELL-45, EARN-20/4] process and pay a withdrawal, then the next may be requested: the sums stay exact, it is booked once, the guard is notified each time', async () => {
    const id = await asked();
    expect(await api.call(openWithdrawals, {})).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id, guard: guard.email })]),
    });
    api.clock.advance({ hours: 1 });
    expect((await api.call(processWithdrawal, { withdrawalId: id })).data).toMatchObject({
      status: 'in-process',
      processedAt: '2027-03-10T16:00:00.000Z',
    });
    expect((await told())[0]).toMatchObject({
      title: 'Withdrawal of $60.00: in process',
      description: 'Your withdrawal of $60.00 is in process.',
      to: '/withdraw',
    });
    expect(await mine.ask('1.00')).toMatchObject(BUSY);
    api.clock.advance({ hours: 1 });
    const pay = () => api.call(payWithdrawal, { withdrawalId: id });
    const replies = await Promise.all([pay(), pay()]);
    expect(replies.map(({ data }) => [data.status, data.closedAt])).toEqual([1, 2].map(() => ['paid', '2027-03-10T17:00:00.000Z']));
    expect(await mine.booked()).toEqual(['60.00', '100.00']);
    expect(await mine.wallet()).toEqual({ totalAmount: '100.00', totalWithdrawalAmout: '60.00' });
    expect((await told()).map(({ title, description }) => [title, description]).slice(0, 2)).toEqual([
      ['Withdrawal of $60.00: paid', 'Your withdrawal of $60.00 was paid to your bank account.'],
      ['Withdrawal of $60.00: in process', 'Your withdrawal of $60.00 is in process.'],
    ]);
    expect(await mine.ask('40.00')).toMatchObject({ status: 200 });
  });

  it('[SHELL-45, EARN-20/4] refuse it: the next may be requested, the money is in the wallet again, and the guard reads the reason', async () => {
    const id = await asked('100.00');
    api.clock.advance({ hours: 1 });
    expect(await api.call(refuseWithdrawal, { withdrawalId: id, reason: ' ' })).toMatchObject({ status: 400 });
    const { data } = await api.call(refuseWithdrawal, { withdrawalId: id, reason: 'The account is closed' });
    expect(data).toMatchObject({ status: 'refused', reason: 'The account is closed' });
    expect(await summary()).toMatchObject({ eWallet: '100.00' });
    expect(await mine.booked()).toEqual(['100.00']);
    expect((await told())[0]).toMatchObject({
      title: 'Withdrawal of $100.00: refused',
      description: 'Your withdrawal of $100.00 was refused: The account is closed. The money is back in your wallet.',
    });
    expect(await mine.ask('100.00')).toMatchObject({ status: 200 });
  });

  it('change its state only in the allowed order, and reply 404 for an unknown one', async () => {
    const id = await asked();
    expect(await api.call(payWithdrawal, { withdrawalId: id })).toMatchObject({
      status: 409,
      message: 'This withdrawal is requested: that is not possible now.',
    });
    await api.call(processWithdrawal, { withdrawalId: id });
    await api.call(payWithdrawal, { withdrawalId: id });
    expect(await api.call(refuseWithdrawal, { withdrawalId: id, reason: 'Late' })).toMatchObject({ status: 409 });
    expect(await api.call(processWithdrawal, { withdrawalId: guard.id })).toMatchObject({
      status: 404,
      message: 'There is no such withdrawal.',
    });
  });

  it('refuse a withdrawal in process, and never a paid or refused one', async () => {
    const id = await asked();
    await api.call(processWithdrawal, { withdrawalId: id });
    expect((await api.call(refuseWithdrawal, { withdrawalId: id, reason: 'No' })).data).toMatchObject({ status: 'refused', reason: 'No' });
    const again = await api.call(refuseWithdrawal, { withdrawalId: id, reason: 'Another' });
    expect(again.data).toMatchObject({ status: 'refused', reason: 'No' });
    for (const act of [processWithdrawal, payWithdrawal])
      expect(await api.call(act, { withdrawalId: id })).toMatchObject({
        code: 409,
        message: 'This withdrawal is refused: that is not possible now.',
      });
    expect((await told()).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Withdrawal of $60.00: refused', 'Withdrawal of $60.00: in process']),
    );
    expect(await mine.booked()).toEqual(['100.00']);
  });

  it('notify an open page of the guard each time', async () => {
    const during = async (act: () => Promise<unknown>) =>
      (await collectChanges(api.url, guard.token, act)).filter((domain) => domain !== 'notifications');
    let id = '';
    const ask = async () => {
      id = await asked();
    };
    expect(await during(ask)).toEqual(['earnings']);
    expect(await during(() => api.call(processWithdrawal, { withdrawalId: id }))).toEqual(['earnings']);
    expect(await during(() => api.call(payWithdrawal, { withdrawalId: id }))).toEqual(['earnings']);
    expect(await during(() => api.call(payWithdrawal, { withdrawalId: id }))).toEqual([]);
  });

  it('calls are refused to a guard, and a guard sees no withdrawal of another one', async () => {
    await asked();
    const other = await createEarner(api);
    expect(await walletCalls(api, other).listed()).toMatchObject({ total: 0, docs: [] });
    expect((await api.request('/staff/v1/withdrawals/open', { headers: { authorization: `Bearer ${guard.token}` } })).status).toBe(401);
  });
});
