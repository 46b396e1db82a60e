import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { STAFF_BASE } from '@portal/contracts/_kernel/endpoint';
import type { StaffRole } from '@portal/contracts/_kernel/staff';
import { toWire } from '@portal/contracts/_kernel/wire';
import { approveGuard, makeGuard, readBank } from '@portal/contracts/guards/guards.staff';
import { moveClock, readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { createKey, revokeKey } from '@portal/contracts/staff/staff.staff';
import { openSocket, waitForEvent } from '../../../test/socket';
import { productionEnv, startApi, type TestApi } from '../../../test/test-api';
import { STAFF_TOKEN } from '../../../test/test-env';
import { closeExpiredSockets, notifyStaff } from '../../platform/live/realtime';
import { make } from '../test-support/test-guards.service';
import { create } from './staff.service';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ clock: '2027-03-10T15:00:00.000Z' });
});
afterAll(() => api.stop());

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const keyOf = async (role: StaffRole, expires = '2027-06-30') => (await api.call(createKey, { name: `Ada ${role}`, role, expires })).data;

describe('the socket of the staff', () => {
  it.each(['dispatcher', 'support'] as const)(
    'accepts the key of a %s, receives urgent events, and closes when the key ends',
    async (role) => {
      const { key, keyId } = await keyOf(role);
      const socket = await openSocket(api.url, { staffToken: key });
      const sos = waitForEvent(socket, 'sos');
      notifyStaff('sos', { sosId: '1' });
      expect(await sos).toEqual({ sosId: '1' });
      const over = waitForEvent(socket, 'disconnect');
      await api.call(revokeKey, { keyId });
      expect(await over).toBe('io server disconnect');
    },
  );

  it('closes when the key expires', async () => {
    const { key } = await keyOf('support', '2027-03-10');
    const socket = await openSocket(api.url, { staffToken: key });
    const over = waitForEvent(socket, 'disconnect');
    const before = api.clock.now().toISOString();
    api.clock.set('2027-03-12T12:00:00.000Z');
    await closeExpiredSockets();
    expect(await over).toBe('io server disconnect');
    api.clock.set(before);
  });

  it.each(['finance', 'ops'] as const)('does not take that of %s, who does not act on it', async (role) => {
    await expect(openSocket(api.url, { staffToken: (await keyOf(role)).key })).rejects.toThrow('401');
  });
});

describe('outside production', () => {
  it('the documents of the public side do not mention the staff', async () => {
    const { paths } = (await (await fetch(`${api.url}/v1/docs/json`)).json()) as { paths: object };
    expect(Object.keys(paths).filter((path) => path.startsWith(STAFF_BASE))).toEqual([]);
  });
});

describe('in production', () => {
  let key: string;
  let keyId: string;
  const lines: string[] = [];
  let guard: { id: string };
  beforeAll(async () => {
    await api.stop();
    const log = { write: (line: string) => void lines.push(line) };
    api = await startApi({ env: { ...productionEnv, mode: 'production', staffToken: null, staffPort: 0, logLevel: 'info' }, log });
    guard = await make({});
    ({ key, keyId } = await create({ name: 'Ida Prod', role: 'support', expires: '2027-06-30' }));
  });

  const on = async <In, Out>(url: string, endpoint: Endpoint<In, Out>, input: unknown, by: string) => {
    const { url: path, body } = toWire(endpoint as Endpoint, input);
    const headers = { ...bearer(by).headers, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method: endpoint.method, headers, body: body ? JSON.stringify(body) : null });
    return response.status;
  };

  it('staff are served on their own listener, and not on the public one', async () => {
    expect(await on(api.url, approveGuard, { guard: guard.id }, key)).toBe(404);
    expect(await on(api.staffUrl, approveGuard, { guard: guard.id }, key)).toBe(200);
    expect((await fetch(`${api.staffUrl}/v1/guard/auth/login`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${api.staffUrl}/readyz`)).status).toBe(200);
  });

  it('a refused call is logged with the id of the key, not the key', async () => {
    expect(await on(api.staffUrl, readBank, { guard: guard.id }, key)).toBe(403);
    const line = lines.map((one) => JSON.parse(one)).find(({ status }) => status === 403);
    expect(line).toMatchObject({ route: '/staff/v1/guards/bank-details', staff: keyId });
    expect(lines.join()).not.toContain(key);
  });

  it('there is no shared token', async () => {
    expect(await on(api.staffUrl, approveGuard, { guard: guard.id }, STAFF_TOKEN)).toBe(401);
  });

  it.each([
    ['makes a guard', makeGuard as Endpoint],
    ['moves the clock', moveClock as Endpoint],
    ['reads the mailbox', readMailbox as Endpoint],
  ])('no key %s, on either listener', async (_what, endpoint) => {
    const ops = (await create({ name: 'Jo Ops', role: 'ops', expires: '2027-06-30' })).key;
    expect([await on(api.url, endpoint, {}, ops), await on(api.staffUrl, endpoint, {}, ops)]).toEqual([404, 404]);
  });

  it('the documents of the staff are on their listener, the documents of guards on the other', async () => {
    const paths = async (url: string) => Object.keys(((await (await fetch(url)).json()) as { paths: object }).paths);
    const [ours, theirs] = [await paths(`${api.url}/v1/docs/json`), await paths(`${api.staffUrl}/staff/v1/docs/json`)];
    expect([ours.length > 80, ours.every((path) => path.startsWith('/v1/'))]).toEqual([true, true]);
    expect([theirs.length > 30, theirs.every((path) => path.startsWith('/staff/v1/'))]).toEqual([true, true]);
    expect(theirs).not.toContain('/staff/v1/guards/make');
    const crossed = [`${api.url}/staff/v1/docs/json`, `${api.staffUrl}/v1/docs/json`].map(async (url) => (await fetch(url)).status);
    expect(await Promise.all(crossed)).toEqual([404, 404]);
  });

  it('the sockets of the staff are on their listener only', async () => {
    await expect(openSocket(api.url, { staffToken: key })).rejects.toThrow('401');
    const socket = await openSocket(api.staffUrl, { staffToken: key });
    const sos = waitForEvent(socket, 'sos');
    notifyStaff('sos', { sosId: '2' });
    expect(await sos).toEqual({ sosId: '2' });
    socket.close();
  });
});
