import { sql } from 'kysely';
import { arrangeShift } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { afterCommit, afterRollback, db, transaction } from './db';
import { lock, lockForDelete } from './locks';

const api = testApi();
let guard: TestGuard;
let other: TestGuard;
let jobId: string;

beforeAll(async () => {
  [guard, other] = [await api.guard(), await api.guard()];
  jobId = (await arrangeShift(api, guard)).jobId;
});

const rename = (id: string, name: string) => sql`update guards set first_name = ${name} where id = ${id}`.execute(db());

describe('lock', () => {
  it('acquires locks in one order for any order of the keys, and repeats locks that it already has', async () => {
    const ids = [guard.id, other.id].sort().reverse();
    const held = transaction(async () => {
      await lock({ guard: ids, job: jobId });
      await lock({ job: jobId });
      await lock({ guard: ids[0] ?? '' });
      return 'held';
    });
    expect(await held).toBe('held');
  });

  it.each([
    ['a job after a guard', () => [{ guard: guard.id }, { job: jobId }]],
    [
      'guards against the order of their ids',
      () =>
        [guard.id, other.id]
          .sort()
          .reverse()
          .map((id) => ({ guard: id })),
    ],
  ])('rejects %s, even without contention', async (_what, locks) => {
    const late = transaction(async () => {
      for (const wanted of locks()) await lock(wanted);
    });
    await expect(late).rejects.toThrow('locks are taken in the order job, guard, room, sos');
  });

  it('throws outside a transaction', async () => {
    await expect(lock({ guard: guard.id })).rejects.toThrow('A lock needs a transaction');
  });

  it('makes other transactions wait until the end', async () => {
    const done: string[] = [];
    let isHeld = () => {};
    const first = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    const one = transaction(async () => {
      await lock({ guard: guard.id });
      isHeld();
      await rename(guard.id, 'Ada');
      await sql`select pg_sleep(0.1)`.execute(db());
      done.push('one');
    });
    await first;
    await transaction(async () => {
      await lock({ guard: guard.id });
      done.push('two');
    });
    await one;
    expect(done).toEqual(['one', 'two']);
  });
});

describe('lockForDelete', () => {
  it('waits for a running call with an idempotency key of the guard, without a deadlock', async () => {
    const { id } = await api.guard();
    const begun: string[] = [];
    let hasKey = () => {};
    let goOn = () => {};
    const keyed = new Promise<void>((resolve) => {
      hasKey = resolve;
    });
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const call = transaction(async () => {
      begun.push('call');
      await sql`select from guards where id = ${id} for key share`.execute(db());
      hasKey();
      await waiting;
      await lock({ guard: id });
    });
    await keyed;
    const deletion = transaction(async () => {
      begun.push('deletion');
      await lockForDelete({ guard: id });
      await sql`delete from sessions where guard_id = ${id}`.execute(db());
      await sql`delete from guards where id = ${id}`.execute(db());
    });
    const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await waits.execute(db())).rows.length === 0) await sql`select pg_sleep(0.02)`.execute(db());
    goOn();
    await Promise.all([call, deletion]);
    expect(begun).toEqual(['call', 'deletion']);
  });
});

describe('a write in a transaction', () => {
  it('is rejected by the test database without the lock of its row', async () => {
    await expect(transaction(() => rename(guard.id, 'Ada'))).rejects.toThrow('without holding guard');
    const moved = transaction(() => sql`update assignments set state = 'missed' where job_id = ${jobId}`.execute(db()));
    await expect(moved).rejects.toThrow('without holding job');
  });

  it('runs without a lock as a single statement', async () => {
    await expect(rename(guard.id, 'Ada')).resolves.toBeDefined();
  });
});

describe('a transaction with a conflict', () => {
  it('runs a second time from its start, without effects of the first run', async () => {
    const [told, undone]: [string[], number[]] = [[], []];
    await sql`create table tallies (id int primary key, count int not null)`.execute(db());
    await sql`insert into tallies values (1, 0), (2, 0)`.execute(db());
    let entered = 0;
    let go = () => {};
    const both = new Promise<void>((resolve) => {
      go = resolve;
    });
    const cross = (name: string, ids: readonly number[]) => {
      let tries = 0;
      return transaction(async () => {
        const own = ++tries;
        afterRollback(() => undone.push(own));
        afterCommit(() => told.push(name));
        for (const id of ids) {
          await sql`update tallies set count = count + 1 where id = ${id}`.execute(db());
          if (++entered === 2) go();
          await both;
        }
      });
    };
    await Promise.all([cross('up', [1, 2]), cross('down', [2, 1])]);
    expect((await sql`select count from tallies order by id`.execute(db())).rows).toEqual([{ count: 2 }, { count: 2 }]);
    expect([told.sort(), undone]).toEqual([['down', 'up'], [1]]);
  });

  it('runs at most three times after conflicts, and only once after other errors', async () => {
    let tries = 0;
    const always = (state: string) => {
      tries = 0;
      return transaction(async () => {
        tries++;
        await sql.raw(`do $$ begin raise exception 'no' using errcode = '${state}'; end $$`).execute(db());
      });
    };
    await expect(always('40001')).rejects.toThrow('no');
    expect(tries).toBe(3);
    await expect(always('23505')).rejects.toThrow('no');
    expect(tries).toBe(1);
  });
});

it('two shifts of one guard at the same time violate a constraint of the database', async () => {
  const { jobId: second, shiftIds } = await arrangeShift(api, other);
  await expect(
    sql`insert into assignments (guard_id, job_id, shift_id, created_at) values (${guard.id}, ${second}, ${shiftIds[0]}, now())`.execute(
      db(),
    ),
  ).rejects.toMatchObject({ code: '23P01', constraint: 'assignments_one_place' });
});
