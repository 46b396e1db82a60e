import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE } from '@portal/contracts/_kernel/endpoint';
import { forgotPassword } from '@portal/contracts/auth/auth.endpoints';
import { authMessages } from '@portal/contracts/auth/auth.rules';
import { writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { listInjuries, reportInjury } from '@portal/contracts/injuries/injuries.endpoints';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { listRatings } from '@portal/contracts/ratings/ratings.endpoints';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { createTicket, listTickets } from '@portal/contracts/tickets/tickets.endpoints';
import { idsOf, statedCalls, statedKeysOf } from '@portal/testing/statedKeys';
import { sql } from 'kysely';
import { documentCalls } from '../test/documents';
import { makePicture } from '../test/pictures';
import { arrangeShift, reasons, shiftCalls } from '../test/shifts';
import { createVisitors, type Visitors } from '../test/sign-ups';
import { emit, openSocket } from '../test/socket';
import { basicHeader, type TestGuard, testApi } from '../test/test-api';
import { nowText } from './platform/clock';
import { db } from './platform/database/db';

/** Sends each documented call with exactly the keys that the documents state, and nothing else. */
const api = testApi();
let some: Visitors;
beforeAll(async () => {
  some = await createVisitors(api);
});
beforeEach(() => api.clock.set('2027-03-10T15:00:00.000Z'));

interface Sent {
  /** The values of the path, in its order. */
  path?: string[];
  query?: Record<string, unknown>;
  json?: Record<string, unknown>;
  form?: Record<string, unknown>;
  token?: string;
  cookie?: string;
}
type Made = () => Sent | Promise<Sent>;

const device = { deviceToken: 'web', deviceId: 'web', deviceType: 3 };
const page = { limit: 10, page: 1 };
const jpg = () => makePicture({}, 'scan.png');

const me = async (of: (guard: TestGuard) => Omit<Sent, 'token'> | Promise<Omit<Sent, 'token'>>): Promise<Sent> => {
  const guard = await api.guard();
  return { token: guard.token, ...(await of(guard)) };
};
const onShift = (of: (guard: TestGuard, shift: { jobId: string; shiftId: string }) => Omit<Sent, 'token'>): Promise<Sent> =>
  me(async (guard) => of(guard, await arrangeShift(api, guard)));

async function openJob() {
  const { jobId, shiftIds } = (await api.call(postJob, { jobTitle: 'Gate', dates: ['2027-03-12'], start: '09:00', end: '17:00' } as never))
    .data;
  const { rows } = await sql<{ userId: string }>`select customer_id as "userId" from jobs where id = ${jobId}`.execute(db());
  return { jobId, shiftId: shiftIds[0] ?? '', userId: rows[0]?.userId ?? '' };
}
async function atCode(): Promise<{ id: string; cookie: string; otp: string }> {
  const one = await some.atCode();
  const otp = /\d{4}/.exec((await some.mail(one.given.email))[0]?.body ?? '')?.[0] ?? '';
  return { id: one.id, cookie: one.headers.cookie, otp };
}
async function resetToken(): Promise<string> {
  const { email } = await api.guard();
  await api.call(forgotPassword, { email });
  return (await some.mail(email))[0]?.body.match(/token=([\w-]+)/)?.[1] ?? '';
}
async function document(guard: TestGuard): Promise<string> {
  const kit = documentCalls(api);
  await kit.add(guard);
  return (await kit.first(guard)).id;
}
const registration = async (id: string) => ({
  ...{ firstName: 'Ada', middleName: 'May', lastName: 'Marsh', mobileNumber: '6475558123', dob: '1990-05-17' },
  ...{ email: `stated.${id}@example.com`, securityRegistrationExpiryDate: '2029-01-31', securityRegistrationDocument: await jpg() },
  ...{ securityRegistrationNumber: '7654321', licenseNumber: '7654321', profileImage: await jpg(), profileUpdate: 'first' },
  identityDocuments: JSON.stringify([{ idType: 'Other', idNumber: 'K12', idProof: '', fileName: 'front.png' }]),
  employmentDetails: JSON.stringify([{ employerName: 'Acme', projectName: 'Guard', from: '2019-01-01', to: '2020-12-31', speciality: '' }]),
  identityFile0: await jpg(),
});
const switches = { isSMS: true, isEmail: false, isNotification: true };
const settings = { newJob: switches, chat: switches, jobAward: switches, jobCancel: switches, isNotification: true };
const search = {
  ...{ sortBy: 'desc', limit: 10, page: 1, price: '', distanceFromBase: '', minRange: '', maxRange: '', searchBy: '', range: '' },
  ...{ speciality: [], rating: '', shifts: '', jobs: '', transportation: '', dressCode: '', liveLong: -79.38, liveLat: 43.65, status: '' },
};
const workProfile = async (id: string) => ({
  id,
  isTravelTo: 25,
  workSpecialities: [(await api.call(listSpecialities, {} as never, { token: (await api.guard()).token })).data[0]?.id],
  ...{ isGoWith: 1, vestSize: 3, lat: 43.65, lng: -79.38, fullAddress: '1 King St', fullAddress2: '', postalCode: 'M5H2N2' },
  ...{ country: 'Canada', city: 'Toronto', state: 'Ontario', landMark: '', isType: 1 },
});
const bank = { bankTransitNumber: '12345', bankInstitution: '001', bankAccountNumber: '7654321', wantTopay: 2, accHolderName: 'Ada Marsh' };
const rated = async (guard: TestGuard) => {
  const { jobId, shiftId } = await arrangeShift(api, guard);
  await sql`insert into ratings (guard_id, job_id, shift_id, rating, description, created_at)
    values (${guard.id}, ${jobId}, ${shiftId}, 4.5, 'Good', ${nowText()})`.execute(db());
  return (await api.call(listRatings, {} as never, { token: guard.token })).data.docs[0]?.id ?? '';
};

/** Ids of the ledger, the call, and its values. The fourth item is the code of an exception, the fifth its reason. */
const calls: [string, string, Made, number?, string?][] = [
  ['API-AUTH-01..03', 'POST /guard/auth/login', async () => ({ json: { ...device, ...pick(await api.guard(), 'email', 'password') } })],
  [
    'API-AUTH-04..06',
    'POST /guard/auth/social-login',
    () => ({ json: { ...device, email: 'ada@example.com', socialId: 'person', socialType: 2 } }),
    401,
    'the six keys hold no proof of identity: 401 with words',
  ],
  ['API-AUTH-07..08', 'POST /guard/auth/forgot-password', () => ({ json: { email: 'ada@example.com' } })],
  [
    'API-AUTH-09..10',
    'POST /guard/auth/reset-password',
    async () => ({ query: { token: await resetToken() }, json: { password: 'Bright-Valley-8' } }),
  ],
  [
    'API-AUTH-11..12',
    'POST /guard/change-password',
    () => me(({ password }) => ({ json: { oldPassword: password, password: 'BrightValley8!' } })),
  ],
  ['API-AUTH-14..15', 'POST /guard/auth/register', () => ({ json: some.wanted() })],
  [
    'API-AUTH-16..17',
    'POST /guard/auth/guardAgreement/:id',
    async () => {
      const { id, headers } = await some.signUp();
      return { path: [id], json: { isPrivacyAgreement: true }, ...headers };
    },
  ],
  ['API-AUTH-19..20', 'POST /guard/auth/logout', () => me(({ token }) => ({ json: { refreshToken: token } }))],
  [
    'API-AUTH-21..22',
    'GET /guard/otp/:id',
    async () => {
      const { id, cookie } = await atCode();
      api.clock.advance({ minutes: 2 });
      return { path: [id], cookie };
    },
  ],
  [
    'API-AUTH-24..25',
    'PATCH /guard/otp/:id',
    async () => {
      const { id, cookie, otp } = await atCode();
      return { path: [id], cookie, json: { otp, isIndividualDocument: true, isSubmitAllDocument: true, isPromotional: false, id } };
    },
  ],
  ['API-GUARD-01..04', 'GET /guard/profile/:id', () => me(({ id }) => ({ path: [id] }))],
  ['API-GUARD-06', 'POST /guard/profile/:id', () => me(({ id }) => ({ path: [id], json: { lat: 43.65, lng: -79.38 } }))],
  [
    'API-GUARD-07..14',
    'PATCH /guard/auth/update-guard/:id',
    async () => {
      const { id, token } = await api.guard({ step: 'registration' });
      return { token, path: [id], form: await registration(id) };
    },
  ],
  ['API-GUARD-15..16', 'GET /speciality/guard/list', () => me(() => ({}))],
  ['API-GUARD-17..18', 'PATCH /guard/work-profile/:id', () => me(async ({ id }) => ({ path: [id], json: await workProfile(id) }))],
  ['API-GUARD-19..20', 'PATCH /guard/bank-details/:id', () => me(({ id }) => ({ path: [id], json: bank }))],
  ['API-GUARD-22..23', 'PATCH /guard/notification-settings/:id', () => me(({ id }) => ({ path: [id], json: settings }))],
  [
    'API-DOC-01..02',
    'POST /guard-document',
    () =>
      me(async ({ id }) => ({
        form: { documentType: 'Other', documentNumber: '12345', file: await jpg(), guardId: id, expiryDate: '2028-05-31' },
      })),
  ],
  ['API-DOC-03..04', 'GET /guard-document', () => me(({ id }) => ({ query: { limit: 10, guardId: id, page: 1, searchBy: '' } }))],
  ['API-DOC-05..06', 'GET /guard-document/:id', () => me(async (guard) => ({ path: [await document(guard)] }))],
  [
    'API-DOC-07..08',
    'PATCH /guard-document/:id',
    () =>
      me(async (guard) => ({
        path: [await document(guard)],
        form: { documentType: 'Other', documentNumber: '123451234512345', file: await jpg(), guardId: guard.id },
      })),
  ],
  ['API-DOC-09..10', 'DELETE /guard-document/:id', () => me(async (guard) => ({ path: [await document(guard)] }))],
  [
    'API-DOC-11..12',
    'POST /guard-document/delete/multiple',
    () => me(async (guard) => ({ json: { documentIds: [await document(guard)] } })),
  ],
  ['API-JOB-01..07', 'POST /job/guard/list', () => me(() => ({ json: search }))],
  ['API-JOB-08..10', 'POST /job/jobDetail', () => me(async () => ({ json: { ...(await openJob()), lat: 43.65, long: -79.38 } }))],
  ['API-JOB-11..12', 'POST /apply-job/request-for-job', () => me(async () => ({ json: { ...(await openJob()), isApply: 1 } }))],
  ['API-JOB-14, API-JOB-16', 'GET /job/guard/myjobs', () => me(() => ({ query: { searchBy: '', ...page, isComplete: 1 } }))],
  ['API-JOB-14..16', 'GET /job/guard/myjobs', () => me(() => ({ query: { searchBy: '', ...page, isComplete: 0, sort: 'asc' } }))],
  [
    'API-JOB-17..18',
    'GET /job/guard/job-history',
    () => me(() => ({ query: { page: 1, sortBy: 'desc', limit: 10, isComplete: '', searchBy: '' } })),
  ],
  ['API-JOB-19', 'GET /cancellation-reason/guard/list', () => me(() => ({}))],
  [
    'API-JOB-20..21',
    'POST /apply-leave',
    () => onShift((_guard, { jobId, shiftId }) => ({ json: { jobId, shiftId, shiftDate: '2027-03-10', leaveTitle: 1 } })),
  ],
  ['API-JOB-22..23', 'GET /break-reason/guard/list', () => me(() => ({}))],
  [
    'API-JOB-24',
    'POST /take-break',
    () =>
      me(async (guard) => {
        const { jobId, shiftId } = await arrangeShift(api, guard);
        api.clock.set('2027-03-10T17:30:00.000Z');
        const work = shiftCalls(api, guard, { jobId, shiftId });
        await work.arrive();
        await work.start();
        return { json: { jobId, shiftId, guardId: guard.id, breakReasonId: reasons.meal, description: 'Lunch' } };
      }),
  ],
  ['API-JOB-26..27', 'GET /end-job-reason/guard/list', () => me(() => ({}))],
  [
    'API-COMM-01..02',
    'POST /e-note',
    () =>
      onShift((_guard, { jobId }) => ({
        form: { jobId, title: 'Patrol', eventTime: '14:30:00', type: 1, description: 'Quiet', file: '' },
      })),
  ],
  ['API-COMM-03..04', 'GET /e-note', () => onShift((_guard, { jobId }) => ({ query: { jobId, searchBy: '', ...page } }))],
  ['API-COMM-05', 'GET /e-note/guard/jobs', () => me(() => ({ query: { pageNumber: 1 } }))],
  [
    'API-COMM-06',
    'GET /e-note/:id',
    () =>
      me(async ({ id: _, ...guard }) => {
        const { jobId } = await arrangeShift(api, { id: _, ...guard });
        const note = { jobId, title: 'Patrol', eventTime: '14:30:00', type: 1, description: 'Quiet' };
        return { path: [(await api.call(writeEnote, note as never, guard)).data.id] };
      }),
  ],
  ['API-COMM-07..08', 'GET /notification/guard/list', () => me(() => ({ query: { searchBy: '', ...page } }))],
  ['API-COMM-09..10', 'GET /guards/ticket', () => me(() => ({ query: { searchBy: '', ...page } }))],
  [
    'API-COMM-11',
    'GET /guards/ticket/:id',
    () =>
      me(async ({ token }) => {
        const ticket = { jobId: '', ticketTitle: 'Pay', ticketType: 4, description: 'Hours', images: [await jpg()] };
        await api.call(createTicket, ticket as never, { token });
        return { path: [(await api.call(listTickets, {} as never, { token })).data.docs[0]?.id ?? ''] };
      }),
  ],
  [
    'API-COMM-12..13',
    'POST /guards/ticket',
    () =>
      me(async (guard) => {
        const { jobId } = await arrangeShift(api, guard);
        return { form: { jobId, ticketTitle: 'Pay', ticketType: 4, description: 'Hours', images: [await jpg(), await jpg()] } };
      }),
  ],
  ['API-COMM-14', 'GET /job/guard/assigned', () => me(() => ({ query: { jobStatus: 0 } }))],
  ['API-COMM-15..16', 'GET /report-injury', () => me(() => ({ query: page }))],
  [
    'API-COMM-17',
    'GET /report-injury/:id',
    () =>
      me(async (guard) => {
        const { jobId } = await arrangeShift(api, guard);
        const injury = { jobId, title: 'Animal Bite', description: 'At the gate', file: [await jpg()] };
        await api.call(reportInjury, injury as never, guard);
        return { path: [(await api.call(listInjuries, {} as never, guard)).data.docs[0]?.id ?? ''] };
      }),
  ],
  [
    'API-COMM-18..19',
    'POST /report-injury',
    () =>
      me(async (guard) => {
        const { jobId } = await arrangeShift(api, guard);
        return { form: { jobId, title: 'Animal Bite', description: 'At the gate', file: [await jpg(), await jpg()] } };
      }),
  ],
  ['API-COMM-20..21', 'GET /injury-type/guard/list', () => me(() => ({}))],
  [
    'API-EARN-01..02',
    'GET /guard/myearning/:id',
    () => me(({ id }) => ({ path: [id], query: { searchBy: '', ...page, from: '', to: '' } })),
  ],
  ['API-EARN-04', 'GET /guards/rating', () => me(() => ({}))],
  ['API-EARN-05', 'GET /guards/rating/:id', () => me(async (guard) => ({ path: [await rated(guard)] }))],
  ['API-PUBLIC-01..02', 'GET /static/pages/:type', () => ({ path: ['privacy'] })],
  ['API-PUBLIC-03..04', 'GET /faq/home/list', () => ({})],
  ['API-PUBLIC-05..06', 'GET /how-it-work-faq/home/list', () => ({})],
  ['API-PUBLIC-07', 'GET /guard/auth/session', () => me(() => ({}))],
  [
    'API-PUBLIC-08, API-PUBLIC-12',
    'POST /reach-us/public/add',
    () => ({ json: { name: 'Ada Roy', email: 'ada@example.com', phone: '6475550001', query: 'Hello', pageId: 'CONTACT US' } }),
  ],
  ['API-PUBLIC-13..14', 'POST /news-letter/public/add', () => ({ json: { email: 'ada@example.com' } })],
];

const pick = <T, K extends keyof T>(from: T, ...keys: K[]) => Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;

function bodyOf({ json, form }: Sent): string | FormData | null {
  if (json) return JSON.stringify(json);
  if (!form) return null;
  const parts = new FormData();
  for (const [key, value] of Object.entries(form))
    for (const one of Array.isArray(value) ? value : [value]) parts.append(key, one instanceof Blob ? one : String(one));
  return parts;
}

async function send(call: string, sent: Sent) {
  const [method = '', pattern = ''] = call.split(' ');
  const values = [...(sent.path ?? [])];
  const path = BASE + pattern.replace(/:\w+/g, () => values.shift() ?? '');
  const query = new URLSearchParams(Object.entries(sent.query ?? {}).map(([key, value]) => [key, String(value)]));
  const { body } = await api.request(query.size > 0 ? `${path}?${query}` : path, {
    method,
    body: bodyOf(sent),
    headers: {
      ...(sent.json && { 'content-type': 'application/json' }),
      ...(sent.cookie && { cookie: sent.cookie }),
      authorization: sent.token ? `Bearer ${sent.token}` : basicHeader,
    },
  });
  return body;
}

const ledger = statedCalls();

it.each(calls)('%s: %s succeeds with exactly the stated keys', async (ids, call, make, code = 200) => {
  const sent = await make();
  const given: Record<string, unknown> = { ...sent.query, ...sent.json, ...sent.form };
  const { keys, optional, values } = statedKeysOf(ids, ledger);
  expect(
    Object.keys(given)
      .filter((key) => !optional.includes(key))
      .sort(),
  ).toEqual(keys);
  for (const [key, value] of Object.entries(values)) expect(`${key} ${given[key]}`).toBe(`${key} ${value}`);
  const body = await send(call, sent);
  expect(body).toMatchObject({ code });
  if (code === 401) expect(body.message).toBe(authMessages.identityUnproven);
  expect(typeof body.message).toBe('string');
});

/** Calls with stated keys that a guard has no value for. The fourth item is the code of an exception. */
const withoutValue: [string, string, Made, number?][] = [
  ['API-AUTH-04', 'POST /guard/auth/social-login', () => ({ json: { ...device, email: '', socialId: 'person', socialType: 2 } }), 401],
  ['API-AUTH-14', 'POST /guard/auth/register', () => ({ json: { ...some.wanted(), middleName: '', isLicense: false, licenseNumber: '' } })],
  [
    'API-GUARD-09',
    'PATCH /guard/auth/update-guard/:id',
    () =>
      me(async ({ id }) => {
        const { identityDocuments: _, employmentDetails: __, identityFile0: ___, ...person } = await registration(id);
        const edited = { profileUpdate: 'second', middleName: '', profileImage: '', securityRegistrationDocument: '' };
        return { path: [id], form: { ...person, ...edited } };
      }),
  ],
  [
    'API-GUARD-17',
    'PATCH /guard/work-profile/:id',
    () => me(async ({ id }) => ({ path: [id], json: { ...(await workProfile(id)), lat: '', lng: '', country: '' } })),
  ],
  ['API-JOB-08', 'POST /job/jobDetail', () => me(async () => ({ json: { ...(await openJob()), lat: '', long: '' } }))],
  [
    'API-JOB-08',
    'POST /job/jobDetail',
    () => me(async () => ({ json: { jobId: (await openJob()).jobId, userId: '', shiftId: '', lat: '', long: '' } })),
  ],
  ['API-JOB-14', 'GET /job/guard/myjobs', () => me(() => ({ query: { searchBy: '', ...page, isComplete: '' } }))],
  ['API-COMM-14', 'GET /job/guard/assigned', () => me(() => ({ query: { jobStatus: '' } }))],
];

it.each(withoutValue)('[%s] %s takes a stated key without a value', async (_id, call, make, code = 200) => {
  expect(await send(call, await make())).toMatchObject({ code });
});

it('[API-COMM-22, API-COMM-23, API-COMM-24, API-COMM-26] the calls of the chat succeed with exactly the stated keys', async () => {
  const guard = await api.guard();
  const { jobId } = await arrangeShift(api, guard);
  const socket = await openSocket(api.url, { token: guard.token });
  const stated = async (id: string, name: string, sent: Record<string, string>) => {
    const { keys, values } = statedKeysOf(id, ledger);
    expect(Object.keys(sent).sort()).toEqual(keys);
    expect(sent).toMatchObject(values);
    const reply = await emit(socket, name, sent);
    expect(reply).toMatchObject({ code: 200 });
    return reply;
  };
  try {
    await stated('CHAT-11', 'init', { userId: guard.id, userName: 'Ada' });
    const rooms = await stated('CHAT-12', 'get_rooms', { userId: guard.id });
    const roomId = (rooms.data as { _id: string }[])[0]?._id ?? '';
    await stated('CHAT-13', 'get_chats', { userId: guard.id, jobId, roomId, lastMessageTimeStamp: '' });
    await stated('CHAT-14', 'sendMessage', { roomId, jobId, senderId: guard.id, message: 'On my round', senderType: 'guard' });
  } finally {
    socket.close();
  }
});

it('covers every row of the ledger that states keys', () => {
  const tabled = new Set(calls.flatMap(([ids]) => idsOf(ids)));
  const isElsewhere = ['CHAT-11', 'CHAT-12', 'CHAT-13', 'CHAT-14', 'API-GEN-09'];
  expect(ledger.size).toBeGreaterThan(60);
  expect([...ledger.keys()].filter((id) => !tabled.has(id))).toEqual(isElsewhere);
});

it('has every call that the ledger names by method and path', () => {
  const rows = readFileSync(join(__dirname, '../../docs/ledger/requirements.tsv'), 'utf8');
  const stated = [...rows.matchAll(/^(API-[A-Z]+-\d+)\t\w+\tcall\t(?:GET|POST|PATCH|DELETE) \//gm)].map(([, id]) => id);
  expect(stated.length).toBeGreaterThan(90);
  const tabled = new Set(calls.flatMap(([ids]) => idsOf(ids)));
  const isElsewhere = ['API-GEN-09', 'API-JOB-13'];
  expect(stated.filter((id = '') => !tabled.has(id) && !isElsewhere.includes(id))).toEqual([]);
});
