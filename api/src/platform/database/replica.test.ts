import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { listNotifications, readNotification } from '@portal/contracts/notifications/notifications.endpoints';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { setContent } from '@portal/contracts/pages/pages.staff';
import type pg from 'pg';
import { type ReplicatedDatabase, startReplicated } from '../../../test/replica';
import { setReplica, setReports } from '../../../test/services';
import { arrangeShift } from '../../../test/shifts';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { testEnv } from '../../../test/test-env';
import { createDomains } from '../../domains';
import { transaction } from './db';
import { createReplica, readFromReplica, replicaClient, replicaReadCounts } from './replica';

const lines: string[] = [];
let two: ReplicatedDatabase;
let api: TestApi;
let guard: TestGuard;
let jobId: string;

beforeAll(async () => {
  two = await startReplicated();
  api = await startApi({ replicated: two, env: { logLevel: 'warn' }, log: { write: (line) => lines.push(JSON.parse(line).msg) } });
  guard = await api.guard();
  await api.call(setContent, { what: 'terms', text: '<p>What holds</p>' });
  ({ jobId } = await arrangeShift(api, guard, { dates: ['2027-03-20'] }));
});
afterAll(() => api?.stop());
beforeEach(() => lines.splice(0));

/** Number of ended tests. A loop of a test that timed out ends with it; otherwise the process would run on. */
let ended = 0;
afterEach(() => {
  ended += 1;
});
async function until(isDone: () => boolean, step: () => Promise<unknown>): Promise<void> {
  const own = ended;
  while (ended === own && !isDone()) await step();
}

const list = async () => (await api.call(listNotifications, {}, { token: guard.token })).data;
function say(title: string) {
  api.clock.advance({ minutes: 1 });
  return api.call(notify, { guard: guard.id, title });
}

/** Reads until the replica answered. */
async function untilRead(): Promise<void> {
  const before = replicaReadCounts().replica;
  await until(() => replicaReadCounts().replica !== before, list);
}

/** Reads until a log line appears. */
async function untilSaid(): Promise<void> {
  await until(() => lines.length > 0, list);
}

describe('a replica', () => {
  const inputs = (): Record<string, object> => ({
    'jobs.detail': { jobId },
    'earnings.list': { guardId: guard.id },
    'earnings.totals': { by: 'month' },
    'enotes.list': { jobId },
    'pages.static': { type: 'terms' },
  });
  const onlyRead = createDomains(testEnv).flatMap((route) => (route.kind === 'reply' && route.readOnly ? [route.endpoint] : []));

  it.each(onlyRead.map((endpoint) => [endpoint.id, endpoint]))('answers %s', async (id, endpoint) => {
    const before = replicaReadCounts().replica;
    // On a busy machine the replica may be behind in one attempt.
    const call = async () => {
      const reply = await api.call(endpoint as Endpoint<object, unknown>, inputs()[id] ?? {}, { token: guard.token });
      expect([reply.message, reply.code]).toEqual([expect.any(String), 200]);
    };
    await until(() => replicaReadCounts().replica !== before, call);
  });

  it('returns all writes that were committed before the call, by any client', async () => {
    const before = replicaReadCounts().replica;
    const { total: had } = await list();
    for (let number = 1; number <= 30; number++) {
      await say(`Alert ${number}`);
      const { docs, total } = await list();
      expect([total, docs[0]?.title]).toEqual([had + number, `Alert ${number}`]);
      await api.call(readNotification, { id: docs[0]?.id ?? '' }, { token: guard.token });
      expect((await list()).docs[0]?.isRead).toBe(true);
    }
    expect(replicaReadCounts().replica).toBeGreaterThan(before);
  });

  it('is skipped while it is behind: the database answers, and the log reports the reason once', async () => {
    await two.follow(false);
    await say('Behind');
    expect((await list()).docs[0]?.title).toBe('Behind');
    const { replica } = replicaReadCounts();
    expect((await list()).docs[0]?.title).toBe('Behind');
    expect(replicaReadCounts().replica).toBe(replica);
    await untilSaid();
    await two.follow(true);
    await untilRead();
    // On a busy machine the replica may not even report its position in time; the tests below cover each reason.
    expect(lines).toEqual([expect.stringMatching(/^The database is read instead of the replica: it /), 'The replica is read again']);
  });

  it('is skipped after it stopped, and read again once it is back', async () => {
    await two.stopReplica();
    await say('Alone');
    expect((await list()).docs[0]?.title).toBe('Alone');
    await untilSaid();
    expect(lines).toEqual([expect.stringMatching(/^The database is read instead of the replica: .+/)]);
    await two.startReplica();
    await untilRead();
    expect((await list()).docs[0]?.title).toBe('Alone');
  });

  it('is skipped while it accepts connections but never answers', async () => {
    await two.hang(true);
    await say('Hung');
    // Reads while it hangs, because the replica would never answer them.
    await Promise.all([list(), list(), list()]);
    expect((await list()).docs[0]?.title).toBe('Hung');
    await untilSaid();
    // Each read waited 100 ms.
    expect(lines).toEqual([expect.stringMatching(/it does not answer within 100 ms$/)]);
    await two.hang(false);
    await untilRead();
  });

  it('makes the database repeat a read that it aborts, but passes on an expected error', async () => {
    const ways: boolean[] = [];
    const read = async () => {
      ways.push(replicaClient() !== null);
      if (ways.length === 1) throw Object.assign(new Error('the row "Ada"'), { code: '28000' });
      return 'read';
    };
    await untilRead();
    while (ways.length < 2) expect(await readFromReplica(read, () => false)).toBe('read');
    expect(ways.slice(0, 2)).toEqual([true, false]);
    await untilRead();
    const notFound = Object.assign(new Error('not found'), { code: 404 });
    const asked = jest.fn().mockRejectedValue(notFound);
    await expect(readFromReplica(asked, (error) => error === notFound)).rejects.toBe(notFound);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('rejects a transaction within a read-only call', async () => {
    const write = () =>
      readFromReplica(
        () => transaction(async () => 'written'),
        (error) => (error as Error).message.includes('read-only call'),
      );
    await expect(write()).rejects.toThrow('A read-only call must not begin a transaction');
  });

  it('is no longer read after its promotion', async () => {
    await two.promote();
    await untilSaid();
    await say('First');
    expect((await list()).docs[0]?.title).toBe('First');
    expect(lines).toEqual([expect.stringMatching(/^The database is read instead of the replica: it /)]);
  });
});

describe('a replica is not read', () => {
  const wanted = { system: '7', database: '5', timeline: 2, position: '16/B374D848' };
  /** Two servers with the given positions. */
  const serversSaying = (its: object) => {
    const release = jest.fn();
    const client = { query: async () => ({ rows: [{ ...wanted, ...its }] }), release };
    const pool = { connect: async () => client, end: async () => undefined } as unknown as pg.Pool;
    return { pool, client, release, database: { query: async () => ({ rows: [wanted] }) } as unknown as pg.Pool };
  };
  const way = () =>
    readFromReplica(
      async () => (replicaClient() ? 'replica' : 'database'),
      () => false,
    );
  const told: (string | null)[] = [];
  beforeEach(() => {
    setReplica(null);
    told.splice(0);
    setReports({ replicaStatus: (why) => told.push(why) });
  });

  it.each([
    ['another system', { system: '8' }, 'it is the replica of another database'],
    ['another database of the same server', { database: '6' }, 'it is the replica of another database'],
    ['an older timeline, though at a later position', { timeline: 1, position: '17/0' }, 'it follows another timeline than the database'],
    ['no position', { position: null }, 'it is no replica: it takes writes itself'],
    ['a position one byte behind', { position: '16/B374D847' }, 'it is behind by more than 100 ms'],
    ['a smaller high word with a larger low word', { position: '15/FFFFFFFF' }, 'it is behind by more than 100 ms'],
  ])('when it reports %s', async (_, its, why) => {
    const { pool, release, database } = serversSaying(its);
    setReplica(createReplica(pool, database));
    while (told.length === 0) expect(await way()).toBe('database');
    expect(told).toEqual([why]);
    expect(release).toHaveBeenCalledWith(false);
  });

  it('when it is behind and then stops answering, and its connection with the pending answer is closed', async () => {
    const { pool, client, release, database } = serversSaying({ position: '16/B374D847' });
    const { query } = client;
    setReplica(createReplica(pool, database));
    while (told.length === 0) {
      client.query = async () => {
        client.query = () => new Promise(() => {});
        return query();
      };
      expect(await way()).toBe('database');
    }
    expect(told).toEqual(['it is behind by more than 100 ms']);
    expect(release).toHaveBeenCalledWith(true);
  });

  it('unless it has replayed the exact position', async () => {
    const { pool, database } = serversSaying({});
    setReplica(createReplica(pool, database));
    expect(await way()).toBe('replica');
  });

  it('when the position of the database is unknown, and the failure does not count against the replica', async () => {
    const { pool } = serversSaying({});
    setReplica(createReplica(pool, { query: () => Promise.reject(new Error('full')) } as unknown as pg.Pool));
    for (let turn = 0; turn < 3; turn++) expect(await way()).toBe('database');
    expect(told).toEqual([]);
  });
});
