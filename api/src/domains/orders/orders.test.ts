import { cancelAward } from '@portal/contracts/applications/applications.staff';
import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { acknowledgeOrders, ordersOfShift } from '@portal/contracts/orders/orders.endpoints';
import { setOrders, showOrders } from '@portal/contracts/orders/orders.staff';
import { currentShift, shiftRecord } from '@portal/contracts/shifts/shifts.endpoints';
import { recordLines } from '@portal/contracts/shifts/shifts.record';
import { sql } from 'kysely';
import { makePicture } from '../../../test/pictures';
import { arrangeShift, type GivenShift } from '../../../test/shifts';
import { collectChanges } from '../../../test/socket';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
let guard: TestGuard;
let shift: GivenShift;

beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  guard = await api.guard();
  shift = await arrangeShift(api, guard, { jobTitle: 'Gate watch', start: '10:20', end: '18:00' });
});

const section = { title: 'Keys', text: 'The box is behind the door.' };
const contact = { name: 'Caretaker', phone: '416-555-0142', note: 'Until midnight' };
const file = (more: Record<string, unknown> = {}) => JSON.stringify({ sections: [section], contacts: [contact], ...more });
const set = (orders = file(), pictures: File[] = []) => api.call(setOrders, { jobId: shift.jobId, orders, pictures } as never);
const read = async (token = guard.token) => api.call(ordersOfShift, { shiftId: shift.shiftId }, { token });
const acknowledge = (version: number, more: Record<string, unknown> = {}, token = guard.token) =>
  api.call(acknowledgeOrders, { jobId: shift.jobId, shiftId: shift.shiftId, version, ...more } as never, { token });
const onShift = async () => (await api.call(currentShift, {} as never, { token: guard.token })).data.shift?.orders;

it('[ORDERS-01] staff set versions, of which the guard of a shift there reads the newest', async () => {
  expect((await read()).data).toBeNull();
  expect(await onShift()).toBeNull();
  expect((await set()).data).toMatchObject({ version: 1, notified: 1 });
  api.clock.advance({ minutes: 5 });
  expect((await set(file({ contacts: [] }))).data).toMatchObject({ version: 2 });
  expect((await read()).data).toEqual({
    version: 2,
    setAt: '2027-03-10T15:05:00.000Z',
    sections: [{ ...section, picture: null }],
    contacts: [],
  });
  expect(await onShift()).toEqual({ version: 2, setAt: '2027-03-10T15:05:00.000Z', isRead: false, read: [] });
});

it('[ORDERS-05] the alert leads to the orders on the guard’s next shift of that site, and Job Detail has their state', async () => {
  const later = await arrangeShift(api, guard, { jobTitle: 'Yard watch', dates: ['2027-03-11'] });
  api.clock.advance({ minutes: 1 });
  await api.call(setOrders, { jobId: later.jobId, orders: file(), pictures: [] } as never);
  const { data } = await api.call(listNotifications, {} as never, { token: guard.token });
  expect(data.docs[0]).toMatchObject({
    title: 'New post orders',
    to: `/jobDetail?jobId=${later.jobId}&shiftId=${later.shiftId}&open=orders`,
  });
  const detail = async ({ jobId }: GivenShift) => (await api.call(jobDetail, { jobId } as never, { token: guard.token })).data.orders;
  expect([await detail(shift), await detail(later)]).toEqual([null, { version: 1, isRead: false }]);
  const read = { jobId: later.jobId, shiftId: later.shiftId, version: 1 };
  await api.call(acknowledgeOrders, read as never, { token: guard.token });
  expect(await detail(later)).toEqual({ version: 1, isRead: true });
});

it('[ORDERS-01] a section has its picture as a part of the reply, and a contact its digits', async () => {
  const gate = await makePicture({ width: 20 }, 'gate.png');
  expect((await set(file({ sections: [{ ...section, picture: 'gate.png' }] }), [gate])).code).toBe(200);
  const { sections, contacts } = (await read()).data ?? { sections: [], contacts: [] };
  expect(sections[0]?.picture).toMatch(/^data:image\/png;base64,iVBOR/);
  expect(contacts).toEqual([{ ...contact, phone: '4165550142' }]);
});

it.each(['911', '211', '9-1-1'])('[ORDERS-01] a contact can have the short number %s', async (phone) => {
  expect((await set(file({ contacts: [{ ...contact, phone }] }))).code).toBe(200);
  expect((await read()).data?.contacts).toEqual([{ ...contact, phone: phone.replaceAll('-', '') }]);
});

it.each([
  ['no JSON', 'x', 'Not JSON'],
  ['no section', '{"sections":[]}', 'sections: Each section needs a title and a text.'],
  ['a section without a text', '{"sections":[{"title":"Keys"}]}', 'sections[0].text: Each section needs a title and a text.'],
  ['an unknown key', '{"sections":[{"title":"Keys","text":"x","body":"y"}]}', 'sections[0]: Unknown key: body'],
  [
    'a phone number of five digits',
    '{"sections":[{"title":"a","text":"b"}],"contacts":[{"name":"c","phone":"41655"}]}',
    'contacts[0].phone: A phone number is ten digits, such as 4165550142, or three, such as 911',
  ],
])('refuses a file with %s, and keeps the version before', async (_what, text, problem) => {
  await set();
  expect(await set(text)).toMatchObject({ status: 400, errors: { orders: problem } });
  expect((await read()).data?.version).toBe(1);
});

it('refuses a picture that no section names, and a section without its named picture', async () => {
  const gate = await makePicture({ width: 20 }, 'gate.png');
  expect(await set(file(), [gate])).toMatchObject({ status: 400, errors: { pictures: 'No section names the picture gate.png.' } });
  expect(await set(file({ sections: [{ ...section, picture: 'gate.png' }] }))).toMatchObject({
    status: 400,
    errors: { pictures: 'The section names the picture gate.png, which was not sent: add --pictures gate.png' },
  });
});

it('[ORDERS-02] keeps when the guard read a version, which the shift record shows; a repetition changes nothing', async () => {
  await set();
  api.clock.advance({ minutes: 5 });
  const at = '2027-03-10T15:03:00.000Z';
  expect((await acknowledge(1, { at })).data).toEqual({ version: 1, at });
  expect((await acknowledge(1, { at: '2027-03-10T15:04:00.000Z' })).data).toEqual({ version: 1, at });
  expect(await onShift()).toMatchObject({ isRead: true, read: [{ version: 1, at, receivedAt: '2027-03-10T15:05:00.000Z' }] });
  const { data } = await api.call(shiftRecord, { shiftId: shift.shiftId }, { token: guard.token });
  expect(recordLines(data)).toMatchObject([{ what: 'Post orders read', at, detail: 'version 1' }]);
  expect((await api.call(showOrders, { jobId: shift.jobId })).data).toMatchObject({
    version: 1,
    guards: [{ guard: guard.id, readAt: at }],
  });
});

it('[ORDERS-02] a new version is unread again; a version that was read stays read on the next shift', async () => {
  await set();
  await acknowledge(1);
  await set();
  expect(await onShift()).toMatchObject({ version: 2, isRead: false });
  await acknowledge(2);
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from order_acknowledgements where guard_id = ${guard.id}`.execute(db());
  expect([rows, await onShift()]).toMatchObject([[{ count: 2 }], { version: 2, isRead: true }]);
});

it('takes a press from before the orders as their time, and one from the future as the time of the server', async () => {
  await set();
  expect((await acknowledge(1, { at: '2027-03-10T14:59:00.000Z' })).data.at).toBe('2027-03-10T15:00:00.000Z');
  await set();
  expect((await acknowledge(2, { at: '2027-03-10T16:00:00.000Z' })).data.at).toBe('2027-03-10T15:00:00.000Z');
});

it('is refused for a shift of another guard, and for a version that is not there', async () => {
  await set();
  const other = await api.guard();
  expect([(await read(other.token)).code, (await acknowledge(1, {}, other.token)).code, (await acknowledge(9)).code]).toEqual([
    404, 404, 404,
  ]);
});

it('is refused after the end of the shift, because orders have keys and codes', async () => {
  await set();
  api.clock.set('2027-03-10T23:00:01.000Z');
  expect(await read()).toMatchObject({
    code: 404,
    message: 'Post orders are shown until the end of the shift.',
  });
});

it('a job that is posted at the site of another one has its post orders', async () => {
  await set();
  const second = await arrangeShift(api, guard, {
    jobTitle: 'Gate watch, day',
    siteOf: shift.jobId,
    dates: ['2027-03-12'],
    start: '10:20',
    end: '18:00',
  });
  expect((await api.call(ordersOfShift, { shiftId: second.shiftId }, { token: guard.token })).data?.version).toBe(1);
  expect((await api.call(postJob, { jobTitle: 'x', siteOf: guard.id } as never)).status).toBe(400);
});

it('two staff who set orders at the same moment make two versions', async () => {
  const versions = (await Promise.all([set(), set()])).map(({ data }) => data.version);
  expect(versions.sort()).toEqual([1, 2]);
});

it('an open page gets change events when orders are set and read', async () => {
  const isOther = (domain: unknown) => domain !== 'notifications';
  expect((await collectChanges(api.url, guard.token, () => set())).filter(isOther)).toEqual(['orders', 'shifts']);
  expect(await collectChanges(api.url, guard.token, () => acknowledge(1))).toEqual(['shifts']);
});

it('[COVER-09] keeps that a guard read the orders before they lost the shift, and refuses a later press with the number of dispatch', async () => {
  await set();
  api.clock.advance({ minutes: 5 });
  expect((await api.call(cancelAward, { jobId: shift.jobId, guard: guard.id } as never)).code).toBe(200);
  api.clock.advance({ minutes: 5 });
  expect(await acknowledge(1, { at: '2027-03-10T15:07:00.000Z' })).toMatchObject({
    code: 404,
    message: 'Since 10:05 a.m. this shift is no longer yours. Please call dispatch: (416) 555-0123.',
  });
  const at = '2027-03-10T15:03:00.000Z';
  expect((await acknowledge(1, { at })).data).toEqual({ version: 1, at });
  const { data } = await api.call(shiftRecord, { shiftId: shift.shiftId }, { token: guard.token });
  expect(data.orders?.read).toMatchObject([{ version: 1, at }]);
});
