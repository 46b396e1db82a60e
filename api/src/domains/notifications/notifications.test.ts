import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { type TestGuard, testApi } from '../../../test/test-api';

const api = testApi();
let guard: TestGuard;
let other: TestGuard;

beforeAll(async () => {
  guard = await api.guard();
  other = await api.guard();
  for (let number = 1; number <= 12; number++) {
    api.clock.advance({ minutes: 1 });
    await api.call(notify, { guard: guard.email, title: `Alert ${number}`, description: number === 5 ? '100% of the gate' : '' });
  }
  await api.call(notify, { guard: other.id, title: 'For another guard' });
});

const list = async (input: Parameters<typeof api.call<object, never>>[1]) =>
  (await api.call(listNotifications, input as never, { token: guard.token })).data;

describe('notifications', () => {
  it('[API-COMM-07, API-COMM-08, AUTHZ-35] take searchBy, limit and page, and reply docs and total, newest first', async () => {
    const first = await list({ searchBy: '', limit: 10, page: 1 });
    expect(first.total).toBe(12);
    expect(first.docs.map(({ title }) => title)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => `Alert ${number}`));
    expect((await list({ limit: 10, page: 2 })).docs.map(({ title }) => title)).toEqual(['Alert 2', 'Alert 1']);
  });

  it('[AUTHZ-35] belong to the guard of the token: another guard reads their own, a guest none', async () => {
    expect((await api.call(listNotifications, {}, { token: other.token })).data).toMatchObject({
      total: 1,
      docs: [{ title: 'For another guard' }],
    });
    expect((await list({ searchBy: 'another' })).total).toBe(0);
    expect((await api.call(listNotifications, {}, {})).code).toBe(401);
  });

  it('[DATA-COMM-09] have title, description and createdAt', async () => {
    const { docs } = await list({ searchBy: 'gate' });
    expect(docs).toEqual([
      {
        id: expect.any(String),
        title: 'Alert 5',
        description: '100% of the gate',
        createdAt: '2027-03-10T15:05:00.000Z',
        to: null,
        isRead: false,
      },
    ]);
  });

  it('[API-COMM-07] search for the typed text, ten a page by default: no character is a wildcard', async () => {
    expect([(await list({})).docs.length, (await list({ searchBy: 'alert' })).total]).toEqual([10, 12]);
    expect((await list({ searchBy: 'Alert 1', limit: 2, page: 2 })).docs.map(({ title }) => title)).toEqual(['Alert 10', 'Alert 1']);
    expect((await list({ searchBy: '100%' })).total).toBe(1);
    expect((await list({ searchBy: 'Alert_1' })).total).toBe(0);
  });

  it('name the malformed page field', async () => {
    const reply = await api.call(listNotifications, { page: 0 }, { token: guard.token });
    expect(reply).toMatchObject({ code: 400, errors: { page: 'Pages start at 1' } });
  });

  it('reply 404 for an unknown guard', async () => {
    expect((await api.call(notify, { guard: 'nobody@example.com', title: 'x' })).code).toBe(404);
  });
});
