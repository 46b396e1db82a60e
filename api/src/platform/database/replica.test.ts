import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { listNotifications, notify, readNotification } from '@portal/contracts/notifications/notifications.endpoints';
import { setContent } from '@portal/contracts/pages/pages.content';
import { routes } from '../../domains';
import { startApi, type TestApi, type TestGuard, testEnv } from '../../testing/api';
import { type Replicated, startReplicated } from '../../testing/replica';
import { givenShift } from '../../testing/shifts';
import { readings } from './replica';

const lines: string[] = [];
let two: Replicated;
let api: TestApi;
let guard: TestGuard;
let jobId: string;

beforeAll(async () => {
  two = await startReplicated();
  api = await startApi({ replicated: two, env: { logLevel: 'warn' }, log: { write: (line) => lines.push(JSON.parse(line).msg) } });
  guard = await api.guard();
  await api.call(setContent, { what: 'terms', text: '<p>What holds</p>' });
  ({ jobId } = await givenShift(api, guard, { dates: ['2027-03-20'] }));
});
afterAll(() => api?.stop());
beforeEach(() => lines.splice(0));

const list = async () => (await api.call(listNotifications, {}, { token: guard.token })).data;
function say(title: string) {
  api.clock.advance({ minutes: 1 });
  return api.call(notify, { guard: guard.id, title });
}

/** Reads until the replica answered. */
async function untilRead(): Promise<void> {
  const before = readings().replica;
  while (readings().replica === before) await list();
}

/** Reads until the log says something. */
async function untilSaid(): Promise<void> {
  while (lines.length === 0) await list();
}

describe('a replica', () => {
  const inputs = (): Record<string, object> => ({
    'jobs.detail': { jobId },
    'earnings.list': { guardId: guard.id },
    'earnings.totals': { by: 'month' },
    'enotes.list': { jobId },
    'pages.static': { type: 'terms' },
  });
  const reading = routes(testEnv).flatMap((route) => (route.kind === 'reply' && route.onlyReads ? [route.endpoint] : []));

  it.each(reading.map((endpoint) => [endpoint.id, endpoint]))('answers %s', async (id, endpoint) => {
    const before = readings().replica;
    // On a busy machine it may be behind for once.
    while (readings().replica === before) {
      const reply = await api.call(endpoint as Endpoint<object, unknown>, inputs()[id] ?? {}, { token: guard.token });
      expect([reply.message, reply.code]).toEqual([expect.any(String), 200]);
    }
  });

  it('answers with all that was committed before the call, whoever wrote it', async () => {
    const before = readings().replica;
    const { total: had } = await list();
    for (let number = 1; number <= 30; number++) {
      await say(`Alert ${number}`);
      const { docs, total } = await list();
      expect([total, docs[0]?.title]).toEqual([had + number, `Alert ${number}`]);
      await api.call(readNotification, { id: docs[0]?.id ?? '' }, { token: guard.token });
      expect((await list()).docs[0]?.isRead).toBe(true);
    }
    expect(readings().replica).toBeGreaterThan(before);
  });

  it('that is behind is not waited for: the database answers, and the log says why, once', async () => {
    await two.follow(false);
    await say('Behind');
    expect((await list()).docs[0]?.title).toBe('Behind');
    const { replica } = readings();
    expect((await list()).docs[0]?.title).toBe('Behind');
    expect(readings().replica).toBe(replica);
    await untilSaid();
    await two.follow(true);
    await untilRead();
    expect(lines).toEqual(['The database is read instead of the replica: it is behind by more than 100 ms', 'The replica is read again']);
  });

  it('that went away is missed by nobody, and read again when it is back', async () => {
    await two.stopReplica();
    await say('Alone');
    expect((await list()).docs[0]?.title).toBe('Alone');
    await untilSaid();
    expect(lines).toEqual([expect.stringMatching(/^The database is read instead of the replica: .+/)]);
    await two.startReplica();
    await untilRead();
    expect((await list()).docs[0]?.title).toBe('Alone');
  });

  it('that was made a database of its own is not read any more', async () => {
    await two.promote();
    await untilSaid();
    await say('First');
    expect((await list()).docs[0]?.title).toBe('First');
    expect(lines).toEqual(['The database is read instead of the replica: it is no replica: it takes writes itself']);
  });
});
