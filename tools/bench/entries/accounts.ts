import type { Input } from '@portal/contracts/_kernel/endpoint';
import { forgotPassword, login, register, session } from '@portal/contracts/auth/auth.endpoints';
import { makeGuard } from '@portal/contracts/guards/guards.endpoints';
import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { type Api, addresses, startApiAlone } from '../api/process';
import type { Entry, Figure } from '../entry';
import type { Lab } from '../lab';
import { median, ms, p95 } from '../numbers';

const nextAddress = addresses();
let people = 0;

const newcomer = (): Input<typeof register> => {
  people += 1;
  return {
    ...{ firstName: 'Ada', middleName: undefined, lastName: 'Marsh', dob: '1990-05-17' },
    ...{ mobileNumber: String(2_000_000_000 + people), email: `bench.${people}@example.com`, password: 'Secret-123' },
    ...{ isLicense: true, licenseNumber: '12345678', deviceToken: 'web', deviceId: 'web', deviceType: 3 },
  };
};

const loginOf = (email: string, password: string): Input<typeof login> => ({
  email,
  password,
  deviceToken: 'web',
  deviceId: 'web',
  deviceType: 3,
});

let started: Promise<Api> | null = null;
/** One API for all of these entries. */
const apiOf = (lab: Lab): Promise<Api> => {
  started ??= startApiAlone(lab, 'accounts');
  return started;
};

/** Makes so many guards who can log in. */
async function guardsOf(api: Api, count: number): Promise<{ email: string; password: string }[]> {
  const made: { email: string; password: string }[] = [];
  for (let turn = 0; turn < count; turn++) made.push(await api.get(makeGuard, {} as Input<typeof makeGuard>));
  return made;
}

const AT_ONCE = 10;

/** Lets so many callers act one call after the other until `count` calls are made. */
async function inParallel(callers: number, count: number, act: (turn: number) => Promise<void>): Promise<void> {
  let turn = 0;
  const caller = async () => {
    while (turn < count) {
      turn += 1;
      await act(turn);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

async function measureRegister(lab: Lab): Promise<Figure> {
  const api = await apiOf(lab);
  const took: number[] = [];
  const count = lab.runs * 60;
  const one = async () => {
    const reply = await api.call(register, newcomer(), { address: nextAddress() });
    if (reply.code !== 200) throw new Error(`register: ${reply.code} ${reply.message}`);
    return reply.ms;
  };
  await inParallel(AT_ONCE, 40, async () => void (await one()));
  lab.say(`${count} registrations, ${AT_ONCE} at a time`);
  const begun = performance.now();
  await inParallel(AT_ONCE, count, async () => void took.push(await one()));
  const rate = (count * 1000) / (performance.now() - begun);
  return {
    value: p95(took),
    detail: `${count} registrations, median ${ms(median(took))}, worst ${ms(Math.max(...took))}, ${rate.toFixed(0)} a second`,
  };
}

const OTHERS_MS = 100;
/** A pause of the other guard between two calls: who looks at a screen does not call without end. */
const BETWEEN_MS = 15;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function measureLogin(lab: Lab): Promise<Figure> {
  const api = await apiOf(lab);
  const guards = await guardsOf(api, 40);
  const first = guards[0] ?? { email: '', password: '' };
  const { tokens } = await api.get(login, loginOf(first.email, first.password), { address: nextAddress() });
  const token = tokens.refresh.token;
  const one = async (turn: number) => {
    const { email, password } = guards[turn % guards.length] ?? first;
    await api.get(login, loginOf(email, password), { address: nextAddress() });
  };
  const others: number[] = [];
  let isOver = false;
  const other = async () => {
    while (!isOver) {
      others.push((await api.call(session, {} as never, { token })).ms);
      others.push((await api.call(searchJobs, { page: 1, limit: 10 } as Input<typeof searchJobs>, { token })).ms);
      await pause(BETWEEN_MS);
    }
  };
  await inParallel(AT_ONCE, 40, one);
  const count = lab.runs * 60;
  lab.say(`${count} logins, ${AT_ONCE} at a time, and another guard beside them`);
  const beside = other();
  const begun = performance.now();
  await inParallel(AT_ONCE, count, one);
  const rate = (count * 1000) / (performance.now() - begun);
  isOver = true;
  await beside;
  const detail = `${count} logins by ${AT_ONCE} callers without pause; beside them ${others.length} other calls, median ${ms(median(others))}, p95 ${ms(p95(others))}`;
  if (p95(others) > OTHERS_MS)
    throw new Error(`${rate.toFixed(1)} logins a second, but other calls took more than ${OTHERS_MS} ms: ${detail}`);
  return { value: rate, detail };
}

const PAIRS = 200;
/** Below what an account may fail or ask for in an hour. */
const TRIES_EACH = 4;

async function difference(
  name: string,
  known: readonly string[],
  act: (email: string) => Promise<number>,
): Promise<{ percent: number; detail: string }> {
  const took = { known: [] as number[], unknown: [] as number[] };
  for (let pair = 0; pair < PAIRS; pair++) {
    const pairs = [['known', known[pair % known.length] ?? ''] as const, ['unknown', `nobody.${name}.${pair}@example.com`] as const];
    for (const [kind, email] of pair % 2 === 0 ? pairs : pairs.reverse()) took[kind].push(await act(email));
  }
  const [a, b] = [median(took.known), median(took.unknown)];
  return { percent: (Math.abs(a - b) / Math.min(a, b)) * 100, detail: `${name}: known ${a.toFixed(2)} ms, unknown ${b.toFixed(2)} ms` };
}

async function measureEnumeration(lab: Lab): Promise<Figure> {
  const api = await apiOf(lab);
  lab.say(`${PAIRS} pairs of known and unknown addresses`);
  const emails = (await guardsOf(api, PAIRS / TRIES_EACH + 5)).map(({ email }) => email);
  const fail = async (email: string) => (await api.call(login, loginOf(email, 'Wrong-pass-1'), { address: nextAddress() })).ms;
  const ask = async (email: string) => (await api.call(forgotPassword, { email }, { address: nextAddress() })).ms;
  for (const email of emails.splice(0, 5)) for (const warm of [email, `warm.${email}`]) await Promise.all([fail(warm), ask(warm)]);
  const found = [await difference('login', emails, fail), await difference('forgot-password', emails, ask)];
  return { value: Math.max(...found.map(({ percent }) => percent)), detail: found.map(({ detail }) => detail).join('; ') };
}

export const accounts: Entry[] = [
  {
    id: 'register-p95',
    what: `Registration over HTTP, ${AT_ONCE} at a time, hashing included, p95`,
    unit: 'ms',
    atMost: 400,
    measure: measureRegister,
  },
  {
    id: 'login-rate',
    what: `Logins a second, ${AT_ONCE} callers without pause, while other calls stay below ${OTHERS_MS} ms (p95)`,
    unit: 'a second',
    atLeast: 20,
    measure: measureLogin,
  },
  {
    id: 'enum-time',
    what: `Known against unknown e-mail on login and forgot-password, ${PAIRS} interleaved pairs: difference of the medians, the worse`,
    unit: '%',
    atMost: 5,
    measure: measureEnumeration,
  },
];
