import { copy } from '@portal/contracts/_kernel/copy';
import { audioMessages, uploadMessages } from '@portal/contracts/_kernel/upload';
import { toWire } from '@portal/contracts/_kernel/wire';
import { cancelAward } from '@portal/contracts/applications/applications.staff';
import { listEnotes, readEnote, writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import {
  BEFORE,
  bearerHeader,
  createNoterOnShift,
  DURING,
  makeHourOfSound,
  makeSound,
  type NoteCalls,
  noteCalls,
  noteInput,
} from '../../../test/enotes';
import { fileOf, makePicture } from '../../../test/pictures';
import { makeDecoderBomb } from '../../../test/recordings';
import { arrangeShift, type ExtraInput, type GivenShift, giveJob, leadTo, shiftCalls } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { assignedTitle } from '../jobs/jobs.service';

const api = testApi();
let guard: TestGuard;
let given: GivenShift;
let me: NoteCalls;

beforeEach(async () => {
  ({ guard, given, me } = await createNoterOnShift(api));
});

describe('writing', () => {
  it('[API-COMM-01, API-COMM-02, AUTHZ-27] is multipart and takes job, title, time, type, description and file', async () => {
    const { url, body } = toWire(writeEnote, noteInput(given.jobId, { type: 2, file: await makeSound() }) as never);
    expect([writeEnote.method, url]).toEqual(['POST', '/v1/e-note']);
    expect([...(body as FormData).keys()].sort()).toEqual(['description', 'eventTime', 'file', 'jobId', 'title', 'type']);
    const reply = await api.request(url, { method: 'POST', body: body as FormData, headers: bearerHeader(guard) });
    expect(reply.body).toMatchObject({ code: 200, message: 'Your e-note was saved.' });
    const sent = { jobId: given.jobId, title: 'Gate found open', eventTime: '18:25:00', type: 2, description: 'Closed it again.' };
    expect((await me.list()).docs).toMatchObject([{ ...sent, file: expect.stringMatching(/\.webm$/), seconds: expect.closeTo(3, 1) }]);
  });

  it('[DATA-COMM-01, DATA-COMM-02, DATA-COMM-03, DATA-COMM-04] stores all fields', async () => {
    const { data } = await me.write({
      type: 2,
      file: await makeSound(3),
      photo: await makePicture(),
      lat: 43.65,
      long: -79.38,
      accuracy: 12,
    });
    const { docs } = await me.list();
    expect(docs).toEqual([
      {
        id: data.id,
        jobId: given.jobId,
        shiftId: given.shiftId,
        title: 'Gate found open',
        eventTime: '18:25:00',
        at: '2027-03-10T18:25:00.000Z',
        type: 2,
        description: 'Closed it again.',
        file: expect.stringMatching(/^[0-9a-f]{32}\.webm$/),
        seconds: expect.closeTo(3, 1),
        bytes: expect.any(Number),
        photo: expect.stringMatching(/\.png$/),
        lat: 43.65,
        long: -79.38,
        accuracy: 12,
        guardId: { id: guard.id, firstName: 'Ada', lastName: 'Roy' },
        createdAt: DURING,
        withinMs: null,
      },
    ]);
    api.clock.advance({ minutes: 10 });
    const shut = { title: 'Gate shut', eventTime: '18:39:00', type: 1, description: 'By the owner.' };
    await me.write(shut);
    const told = { ...shut, jobId: given.jobId, file: null, createdAt: '2027-03-10T18:40:00.000Z' };
    expect((await me.list()).docs).toMatchObject([told, ...docs]);
  });

  it('[CODE-30] stores a note of type 1 as text without a file, also if one was sent', async () => {
    const before = api.storedFiles();
    expect((await me.write({ type: 1, file: await makeSound() })).code).toBe(200);
    expect((await me.list()).docs).toMatchObject([{ type: 1, file: null, seconds: null, bytes: null }]);
    expect(api.storedFiles()).toEqual(before);
  });

  it('[CODE-31] requires a recording for a note of type 2, and stores it with the note', async () => {
    expect(await me.write({ type: 2 })).toMatchObject({ code: 400, errors: { file: 'Please record or attach audio' } });
    expect((await me.write({ type: 2, file: await makeSound(3) })).code).toBe(200);
    const { docs } = await me.list();
    expect(docs).toMatchObject([{ type: 2, seconds: expect.closeTo(3, 1) }]);
    expect(api.storedFiles()).toContain(docs[0]?.file);
  });

  it.each<[string, () => Promise<ExtraInput> | ExtraInput, Record<string, string>]>([
    ['no title', () => ({ title: ' ', description: '', type: 2 }), { title: 'Title is required' }],
    ['no description', () => ({ description: '' }), { description: 'Description is required' }],
    ['no recording', () => ({ type: 2 }), { file: 'Please record or attach audio' }],
    [
      'a recording of 0 bytes',
      () => ({ type: 2, file: fileOf(Buffer.alloc(0), 'note.webm', 'audio/webm') }),
      { file: audioMessages.empty },
    ],
    ['a picture for a recording', async () => ({ type: 2, file: await makePicture() }), { file: audioMessages.notAudio }],
    ['a recording of an hour', async () => ({ type: 2, file: await makeHourOfSound() }), { file: audioMessages.tooLong }],
    ['10 MB and more', () => ({ type: 2, file: fileOf(Buffer.alloc(11_000_000, 1)) }), { file: audioMessages.tooLarge }],
    ['a recording for a photo', async () => ({ photo: await makeSound() }), { photo: uploadMessages.notAnImage }],
    ['a title of 1 MB', () => ({ title: 'x'.repeat(1_000_000) }), { title: 'This is too long.' }],
    ['control characters in the title', () => ({ title: 'Gate\u0007' }), { title: copy.controlCharacters }],
    ['control characters in the description', () => ({ description: 'Open\u0000' }), { description: copy.controlCharacters }],
    ['half a place', () => ({ lat: 43.6 }), { lat: 'A position needs latitude and longitude' }],
  ])('%s is refused at its field, and nothing is kept', async (_what, extra, errors) => {
    const before = api.storedFiles();
    const reply = await me.write(await extra());
    expect([reply.code, reply.errors]).toEqual([400, errors]);
    expect([api.storedFiles(), (await me.list()).total]).toEqual([before, 0]);
  });

  it('a repeated key stores one note, with its files once', async () => {
    const extra = { type: 2, file: await makeSound(1) };
    const first = await me.write(extra, 'e-note-key-000001');
    const files = api.storedFiles();
    expect((await me.write(extra, 'e-note-key-000001')).data).toEqual(first.data);
    expect([(await me.list()).total, api.storedFiles()]).toEqual([1, files]);
  });
});

describe('the job of an e-note', () => {
  it('[AUTHZ-27] a job that does not exist, a job of another guard and a shift of another job are all refused as not found', async () => {
    const other = await api.guard();
    expect(await noteCalls(api, other, given.jobId).write()).toMatchObject({
      code: 404,
      message: 'This job is not one of yours, so we cannot save an e-note for it.',
    });
    const theirs = await arrangeShift(api, other, { jobTitle: 'Hall watch', dates: ['2027-03-11'] });
    expect((await me.write({ shiftId: theirs.shiftId })).code).toBe(404);
    expect((await me.write({ jobId: theirs.jobId })).code).toBe(404);
    expect((await me.call(listEnotes, { jobId: theirs.jobId })).code).toBe(404);
    expect((await me.list()).total).toBe(0);
  });

  it('[AUTHZ-27] a guest and a guard with an onboarding step left cannot write one', async () => {
    const pending = await api.guard({ step: 'registration' });
    for (const [token, code] of [
      ['', 401],
      [pending.token, 403],
    ] as const)
      expect((await noteCalls(api, { ...guard, token }, given.jobId).write()).code).toBe(code);
    expect((await me.list()).total).toBe(0);
  });

  it('accepts a note that waited while the award was revoked, and its guard may read it, also the job’s tickets and injuries', async () => {
    api.clock.set('2027-03-10T16:00:00.000Z');
    expect((await api.call(cancelAward, { jobId: given.jobId, guard: guard.id } as never)).code).toBe(200);
    api.clock.set(DURING);
    const { code, data } = await me.write({ shiftId: given.shiftId, eventTime: '15:30:00', at: '2027-03-10T15:30:00.000Z' });
    expect([code, (await me.call(readEnote, { id: data.id })).code]).toEqual([200, 200]);
    expect((await me.call(listEnotes, { jobId: given.jobId })).code).toBe(404);
    const other = await api.guard();
    expect([await assignedTitle(guard.id, given.jobId), await assignedTitle(other.id, given.jobId)]).toEqual([expect.any(String), null]);
  });

  it('refuses a note of an event after the award was revoked with the message for a job of others, and stores nothing', async () => {
    api.clock.set('2027-03-10T16:00:00.000Z');
    await api.call(cancelAward, { jobId: given.jobId, guard: guard.id } as never);
    api.clock.set(DURING);
    const files = api.storedFiles().length;
    for (const extra of [{}, { at: '2027-03-10T16:01:00.000Z' }, { shiftId: given.shiftId, photo: await makePicture() }])
      expect(await me.write(extra)).toMatchObject({
        ...{ status: 404, message: 'This job is not one of yours, so we cannot save an e-note for it.' },
      });
    expect(api.storedFiles()).toHaveLength(files);
  });

  it.each(['awarded', 'leave-requested', 'on-leave', 'arrived', 'running', 'on-break', 'ended', 'missed'])(
    'is accepted while the shift is %s: a note is never refused for the state',
    async (state) => {
      api.clock.set('2027-03-10T16:30:00.000Z');
      await leadTo(state, { api, guard, given, me: shiftCalls(api, guard, given) });
      api.clock.set(DURING);
      expect((await me.write()).code).toBe(200);
    },
  );

  it('[DATA-COMM-03] colleagues of the job read it under the writer’s name and get its recording and photo; other guards do not', async () => {
    api.clock.set(BEFORE);
    const [colleague, stranger] = [await api.guard(), await api.guard()];
    await giveJob(api, colleague, given);
    api.clock.set(DURING);
    const { data } = await me.write({ type: 2, file: await makeSound(), photo: await makePicture() });
    const read = async (by: TestGuard) =>
      (await api.call(readEnote, { id: data.id }, { token: by.token })) as {
        code: number;
        data: { file: string; photo: string; guardId: object };
      };
    const { file: recording, photo, guardId } = (await read(colleague)).data;
    expect(guardId).toEqual({ id: guard.id, firstName: 'Ada', lastName: 'Roy' });
    const seen = (by: TestGuard) => Promise.all([recording, photo].map(async (name) => (await me.file(name, bearerHeader(by))).status));
    expect([await seen(guard), await seen(colleague), await seen(stranger)]).toEqual([
      [200, 200],
      [200, 200],
      [404, 404],
    ]);
    expect((await me.file(recording, {})).status).toBe(401);
    expect((await read(stranger)).code).toBe(404);
  });
});

describe('the time of the event', () => {
  it.each<[string, ExtraInput, string, string | null]>([
    ['by its time alone', { eventTime: '18:10:05' }, '2027-03-10T18:10:05.000Z', null],
    ['by its instant', { at: '2027-03-10T18:10:05.000Z' }, '2027-03-10T18:10:05.000Z', null],
    ['a minute ahead of us', { at: '2027-03-10T18:31:00.000Z' }, DURING, null],
    ['an hour ahead of us', { at: '2027-03-10T19:30:00.000Z' }, DURING, 'The event time could not be right'],
    ['before the job was given', { at: '2027-03-01T18:30:00.000Z' }, DURING, 'The event time could not be right'],
  ])('%s', async (_case, extra, at, says) => {
    const reply = await me.write(extra);
    expect(reply.data).toMatchObject({ at, isServerTime: says !== null });
    expect(reply.message).toContain(says ?? 'Your e-note was saved.');
  });

  it('stores a note that waited three days on the phone with its own time, and shows both times', async () => {
    api.clock.set('2027-03-13T08:00:00.000Z');
    await me.write({ at: '2027-03-10T23:05:00.000Z', eventTime: '23:05:00' });
    expect((await me.list()).docs).toMatchObject([
      { at: '2027-03-10T23:05:00.000Z', eventTime: '23:05:00', createdAt: '2027-03-13T08:00:00.000Z', shiftId: given.shiftId },
    ]);
  });

  it('stores a note outside the guard’s shifts with the job alone', async () => {
    api.clock.set('2027-03-13T08:00:00.000Z');
    await me.write({ at: '2027-03-13T07:00:00.000Z' });
    expect((await me.list()).docs).toMatchObject([{ shiftId: null }]);
  });
});

it('refuses a recording made to block its decoder within the time limit, and answers other calls during that time', async () => {
  const { url, body } = toWire(
    writeEnote,
    noteInput(given.jobId, { type: 2, file: fileOf(await makeDecoderBomb(1000), 'a.m4a', 'audio/mp4') }) as never,
  );
  let isAnswered = false;
  const refused = api
    .request(url, { method: 'POST', body: body as FormData, headers: bearerHeader(guard) })
    .finally(() => (isAnswered = true));
  expect((await me.list()).docs).toEqual([]);
  expect(isAnswered).toBe(false);
  expect((await refused).body).toMatchObject({ code: 400, errors: { file: audioMessages.unreadable } });
});
