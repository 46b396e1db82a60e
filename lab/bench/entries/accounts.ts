import type { Input } from '@portal/contracts/_kernel/endpoint';
import { forgotPassword, login, register, session } from '@portal/contracts/auth/auth.endpoints';
import { makeGuard } from '@portal/contracts/guards/guards.staff';
import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { hashPassword, verifyPassword } from '../../../api/src/platform/identity/passwords';
import { type Api, addressGenerator, startApiAlone } from '../api/process';
import type { Entry, Figure } from '../entry';
import { estimateRatio, worstOf } from '../estimate';
import type { Lab } from '../lab';
import { median, ms, p95 } from '../numbers';
import { shuffle } from '../random';

const nextAddress = addressGenerator();
let people = 0;

const newcomer = (): Input<typeof register> => {
  people += 1;
  return {
    ...{ firstName: 'Ada', middleName: undefined, lastName: 'Marsh', dob: '1990-05-17' },
    ...{ mobileNumber: String(2_000_000_000 + people), email: `bench.${people}@example.com`, password: 'Quiet-Harbour-7' },
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

/** Creates guards who can log in. */
async function guardsOf(api: Api, count: number): Promise<{ email: string; password: string }[]> {
  const made: { email: string; password: string }[] = [];
  for (let turn = 0; turn < count; turn++) made.push(await api.get(makeGuard, {} as Input<typeof makeGuard>));
  return made;
}

const AT_ONCE = 10;

/** Runs `act` with this many parallel callers until `count` calls were made. */
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

const ROUND = 60;

/** Milliseconds of each call in a round of ten parallel callers, and of the whole round. */
interface Round {
  each: number[];
  all: number;
}

async function round(act: (turn: number) => Promise<number>): Promise<Round> {
  const each: number[] = [];
  const begun = performance.now();
  await inParallel(AT_ONCE, ROUND, async (turn) => void each.push(await act(turn)));
  return { each, all: performance.now() - begun };
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

/** Measures rounds of calls and rounds of hashing alone, in random order. */
async function besideHashing(lab: Lab, calls: (turn: number) => Promise<number>, hashing: () => Promise<unknown>) {
  const found = { calls: [] as Round[], alone: [] as Round[] };
  const acts = { calls, alone: () => timed(hashing) };
  for (const act of Object.values(acts)) await round(act);
  for (let turn = 0; turn < lab.runs; turn++)
    for (const which of shuffle(lab.random, ['calls', 'alone'] as const)) found[which].push(await round(acts[which]));
  return found;
}

const each = (rounds: readonly Round[]) => rounds.flatMap((one) => one.each);
const ofAll = (rounds: readonly Round[]) => rounds.map(({ all }) => all);
const aSecond = (rounds: readonly Round[]) => (ROUND * 1000) / median(ofAll(rounds));

async function measureRegister(lab: Lab): Promise<Figure> {
  const api = await apiOf(lab);
  const one = async () => {
    const reply = await api.call(register, newcomer(), { address: nextAddress() });
    if (reply.code !== 200) throw new Error(`register: ${reply.code} ${reply.message}`);
    return reply.ms;
  };
  lab.say(`${lab.runs * ROUND} registrations, ${AT_ONCE} at a time`);
  const { calls, alone } = await besideHashing(lab, one, () => hashPassword('Quiet-Harbour-7'));
  const words = (rounds: Round[]) =>
    `median ${ms(median(each(rounds)))}, p95 ${ms(p95(each(rounds)))}, ${aSecond(rounds).toFixed(0)} a second`;
  return {
    ...estimateRatio(lab.random, each(calls), each(alone), p95),
    detail: `${calls.length * ROUND} registrations: ${words(calls)}; hashing alone: ${words(alone)}`,
  };
}

/** Limit for the ratio of other calls' times during logins and during argon2 alone, which compete for the same CPUs. */
const OTHERS_AT_MOST = 1.5;
/** Pause of the other guard between two calls. */
const BETWEEN_MS = 15;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function measureLogin(lab: Lab): Promise<Figure> {
  const api = await apiOf(lab);
  const guards = await guardsOf(api, 40);
  const first = guards[0] ?? { email: '', password: '' };
  const { tokens } = await api.get(login, loginOf(first.email, first.password), { address: nextAddress() });
  const token = tokens.refresh.token;
  let underWay = 0;
  const one = async (turn: number) => {
    const { email, password } = guards[turn % guards.length] ?? first;
    underWay += 1;
    return timed(() => api.get(login, loginOf(email, password), { address: nextAddress() })).finally(() => {
      underWay -= 1;
    });
  };
  const others = { logins: [] as number[], alone: [] as number[] };
  let isOver = false;
  const asks = [
    () => api.call(session, {} as never, { token }),
    () => api.call(searchJobs, { page: 1, limit: 10 } as Input<typeof searchJobs>, { token }),
  ];
  const other = async () => {
    while (!isOver) {
      for (const ask of asks) {
        const beside = underWay > 0 ? others.logins : others.alone;
        const { code, ms: took } = await ask();
        if (code !== 200) throw new Error(`another guard's call: ${code}`);
        beside.push(took);
      }
      await pause(BETWEEN_MS);
    }
  };
  const stored = await hashPassword(first.password);
  lab.say(`${lab.runs * ROUND} logins, ${AT_ONCE} at a time, and another guard beside them`);
  const beside = other();
  const { calls, alone } = await besideHashing(lab, one, () => verifyPassword(first.password, stored)).finally(() => {
    isOver = true;
  });
  await beside;
  const othersOf = (took: number[]) => `${took.length} other calls: median ${ms(median(took))}, p95 ${ms(p95(took))}`;
  const detail = `${aSecond(calls).toFixed(1)} logins a second by ${AT_ONCE} callers without pause, during these ${othersOf(others.logins)}; argon2 alone ${aSecond(alone).toFixed(1)}, during this ${othersOf(others.alone)}`;
  const longer = p95(others.logins) / p95(others.alone);
  if (!(longer <= OTHERS_AT_MOST)) throw new Error(`other calls took ${longer.toFixed(2)} times as long: ${detail}`);
  return { ...estimateRatio(lab.random, ofAll(calls), ofAll(alone), median), detail };
}

const PAIRS = 200;
/** Below the hourly limits of an account. */
const TRIES_EACH = 4;

/** Difference between known and unknown addresses in percent of the faster. */
async function difference(lab: Lab, name: string, known: readonly string[], act: (email: string) => Promise<number>): Promise<Figure> {
  const took = { known: [] as number[], unknown: [] as number[] };
  for (let pair = 0; pair < PAIRS; pair++) {
    const email = { known: known[pair % known.length] ?? '', unknown: `nobody.${name}.${pair}@example.com` };
    for (const kind of shuffle(lab.random, ['known', 'unknown'] as const)) took[kind].push(await act(email[kind]));
  }
  const [slow, fast] = median(took.known) > median(took.unknown) ? [took.known, took.unknown] : [took.unknown, took.known];
  const { value, interval, runs } = estimateRatio(lab.random, slow, fast, median);
  const percent = (ratio: number) => (ratio - 1) * 100;
  return {
    ...{ value: percent(value), interval: [percent(interval[0]), percent(interval[1])], runs },
    detail: `${name}: known ${median(took.known).toFixed(2)} ms, unknown ${median(took.unknown).toFixed(2)} ms`,
  };
}

async function measureEnumeration(lab: Lab): Promise<Figure> {
  const api = await apiOf(lab);
  lab.say(`${PAIRS} pairs of known and unknown addresses`);
  const emails = (await guardsOf(api, PAIRS / TRIES_EACH + 5)).map(({ email }) => email);
  /** Throws for an unexpected code, because both sides would take equally long if rejected for another reason. */
  const took = ({ code, ms: time }: { code: number; ms: number }, wanted: number) => {
    if (code !== wanted) throw new Error(`${code} instead of ${wanted}`);
    return time;
  };
  const fail = async (email: string) => took(await api.call(login, loginOf(email, 'Wrong-pass-1'), { address: nextAddress() }), 401);
  const ask = async (email: string) => took(await api.call(forgotPassword, { email }, { address: nextAddress() }), 200);
  for (const email of emails.splice(0, 5)) for (const warm of [email, `warm.${email}`]) await Promise.all([fail(warm), ask(warm)]);
  const found = [await difference(lab, 'login', emails, fail), await difference(lab, 'forgot-password', emails, ask)];
  return { ...worstOf(found), detail: found.map(({ detail }) => detail).join('; ') };
}

export const accounts: Entry[] = [
  {
    id: 'register-p95',
    what: `Registration over HTTP, ${AT_ONCE} in parallel / the hashing alone, p95`,
    on: 'machine',
    unit: '',
    atMost: 1.5,
    measure: measureRegister,
  },
  {
    id: 'login-rate',
    what: `Time of ${ROUND} logins by ${AT_ONCE} callers without pause / of argon2 alone, medians; the entry fails if other calls then take over ${OTHERS_AT_MOST} times as long as during argon2 alone (p95)`,
    on: 'machine',
    unit: '',
    atMost: 1.5,
    measure: measureLogin,
  },
  {
    id: 'enum-time',
    what: `Known and unknown e-mail at login and forgot-password, ${PAIRS} interleaved pairs: the larger difference of the medians`,
    on: 'machine',
    unit: '%',
    atMost: 5,
    measure: measureEnumeration,
  },
];
