import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { TOKEN_HEADER } from '@portal/contracts/_kernel/endpoint';
import { applyForJob, cancellationReasons } from '@portal/contracts/applications/applications.endpoints';
import { award } from '@portal/contracts/applications/applications.staff';
import { forgotPassword, session } from '@portal/contracts/auth/auth.endpoints';
import { listSessions } from '@portal/contracts/auth/auth.sessions';
import { applyForOpening } from '@portal/contracts/career/career.endpoints';
import { listCareerApplications } from '@portal/contracts/career/career.staff';
import { getRooms, sendMessage } from '@portal/contracts/chat/chat.endpoints';
import { writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { pageIds } from '@portal/contracts/enquiries/enquiries.pages';
import { changeMobile, contactChanges } from '@portal/contracts/guards/guards.contacts.endpoints';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { applyLeave } from '@portal/contracts/leave/leave.endpoints';
import { subscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { createKey } from '@portal/contracts/staff/staff.staff';
import { sql } from 'kysely';
import { nowText } from '../../src/platform/clock';
import { db } from '../../src/platform/database/db';
import { documentCalls } from '../documents';
import { makePicture } from '../pictures';
import type { TestProvider } from '../provider';
import { openSession } from '../sessions';
import { createVisitors, type Visitors } from '../sign-ups';
import { basicHeader, type TestApi, type TestGuard } from '../test-api';
import { STAFF_TOKEN } from '../test-env';
import { accountScenes, factorScenes } from './account-scenes';
import type { FuzzWorld, Scene } from './scene';
import { type WorkScene, workScenes } from './work-scenes';

export function headersFor({ auth, carriesToken }: Endpoint, { token, cookie }: Scene): Record<string, string> {
  if (auth === 'staff') return { authorization: `Bearer ${STAFF_TOKEN}` };
  if (auth === 'basic')
    return { authorization: basicHeader, ...(cookie && { cookie }), ...(carriesToken && token && { [TOKEN_HEADER]: token }) };
  return auth === 'open' && !token ? {} : { authorization: `Bearer ${token}` };
}

/** A job to apply for, one that the guard applied for, one that is awarded to them, and one with a leave request. */
async function makeJobs(api: TestApi, me: TestGuard) {
  const post = async (jobTitle: string, dates: string[]) =>
    (await api.call(postJob, { jobTitle, dates, start: '09:00', end: '17:00', isTest: true } as never)).data;
  const [open, applied, mine, leaving] = [
    await post('Gate watch', ['2027-03-12', '2027-03-13']),
    await post('Site patrol', ['2027-03-14']),
    await post('Night desk', ['2027-03-11']),
    await post('Hall watch', ['2027-03-15']),
  ];
  for (const { jobId, shiftIds } of [applied, mine, leaving])
    await api.call(applyForJob, { userId: me.id, jobId, shiftId: shiftIds[0] ?? '', isApply: 1 }, { token: me.token });
  for (const { jobId } of [mine, leaving]) await api.call(award, { jobId, guard: me.id });
  const leave = { jobId: leaving.jobId, shiftId: leaving.shiftIds[0] ?? '', shiftDate: '2027-03-15', leaveTitle: 1 };
  await api.call(applyLeave, leave as never, { token: me.token });
  return { open, applied, mine, leaving };
}

/** A chat of the guard's with a message in it, and what its calls rightly name. */
async function makeChat(api: TestApi, me: TestGuard, jobId: string) {
  const rooms = (await api.call(getRooms, { userId: me.id }, { token: me.token })).data;
  const roomId = rooms.find((room) => room.jobId._id === jobId)?._id ?? '';
  const said = { senderId: me.id, senderType: 'guard' as const, message: 'On my round', clientId: '5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7c01' };
  const { message } = (await api.call(sendMessage, { roomId, jobId, ...said }, { token: me.token })).data;
  return { roomId: [roomId], messageId: [message.id], senderId: [me.id], lastMessageTimeStamp: ['', message.timeStamp] };
}

/** Two documents of the guard's, and what calls about them rightly name. */
async function makeDocuments(api: TestApi, me: TestGuard) {
  const documents = documentCalls(api);
  await documents.add(me);
  await documents.add(me, { documentType: 'Other', documentNumber: '777' });
  const [one, other] = await documents.list(me);
  const numbers = { documentNumber: ['4711'], licenseNumber: ['54321'], expiryDate: ['2028-05-31'] };
  return { id: [one?.id], documentIds: [[other?.id]], documentType: ['Canadian passport'], ...numbers };
}

/** What visitors left by the public forms, and what calls about it rightly name. */
async function makeVisits(api: TestApi, email: string) {
  const visitor = { name: 'Ada Roy', phone: '6475550001' };
  await api.call(subscribe, { email });
  await api.call(sendEnquiry, { ...visitor, email, query: 'When do you hire?', pageId: pageIds.contact });
  await api.call(applyForOpening, { ...visitor, email, file: await makePicture() });
  const [application] = (await api.call(listCareerApplications, {})).data;
  return {
    applicationId: [application?.applicationId],
    pageId: [pageIds.contact],
    what: ['terms'],
    to: [email, notificationsPaths.list()],
  };
}

/** A member of the staff, and what calls about them rightly name. */
async function makeStaff(api: TestApi) {
  const wanted = { name: 'Ada Roy', role: 'support' as const, expires: '2027-06-30' };
  const { keyId } = (await api.call(createKey, wanted)).data;
  return { name: ['Ben Day'], role: ['dispatcher'], expires: ['2027-05-31'], keyId: [keyId], by: ['Ada Roy'], since: ['2027-03-01'] };
}

/** A guard with a new mobile number that waits for its code and with an unproven e-mail address, who may request a new address. */
async function movingScene(api: TestApi, people: Visitors, side: number): Promise<Scene> {
  const { id, token, password } = await api.guard();
  await sql`update guards set is_email_proven = false where id = ${id}`.execute(db());
  const mobileNumber = `905555019${side}`;
  await api.call(changeMobile, { mobileNumber, password }, { token });
  const code = (await people.mail(mobileNumber))[0]?.body.slice(0, 6) ?? '';
  api.clock.advance({ minutes: 1 });
  // A session that was just seen is left alone by a refused call.
  await api.call(contactChanges, {}, { token });
  return { token, cookie: '', known: { email: [`moving.on.${side}@example.com`], password: [password], kind: ['mobile'], code: [code] } };
}

/** People at every step of the onboarding and of a shift, and jobs in every relation to one of them. */
async function makeSide(api: TestApi, people: Visitors, working: readonly WorkScene[], side: number): Promise<Scene[]> {
  const [me, registering, profiling] = (await Promise.all([
    api.guard(),
    api.guard({ step: 'registration' } as never),
    api.guard({ step: 'work-profile' } as never),
  ])) as [TestGuard, TestGuard, TestGuard];
  const visitor = await people.signUp();
  const atCode = await people.atCode();
  const code = (await people.mail(atCode.given.email))[0]?.body.match(/^\d{4}/)?.[0] ?? '';
  const { open, applied, mine, leaving } = await makeJobs(api, me);
  await openSession(me.id);
  const spare = (await api.call(listSessions, {}, { token: me.token })).data.filter(({ isThis }) => !isThis);
  await api.call(forgotPassword, { email: me.email });
  const mails = (await people.mail(me.email)).map(({ body }) => body).join('\n');
  const token = mails.match(/token=([\w-]+)/)?.[1] ?? '';
  const reasons = (await api.call(cancellationReasons, {}, { token: me.token })).data;
  const specialities = (await api.call(listSpecialities, {} as never, { token: me.token })).data;
  // The move takes a minute, so another code may be requested afterwards.
  const moving = await movingScene(api, people, side);

  const shared = {
    ...(await makeVisits(api, me.email)),
    reasonId: reasons.map(({ id }) => id),
    sessionId: spare.map(({ id }) => id),
    workSpecialities: [specialities.slice(0, 2).map(({ id }) => id)],
    otp: [code],
    token: [token],
    mobileNumber: [`647555999${side}`],
    date: ['2027-03-20'],
    eventTime: ['12:00:00'],
  };
  const newcomer = { email: [`new.guard.${side}@example.com`], password: ['Quiet-Harbour-7'] };
  const guardScene = ({ id, token, email, password }: TestGuard, job: { jobId: string; shiftIds: string[] }, date: string): Scene => ({
    token,
    cookie: '',
    known: {
      ...shared,
      ...{ email: [email], password: [password], id: [id], userId: [id], guardId: [id], guard: [id] },
      ...{ jobId: [job.jobId], shiftId: [job.shiftIds[0]], shiftDate: [date] },
    },
  });
  const note = { jobId: mine.jobId, title: 'Patrol done', eventTime: '12:00:00', type: 1, description: 'Nothing unusual.' };
  const written = (await api.call(writeEnote, note as never, { token: me.token })).data;
  const inTheJob = guardScene(me, mine, '2027-03-11');
  const inChat = { ...inTheJob, known: { ...inTheJob.known, ...(await makeChat(api, me, mine.jobId)) } };
  const visitorScene = ({ id, headers }: Awaited<ReturnType<typeof people.signUp>>): Scene => ({
    token: '',
    cookie: headers.cookie,
    known: { ...shared, ...newcomer, id: [id], guardId: [id] },
  });
  return [
    guardScene(me, open, '2027-03-12'),
    { ...inTheJob, known: { ...inTheJob.known, ...(await makeStaff(api)) } },
    guardScene(me, applied, '2027-03-14'),
    inChat,
    { ...inTheJob, known: { ...inTheJob.known, id: [written.id] } },
    { ...inTheJob, known: { ...inTheJob.known, ...(await makeDocuments(api, me)) } },
    guardScene(me, leaving, '2027-03-15'),
    ...[registering, profiling].map((guard) => guardScene(guard, open, '2027-03-12')),
    ...working.map(({ guard, jobId, shiftId, known }) => {
      const scene = guardScene(guard, { jobId, shiftIds: [shiftId] }, '2027-03-10');
      return { ...scene, known: { ...scene.known, ...known } };
    }),
    ...[visitor, atCode].map(visitorScene),
    moving,
  ];
}

const sideCities = [
  { name: 'Toronto', lat: 43.6532, lng: -79.3832 },
  { name: 'Ottawa', lat: 45.4215, lng: -75.6972 },
];

/** Two sides of every scene; `provider` signs people in at the API. */
export async function makeWorld(api: TestApi, provider: TestProvider): Promise<FuzzWorld> {
  const people = await createVisitors(api);
  // First: it moves the clock, and codes and links live for minutes.
  const working = [];
  for (const city of sideCities) working.push(await workScenes(api, city));
  const sides = [];
  for (const [side, works] of working.entries())
    sides.push([...(await makeSide(api, people, works, side)), ...(await accountScenes(api, provider, side))]);
  // Last: the code of an app is right for half a minute.
  for (const side of sides) side.push(...(await factorScenes(api)));
  const [mine = [], theirs = []] = sides;
  // A right password confirms a session although the call is refused. The instant is the earlier one, so the call changes nothing.
  await sql`update sessions set confirmed_at = ${nowText()}`.execute(db());
  // The last use of a session is written once a minute; this call writes it, so that a refused call does not.
  for (const { token } of [...mine, ...theirs]) if (token) await api.call(session, {}, { token });
  // Calls that take a stored file must refuse a file of another guard.
  const filename = theirs.flatMap(({ known }) => known.filename ?? []);
  return { mine, theirs: theirs.map((scene) => ({ ...scene, known: { ...scene.known, filename } })) };
}
