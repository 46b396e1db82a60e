import { openSos } from '@portal/contracts/shifts/shifts.staff';
import { answerWelfareCheck } from '@portal/contracts/welfare/welfare.endpoints';
import { setWelfareCheck } from '@portal/contracts/welfare/welfare.staff';
import { random } from '../../../seed/random';
import { arrangeShift, type GivenShift, shiftCalls } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { followWelfareChecks } from '../../jobs/follow-welfare-checks.job';

jest.setTimeout(240_000);

const PHONES = 50;
const SILENT = 3;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** The worker runs every 2 s; a step of the clock is longer, so lateness is measured, too. */
const STEP_SECONDS = 5;
const LATEST_MS = 30 * SECOND;
const START = '2027-03-10T17:00:00.000Z';

const api = testApi();

interface Phone {
  guard: TestGuard;
  given: GivenShift;
  isSilent: boolean;
  dueAt: number;
  /** When the guard presses, and when the phone has a connection again. */
  answersAt: number;
  sendsAt: number;
}

it('[WELFARE-09] escalates each of 3 silent phones of 50 in time, and no guard whose answer reached the server', async () => {
  const { between } = random(20_271_130);
  api.clock.set('2027-03-10T12:00:00.000Z');
  const phones: Phone[] = [];
  for (let number = 0; number < PHONES; number++) {
    const guard = await api.guard();
    const given = await arrangeShift(api, guard, { jobTitle: `Gate ${number}`, ...(phones[0] && { siteOf: phones[0].given.jobId }) });
    phones.push({ guard, given, isSilent: number % 17 === 5, dueAt: 0, answersAt: 0, sendsAt: 0 });
  }
  expect(phones.filter(({ isSilent }) => isSilent)).toHaveLength(SILENT);
  await api.call(setWelfareCheck, { jobId: phones[0]?.given.jobId ?? '', everyMinutes: 15, graceMinutes: 5 } as never);
  api.clock.set(START);
  for (const phone of phones) {
    const startedAt = Date.parse(START) - between(0, 10 * MINUTE);
    await shiftCalls(api, phone.guard, phone.given).start({ at: new Date(startedAt).toISOString() });
    phone.dueAt = startedAt + 15 * MINUTE;
    phone.answersAt = phone.dueAt + between(0, 9 * MINUTE);
    phone.sendsAt = phone.answersAt + between(0, 30 * SECOND);
  }

  const deadlineOf = ({ dueAt }: Phone) => dueAt + 10 * MINUTE;
  const end = Math.max(...phones.map(deadlineOf)) + MINUTE;
  const unsent = new Set(phones.filter(({ isSilent }) => !isSilent));
  for (let now = api.clock.now().getTime(); now < end; now = api.clock.now().getTime()) {
    for (const phone of unsent) {
      if (phone.sendsAt > now) continue;
      const input = { jobId: phone.given.jobId, shiftId: phone.given.shiftId, at: new Date(phone.answersAt).toISOString() };
      expect((await api.call(answerWelfareCheck, input as never, { token: phone.guard.token })).code).toBe(200);
      unsent.delete(phone);
    }
    await followWelfareChecks();
    api.clock.advance({ seconds: STEP_SECONDS });
  }

  const calls = (await api.call(openSos, {})).data;
  const lateness = phones.map((phone) => {
    const sos = calls.filter(({ guard }) => guard === phone.guard.email);
    return { isSilent: phone.isSilent, late: sos.map(({ at }) => Date.parse(at) - deadlineOf(phone)) };
  });
  for (const { isSilent, late } of lateness) {
    expect(late).toHaveLength(isSilent ? 1 : 0);
    expect(late.every((ms) => ms >= 0 && ms <= LATEST_MS)).toBe(true);
  }
});
