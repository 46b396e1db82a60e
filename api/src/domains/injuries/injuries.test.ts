import type { Input } from '@portal/contracts/_kernel/endpoint';
import { site } from '@portal/contracts/_kernel/site';
import { toWire } from '@portal/contracts/_kernel/wire';
import { injuryDetail, injuryTypes, listInjuries, reportInjury } from '@portal/contracts/injuries/injuries.endpoints';
import { answerInjury, openInjuries } from '@portal/contracts/injuries/injuries.staff';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { sql } from 'kysely';
import { fileOf, makePicture } from '../../../test/pictures';
import { registrationCalls } from '../../../test/registrations';
import { arrangeShift } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { sqlState } from '../../platform/database/errors';

const api = testApi();
let guard: TestGuard;
let jobId: string;

beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  guard = await api.guard();
  ({ jobId } = await arrangeShift(api, guard, { jobTitle: 'Gate watch' }));
  // In the evening at the site the UTC date is already the next one.
  api.clock.set('2027-03-11T01:30:00.000Z');
});

type Report = Input<typeof reportInjury>;
const report = async (change: Partial<Report> = {}): Promise<Report> => ({
  jobId,
  title: 'Injured During Mob Attack',
  description: 'Pushed against the gate.',
  file: [await makePicture({}, 'arm.png')],
  ...change,
});
const send = async (change: Partial<Report> = {}, by = guard) => api.call(reportInjury, await report(change), { token: by.token });
const list = async (input: object = {}, by = guard) => (await api.call(listInjuries, input as never, { token: by.token })).data;
const first = async () => (await list()).docs[0] as NonNullable<Awaited<ReturnType<typeof list>>['docs'][number]>;
const detail = (id: string, by = guard) => api.call(injuryDetail, { id }, { token: by.token });
const NOWHERE = '00000000-0000-4000-8000-000000000404';

describe('a new report', () => {
  it('[API-COMM-18, API-COMM-19, AUTHZ-38, REPORTINJURY-21/2] is sent as parts with a repeated file, and answered with a code', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ jobId, title: 'Animal Bite', description: 'A dog' })) form.append(name, value);
    for (const name of ['one.png', 'two.png']) form.append('file', await makePicture({}, name));
    const reply = await api.request('/v1/report-injury', {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${guard.token}` },
    });
    expect(reply.body).toMatchObject({ code: 200, message: 'Your injury report was received.' });
    expect(await first()).toMatchObject({ jobId: { id: jobId }, title: 'Animal Bite', description: 'A dog' });
    expect((await first()).files).toHaveLength(2);
    expect([...(toWire(reportInjury, await report()).body as FormData).keys()].sort()).toEqual(['description', 'file', 'jobId', 'title']);
  });

  it('[DATA-COMM-15, DATA-COMM-16, DATA-COMM-17, DATA-COMM-18] is read again with its text, day, instant, pictures and job', async () => {
    await send();
    const stored = await first();
    expect(stored).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'Injured During Mob Attack',
      description: 'Pushed against the gate.',
      date: '2027-03-10',
      createdAt: '2027-03-11T01:30:00.000Z',
      files: [expect.stringMatching(/^[0-9a-f]{32}\.png$/)],
      jobId: { id: jobId, jobTitle: 'Gate watch' },
      response: [],
    });
    const pictures = registrationCalls(api);
    expect(await pictures.stored(stored.files[0], guard)).toMatchObject({ format: 'png' });
    expect(await pictures.preview(stored.files[0], await api.guard())).toBe(404);
    const { jobId: hall } = await arrangeShift(api, guard, { jobTitle: 'Hall watch', dates: ['2027-03-12'] });
    api.clock.set('2027-03-12T17:00:00.000Z');
    const bite = { title: 'Animal Bite', description: 'A dog.' };
    await send({ ...bite, jobId: hall, file: [await makePicture({}, 'a.png'), await makePicture({}, 'b.png')] });
    const told = { ...bite, date: '2027-03-12', createdAt: '2027-03-12T17:00:00.000Z', jobId: { id: hall, jobTitle: 'Hall watch' } };
    const { docs } = await list();
    expect(docs).toMatchObject([told, stored]);
    expect(new Set(docs.flatMap(({ id, files }) => [id, ...files])).size).toBe(5);
  });

  it('[DATA-COMM-22] has its day and its instant, in the list and alone', async () => {
    await send();
    const stored = await first();
    const both = { date: '2027-03-10', createdAt: '2027-03-11T01:30:00.000Z' };
    expect([stored, (await detail(stored.id)).data]).toMatchObject([both, both]);
  });

  it('is mailed to staff', async () => {
    await send({ title: 'Heat or Cold', description: 'Nobody came with water.' });
    const { data } = await api.call(readMailbox, { to: site.supportEmail });
    expect(data.find(({ subject }) => subject === 'Injury: Heat or Cold, Gate watch')?.body).toContain('Nobody came with water.');
  });

  it('[REPORTINJURY-12, REPORTINJURY-13, REPORTINJURY-14, REPORTINJURY-15] names every field that fails, in the order of the checks', async () => {
    const reply = await send({ jobId: '', title: ' ', description: '', file: [] });
    expect(reply).toMatchObject({ status: 400, message: 'Please select title' });
    expect(Object.entries(reply.errors ?? {})).toEqual([
      ['jobId', 'Please select title'],
      ['title', 'Please select title'],
      ['description', 'Please enter description'],
      ['file', 'Please select file'],
    ]);
    expect(await send({ file: [fileOf(Buffer.from('no picture'))] })).toMatchObject({
      status: 400,
      errors: { 'file[0]': expect.stringContaining('not a picture') },
    });
    expect((await list()).total).toBe(0);
  });

  it('about a job of others is refused, and nothing is stored', async () => {
    api.clock.set('2027-03-10T15:00:00.000Z');
    const { jobId: others } = await arrangeShift(api, await api.guard());
    const before = api.storedFiles();
    for (const foreign of [others, guard.id])
      expect(await send({ jobId: foreign })).toMatchObject({ status: 403, message: 'This job is not one of yours.' });
    expect([(await list()).total, api.storedFiles()]).toEqual([0, before]);
  });

  it('a repeated key stores one report with one set of pictures', async () => {
    const sent = await report();
    const again = () => api.call(reportInjury, sent, { token: guard.token, headers: { 'idempotency-key': 'injury-0001' } });
    expect((await Promise.all([again(), again()])).map(({ code }) => code)).toEqual([200, 200]);
    expect((await list()).total).toBe(1);
  });

  it('the database enforces the rules of the service', async () => {
    const insert = (title: string, description: string, files: string[]) =>
      sql`insert into injuries (guard_id, job_id, title, description, files, created_at)
        values (${guard.id}, ${jobId}, ${title}, ${description}, ${files}::text[], now())`
        .execute(db())
        .then(() => 'stored', sqlState);
    const eleven = Array.from({ length: 11 }, () => 'a.png');
    expect([
      await insert('', 'x', ['a']),
      await insert('x', '', ['a']),
      await insert('x', 'x', []),
      await insert('x', 'x', eleven),
    ]).toEqual(['23514', '23514', '23514', '23514']);
  });
});

describe('reading reports', () => {
  it('[API-COMM-15, API-COMM-16, SHARED-30] gives docs and total, ten a page, latest first', async () => {
    const insert = (number: number) =>
      sql`insert into injuries (guard_id, job_id, title, description, files, created_at)
      values (${guard.id}, ${jobId}, ${`Injury ${number}`}, 'x', '{a.png}', ${`2027-03-10T15:${number + 10}:00Z`})`.execute(db());
    for (let number = 1; number <= 12; number++) await insert(number);
    const page = await list({ limit: 10, page: 1 });
    expect([page.total, page.docs.length, page.docs[0]?.title]).toEqual([12, 10, 'Injury 12']);
    expect((await list({ limit: 10, page: 2 })).docs.map(({ title }) => title)).toEqual(['Injury 2', 'Injury 1']);
    expect((await list({ limit: 5, page: 2 })).docs.map(({ title }) => title)).toEqual([7, 6, 5, 4, 3].map((number) => `Injury ${number}`));
    expect((await list()).docs).toHaveLength(10);
  });

  it('[API-COMM-17] returns one by its id alone; another guard’s report is refused like an unknown one', async () => {
    for (const title of ['Animal Bite', 'Heat or Cold']) {
      await send({ title });
      api.clock.advance({ minutes: 1 });
    }
    const { docs } = await list();
    expect(docs.map(({ title }) => title)).toEqual(['Heat or Cold', 'Animal Bite']);
    for (const one of docs) expect(await detail(one.id)).toMatchObject({ code: 200, data: one });
    const stored = await first();
    const other = await api.guard();
    for (const reply of [await detail(stored.id, other), await detail(NOWHERE)])
      expect(reply).toMatchObject({ status: 404, message: 'There is no such injury report.' });
    expect((await list({}, other)).total).toBe(0);
  });

  it('[API-COMM-20, API-COMM-21, DATA-COMM-20] lists the titles by their names', async () => {
    const { code, data } = await api.call(injuryTypes, {}, { token: guard.token });
    expect(code).toBe(200);
    expect(data.slice(0, 2)).toEqual([{ name: 'Slip, Trip or Fall' }, { name: 'Assaulted by a Person' }]);
    expect(data.length).toBeGreaterThan(5);
    for (const type of data) expect(type).toEqual({ name: expect.stringMatching(/\w/) });
  });

  it('[DATA-COMM-23] accepts the name of a title, and returns it', async () => {
    const names = (await api.call(injuryTypes, {}, { token: guard.token })).data.map(({ name }) => name);
    for (const title of names.slice(0, 3)) {
      await send({ title });
      api.clock.advance({ minutes: 1 });
    }
    expect((await list()).docs.map(({ title }) => title)).toEqual([names[2], 'Assaulted by a Person', 'Slip, Trip or Fall']);
  });
});

describe('staff', () => {
  const answer = (injuryId: string, title: string) => api.call(answerInjury, { injuryId, title, description: `${title}: more` });

  it('[DATA-COMM-19] answer; the report lists the answers in their order, and the guard is notified', async () => {
    await send();
    const { id } = await first();
    await answer(id, 'Seen');
    api.clock.advance({ minutes: 30 });
    expect(await answer(id, 'Form sent')).toMatchObject({ code: 200 });
    expect((await detail(id)).data.response).toEqual([
      { title: 'Seen', description: 'Seen: more', at: '2027-03-11T01:30:00.000Z' },
      { title: 'Form sent', description: 'Form sent: more', at: '2027-03-11T02:00:00.000Z' },
    ]);
    const { data } = await api.call(listNotifications, {} as never, { token: guard.token });
    expect(data.docs[0]).toMatchObject({
      title: 'We answered your injury report',
      description: 'Injured During Mob Attack, Gate watch',
    });
    await send({ title: 'Animal Bite' });
    await answer((await first()).id, 'Vaccine');
    const told = (await list()).docs.map(({ response }) => response.map(({ title, description }) => [title, description]));
    expect(told).toEqual([
      [['Vaccine', 'Vaccine: more']],
      [
        ['Seen', 'Seen: more'],
        ['Form sent', 'Form sent: more'],
      ],
    ]);
  });

  it('see open reports, oldest first, until they are answered; two concurrent answers are both stored', async () => {
    await send({ title: 'First' });
    api.clock.advance({ minutes: 1 });
    await send({ title: 'Second' });
    const open = async () => (await api.call(openInjuries, {})).data.filter(({ guard: who }) => who === guard.id);
    const [one] = await open();
    expect((await open()).map(({ title }) => title)).toEqual(['First', 'Second']);
    await Promise.all([answer(one?.id ?? '', 'A'), answer(one?.id ?? '', 'B')]);
    expect((await open()).map(({ title }) => title)).toEqual(['Second']);
    expect((await detail(one?.id ?? '')).data.response.map(({ title }) => title).sort()).toEqual(['A', 'B']);
  });

  it('are refused without an answer text, and for an unknown report', async () => {
    expect(await answer(NOWHERE, 'Seen')).toMatchObject({ status: 404, message: 'There is no such injury report.' });
    await send();
    expect(await answer((await first()).id, '  ')).toMatchObject({ status: 400 });
  });
});
