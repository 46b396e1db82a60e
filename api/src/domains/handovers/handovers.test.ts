import { handoversOfShift, leaveHandover, readHandovers } from '@portal/contracts/handovers/handovers.endpoints';
import { listHandovers } from '@portal/contracts/handovers/handovers.staff';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { currentShift, shiftRecord } from '@portal/contracts/shifts/shifts.endpoints';
import { recordLines } from '@portal/contracts/shifts/shifts.record';
import { sql } from 'kysely';
import { makeSound } from '../../../test/enotes';
import { arrangeShift, type ExtraInput, type GivenShift, leadTo, shiftCalls } from '../../../test/shifts';
import { collectChanges } from '../../../test/socket';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
/** Ada works from 12:00 to 20:00 (17:00 to 01:00 UTC); Ben follows from 20:00 to 23:00 on another job of the site. */
let ada: TestGuard;
let ben: TestGuard;
let day: GivenShift;
let evening: GivenShift;

const DURING = '2027-03-11T00:40:00.000Z';
const ENDED = '2027-03-11T01:00:00.000Z';
const text = 'The side gate sticks.';

beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  ada = await api.guard({ firstName: 'Ada', lastName: 'Roy' } as never);
  ben = await api.guard({ firstName: 'Ben', lastName: 'Moss' } as never);
  day = await arrangeShift(api, ada);
  evening = await arrangeShift(api, ben, { jobTitle: 'Gate watch, night', siteOf: day.jobId, start: '20:00', end: '23:00' });
  await leadTo('running', { api, guard: ada, given: day, me: shiftCalls(api, ada, day) });
  api.clock.set(DURING);
});

const leave = (extra: ExtraInput = {}, guard = ada, { jobId, shiftId } = day, key?: string) =>
  api.call(leaveHandover, { jobId, shiftId, text, ...extra } as never, {
    token: guard.token,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const notes = ({ shiftId } = evening, guard = ben) => api.call(handoversOfShift, { shiftId }, { token: guard.token });
const read = async (extra: ExtraInput = {}, guard = ben, { jobId, shiftId } = evening) => {
  const [note] = (await notes()).data ?? [];
  const input = { jobId, shiftId, notes: [{ noteId: note?.noteId, version: note?.version }], ...extra };
  return api.call(readHandovers, input as never, { token: guard.token });
};
const state = async (guard: TestGuard, { shiftId }: GivenShift) =>
  (await api.call(currentShift, { shiftId }, { token: guard.token })).data.shift?.handover;
const lines = async (guard: TestGuard, { shiftId }: GivenShift) =>
  recordLines((await api.call(shiftRecord, { shiftId }, { token: guard.token })).data).filter(({ what }) => what.startsWith('Handover'));
const storedFiles = async () => (await sql<{ filename: string }>`select filename from media where owner_id = ${ada.id}`.execute(db())).rows;

it('[ORDERS-03] keeps the note with the time of the guard, and the guard of the next shift at the site sees it', async () => {
  const reply = await leave({ at: '2027-03-11T00:30:00.000Z' });
  expect(reply).toMatchObject({ message: 'Your handover note was saved.', data: { version: 1, at: '2027-03-11T00:30:00.000Z' } });
  expect((await notes()).data).toEqual([
    {
      noteId: expect.any(String),
      version: 1,
      guard: 'Ada Roy',
      at: '2027-03-11T00:30:00.000Z',
      withinMs: null,
      text,
      recording: null,
      seconds: null,
      readAt: null,
    },
  ]);
  expect(await state(ada, day)).toMatchObject({
    note: { version: 1, text, hasRecording: false, at: '2027-03-11T00:30:00.000Z', receivedAt: DURING },
    newest: null,
  });
  expect(await state(ben, evening)).toEqual({ note: null, readBy: [], read: [], newest: DURING });
});

it('[ORDERS-03] the last version counts by the time of the guard, also if an older one arrives later', async () => {
  await leave({ text: 'First', at: '2027-03-11T00:30:00.000Z' });
  expect((await leave({ text: 'Second', at: '2027-03-11T00:35:00.000Z' })).data.version).toBe(2);
  expect((await leave({ text: 'Late', at: '2027-03-11T00:32:00.000Z' })).data).toEqual({ version: 2, at: '2027-03-11T00:35:00.000Z' });
  expect((await notes()).data).toMatchObject([{ version: 2, text: 'Second' }]);
});

it('[ORDERS-03] a recording is a part of the reply; a new version keeps it, replaces it or removes it, with its file', async () => {
  expect((await leave({ text: '', recording: await makeSound(3) })).code).toBe(200);
  const [first] = (await notes()).data;
  expect(first).toMatchObject({
    text: '',
    seconds: expect.closeTo(3, 1),
    recording: expect.stringMatching(/^data:audio\/webm;base64,GkXf/),
  });
  api.clock.advance({ minutes: 1 });
  await leave({ keepsRecording: true });
  expect((await notes()).data).toMatchObject([{ text, recording: first?.recording }]);
  api.clock.advance({ minutes: 1 });
  await leave({ recording: await makeSound(5) });
  expect((await notes()).data).toMatchObject([{ seconds: expect.closeTo(5, 1) }]);
  expect(await storedFiles()).toHaveLength(1);
  api.clock.advance({ minutes: 1 });
  await leave();
  expect((await notes()).data).toMatchObject([{ text, recording: null, seconds: null }]);
  expect(await storedFiles()).toEqual([]);
});

it('[ORDERS-03] refuses a recording of more than 30 seconds, and an empty note', async () => {
  expect(await leave({ recording: await makeSound(33) })).toMatchObject({
    status: 400,
    errors: { recording: 'A handover recording has at most 30 seconds. Please record a shorter one.' },
  });
  expect(await leave({ text: '', keepsRecording: true })).toMatchObject({ errors: { text: 'Please write a note, or record one' } });
  expect((await leave({ recording: await makeSound(30) })).code).toBe(200);
});

it('[ORDERS-03] takes a note until an hour after the end, however late it arrives, and none from before the shift', async () => {
  api.clock.set(ENDED);
  await shiftCalls(api, ada, day).end();
  api.clock.set('2027-03-11T02:00:00.000Z');
  expect((await leave()).code).toBe(200);
  api.clock.set('2027-03-11T02:00:01.000Z');
  expect(await leave()).toMatchObject({ code: 409, message: 'A handover note can be left until one hour after the end of your shift.' });
  expect((await leave({ at: '2027-03-11T02:00:00.000Z' })).code).toBe(200);
  expect(await leave({ at: '2027-03-10T16:29:59.000Z' })).toMatchObject({
    code: 409,
    message: 'A handover note can be left once your shift has begun.',
  });
});

it('one key stores one version', async () => {
  const key = '5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7c02';
  const replies = await Promise.all([leave({}, ada, day, key), leave({}, ada, day, key)]);
  expect(replies.map(({ data }) => data.version)).toEqual([1, 1]);
});

it('[ORDERS-04] keeps when the next guard read the note, in the records of both shifts; a repetition changes nothing', async () => {
  await leave();
  api.clock.advance({ minutes: 10 });
  const at = '2027-03-11T00:45:00.000Z';
  expect(await read({ at })).toMatchObject({ message: 'Noted: you have read the handover.', data: { at } });
  expect((await read()).data).toEqual({ at });
  expect((await notes()).data).toMatchObject([{ readAt: at }]);
  expect(await lines(ben, evening)).toMatchObject([
    { what: 'Handover note read', at, receivedAt: '2027-03-11T00:50:00.000Z', detail: 'of Ada Roy' },
  ]);
  expect(await lines(ada, day)).toMatchObject([
    { what: 'Handover note left', at: DURING, detail: text },
    { what: 'Handover note read', at, detail: 'by Ben Moss' },
  ]);
});

it('[ORDERS-04] a changed note is unread again', async () => {
  await leave();
  await read();
  api.clock.advance({ minutes: 1 });
  await leave({ text: 'And the radio is charged.' });
  expect((await notes()).data).toMatchObject([{ version: 2, readAt: null }]);
});

it('[ORDERS-04] a shift starts without the note being read', async () => {
  await leave();
  const me = shiftCalls(api, ben, evening);
  await me.arrive();
  expect((await me.start()).code).toBe(200);
});

it('shows the notes of the last day, newest first, and no own note', async () => {
  await leave();
  api.clock.advance({ minutes: 20 });
  await shiftCalls(api, ben, evening).start();
  await leave({ text: 'Ben was here.' }, ben, evening);
  api.clock.set('2027-03-11T15:00:00.000Z');
  const cleo = await api.guard();
  const next = await arrangeShift(api, cleo, { jobTitle: 'Gate watch, day', siteOf: day.jobId, dates: ['2027-03-11'] });
  expect((await notes(next, cleo)).data.map((note) => note.text)).toEqual(['Ben was here.', text]);
});

it('shows the newest note alone after a day, and none after a week', async () => {
  await leave({ at: '2027-03-11T00:30:00.000Z' });
  await shiftCalls(api, ben, evening).start({ at: DURING });
  await leave({ text: 'Ben was here.', at: DURING }, ben, evening);
  const cleo = await api.guard();
  const [soon, late] = [
    await arrangeShift(api, cleo, { jobTitle: 'Gate watch, Sunday', siteOf: day.jobId, dates: ['2027-03-14'] }),
    await arrangeShift(api, cleo, { jobTitle: 'Gate watch, next week', siteOf: day.jobId, dates: ['2027-03-18'] }),
  ];
  expect((await notes(soon, cleo)).data).toEqual([]);
  api.clock.set('2027-03-14T10:00:00.000Z');
  expect((await notes(soon, cleo)).data.map((note) => note.text)).toEqual(['Ben was here.']);
  expect((await state(cleo, soon))?.newest).toBe(DURING);
  api.clock.set('2027-03-18T10:00:00.000Z');
  expect((await notes(late, cleo)).data).toEqual([]);
  expect((await state(cleo, late))?.newest).toBeNull();
});

it('shows no note of another site, and none to a guard whose shift there is over', async () => {
  await leave();
  const elsewhere = await arrangeShift(api, ben, { jobTitle: 'Yard watch', dates: ['2027-03-11'], start: '00:30', end: '04:00' });
  expect((await notes(elsewhere)).data).toEqual([]);
  api.clock.set('2027-03-11T04:00:01.000Z');
  expect(await notes()).toMatchObject({ code: 404, message: 'Handover notes are shown until the end of the shift.' });
});

it('is refused for a shift of another guard, and for notes that are not there', async () => {
  await leave();
  expect([(await leave({}, ben)).code, (await notes(evening, ada)).code, (await read({}, ada)).code]).toEqual([404, 404, 404]);
  expect(await read({ notes: [{ noteId: ada.id, version: 1 }] })).toMatchObject({
    code: 404,
    message: 'These handover notes are not there any more.',
  });
  expect((await read({ notes: [{ noteId: (await notes()).data[0]?.noteId, version: 2 }] })).code).toBe(404);
});

it('the file of a recording is served to its guard alone', async () => {
  await leave({ recording: await makeSound(3) });
  const [{ filename } = { filename: '' }] = await storedFiles();
  const file = ({ token }: TestGuard) =>
    fetch(`${api.url}/v1${previewMedia.path}?filename=${filename}`, { headers: { authorization: `Bearer ${token}` } });
  expect([(await file(ada)).status, (await file(ben)).status]).toEqual([200, 404]);
});

it('staff list the notes of a site with their readers', async () => {
  await leave({ recording: await makeSound(3) });
  await read();
  expect((await api.call(listHandovers, { jobId: evening.jobId })).data).toEqual([
    {
      noteId: expect.any(String),
      version: 1,
      guard: ada.id,
      jobTitle: 'Gate watch',
      at: DURING,
      withinMs: null,
      text,
      recording: expect.stringMatching(/\.webm$/),
      seconds: expect.closeTo(3, 1),
      readBy: [{ guard: ben.id, at: DURING, withinMs: null }],
    },
  ]);
});

it('open pages of both guards get change events', async () => {
  expect(await collectChanges(api.url, ben.token, () => leave())).toEqual(['handovers', 'shifts']);
  api.clock.advance({ minutes: 1 });
  expect(await collectChanges(api.url, ada.token, () => leave())).toEqual(['shifts']);
  expect(await collectChanges(api.url, ada.token, () => read())).toEqual(['shifts']);
});
