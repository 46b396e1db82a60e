/** @jest-environment node */
import 'fake-indexeddb/auto';
import { ApiError, type CallOptions, installClient } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { WriteEntry, WriteOptions } from '@portal/mf-kit/portal';
import { createEntries } from './entries';
import type { QueueNews } from './parts';
import { createQueue } from './queue';

interface Tried {
  id: string;
  input: unknown;
  key: string | undefined;
}
type Answer = unknown | ApiError;

/** One device with its tabs, its network and the guard API's answers. */
function device() {
  const tried: Tried[] = [];
  const heard: ((news: QueueNews) => void)[] = [];
  const state = { guard: 'ada' as string | null, now: new Date('2027-03-14T15:00:00Z'), isOnline: true, isSure: true };
  let answer: (tried: Tried) => Answer | Promise<Answer> = () => null;
  let turn: Promise<unknown> = Promise.resolve();
  installClient({
    async send(endpoint: { id: string }, input: unknown, options: CallOptions = {}) {
      const one = { id: endpoint.id, input, key: options.idempotencyKey };
      tried.push(one);
      const data = await answer(one);
      if (data instanceof ApiError) throw data;
      return { code: 200, message: 'Received', data } as never;
    },
    file: () => Promise.reject(new Error('not here')),
  });

  function tab() {
    const shown: (readonly WriteEntry[])[] = [];
    const changes: string[] = [];
    const reports: string[] = [];
    let mine: (news: QueueNews) => void = () => undefined;
    let moment: () => void = () => undefined;
    const queue = createQueue({
      entries: createEntries(),
      guardId: () => state.guard,
      now: () => state.now,
      isSure: () => state.isSure,
      isOnline: () => state.isOnline,
      changed: (domain) => changes.push(domain),
      show: (entries) => shown.push(entries),
      report: (detail) => reports.push(detail),
      later: (_ms, run) => {
        moment = run;
      },
      alone: (run) => {
        const mineNow = turn.then(run);
        turn = mineNow.catch(() => undefined);
        return mineNow;
      },
      tabs: {
        post: (news) => {
          for (const listener of heard) if (listener !== mine) listener(news);
        },
        listen: (listener) => {
          mine = listener;
          heard.push(listener);
        },
      },
    });
    const now = () => (shown.at(-1) ?? []).map(({ what, state: its }) => `${what}: ${its}`);
    return { queue, changes, reports, now, entries: () => shown.at(-1) ?? [], pauseIsOver: () => moment() };
  }
  return { state, tried, tab, answers: (next: typeof answer) => (answer = next) };
}

const act = { id: 'leave.apply', method: 'POST', path: '/apply-leave', auth: 'approved' } as unknown as Endpoint<unknown, unknown>;
const refusal = (code: number, message = 'No') => new ApiError({ code, message, data: null });
const options = (what: string, over: WriteOptions = {}) => ({ key: `key-of-${what}`, durable: { what }, ...over });
const minutes = (count: number) => count * 60_000;

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Resolves when `is` holds: the device answers in its own time. */
async function until(is: () => boolean): Promise<void> {
  for (let turns = 0; !is(); turns++) {
    if (turns > 5000) throw new Error(`Never came true: ${is}`);
    await turn();
  }
}
const settled = async () => {
  for (let turns = 0; turns < 50; turns++) await turn();
};

/** A promise and its end. */
function held<T>() {
  let end: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    end = resolve;
  });
  return { promise, end };
}

afterEach(
  () =>
    new Promise<void>((resolve) => {
      const gone = indexedDB.deleteDatabase('portal-outbox');
      gone.onsuccess = () => resolve();
    }),
);

it('sends at once under its key, gives the reply, and says which domain changed', async () => {
  const here = device();
  const tab = here.tab();
  const states: string[] = [];
  here.answers(() => ({ id: 7 }));
  const result = await tab.queue.add(act, { a: 1 }, options('one', { onState: (state) => states.push(state) }));
  expect(result).toEqual({ ok: true, message: 'Received', data: { id: 7 }, at: '2027-03-14T15:00:00.000Z' });
  expect(here.tried).toEqual([{ id: 'leave.apply', input: { a: 1 }, key: 'key-of-one' }]);
  expect(states).toEqual(['sending', 'sent']);
  await until(() => tab.changes.length > 0);
  expect(tab.changes).toEqual(['leave']);
});

it('says that it waits when there is no network, and tries nothing', async () => {
  const here = device();
  here.state.isOnline = false;
  const tab = here.tab();
  const states: string[] = [];
  void tab.queue.add(act, {}, options('one', { onState: (state) => states.push(state) }));
  await until(() => states.at(-1) === 'on device');
  expect(tab.now()).toEqual(['one: on device']);
  expect(here.tried).toEqual([]);
  here.state.isOnline = true;
  await tab.queue.hurry();
  await until(() => tab.now()[0] === 'one: sent');
  expect(here.tried).toHaveLength(1);
});

it.each([
  [0, 'on device'],
  [429, 'on device'],
  [503, 'on device'],
  [401, 'on device'],
  [403, 'failed'],
  [409, 'failed'],
])('after a %d it is %s', async (code, state) => {
  const here = device();
  here.answers(() => refusal(code));
  const tab = here.tab();
  void tab.queue.add(act, {}, options('one'));
  await until(() => here.tried.length === 1 && tab.now()[0] === `one: ${state}`);
  await settled();
  expect(here.tried).toHaveLength(1);
});

it('goes out again when its pause is over, under the same key', async () => {
  const here = device();
  const answers: Answer[] = [refusal(0), refusal(503), null];
  here.answers(() => answers.shift());
  const tab = here.tab();
  const sent = tab.queue.add(act, {}, options('one'));
  for (const count of [1, 2]) {
    await until(() => here.tried.length === count);
    await settled();
    expect(tab.now()).toEqual(['one: on device']);
    here.state.now = new Date(here.state.now.getTime() + minutes(6));
    tab.pauseIsOver();
  }
  expect((await sent).ok).toBe(true);
  expect(new Set(here.tried.map(({ key }) => key)).size).toBe(1);
});

it('keeps the pause that the server named, even in a hurry', async () => {
  const here = device();
  here.answers(() => new ApiError({ code: 429, message: 'Slowly', data: null }, 60));
  const tab = here.tab();
  void tab.queue.add(act, {}, options('one'));
  await until(() => tab.now()[0] === 'one: on device');
  await tab.queue.hurry();
  expect(here.tried).toHaveLength(1);
  here.state.now = new Date(here.state.now.getTime() + minutes(2));
  here.answers(() => null);
  await tab.queue.hurry();
  await until(() => tab.now()[0] === 'one: sent');
});

it('keeps the order of a line: a later one waits for an earlier one, other lines do not', async () => {
  const here = device();
  here.answers(({ input }) => (input === 'start' ? refusal(0) : null));
  const tab = here.tab();
  for (const what of ['start', 'break', 'end']) void tab.queue.add(act, what, options(what, { order: 'shift' }));
  void tab.queue.add(act, 'other', options('other', { order: 'another shift' }));
  await until(() => tab.now()[3] === 'other: sent');
  expect(here.tried.map(({ input }) => input)).toEqual(['start', 'other']);
  expect(tab.now().slice(0, 3)).toEqual(['start: on device', 'break: on device', 'end: on device']);
  here.answers(() => null);
  await tab.queue.hurry();
  await until(() => tab.now()[2] === 'end: sent');
  expect(here.tried.map(({ input }) => input)).toEqual(['start', 'other', 'start', 'break', 'end']);
});

it('goes on with the line after a refusal, which stays with its reason until it is dismissed', async () => {
  const here = device();
  here.answers(({ input }) => (input === 'break' ? refusal(409, 'You are on a break') : null));
  const tab = here.tab();
  const refused = tab.queue.add(act, 'break', options('break', { order: 'shift' }));
  await tab.queue.add(act, 'end', options('end', { order: 'shift' }));
  expect(await refused).toMatchObject({ ok: false, error: { code: 409, userMessage: 'You are on a break' } });
  await until(() => tab.now()[1] === 'end: sent');
  expect(tab.entries()[0]).toMatchObject({ state: 'failed', failure: { userMessage: 'You are on a break' } });
  await tab.queue.dismiss('key-of-break');
  expect(tab.now()).toEqual(['end: sent']);
});

it('does not list a refusal that its caller shows', async () => {
  const here = device();
  here.answers(() => refusal(409));
  const tab = here.tab();
  const result = await tab.queue.add(act, {}, { key: 'key-1', durable: { what: 'one', takesRefusal: () => true } });
  expect(result.ok).toBe(false);
  await settled();
  expect(tab.now()).toEqual([]);
});

it('survives a reload: the next page shows it, and sends it by what is kept', async () => {
  const here = device();
  here.state.isOnline = false;
  const file = new Blob(['picture'], { type: 'image/jpeg' });
  void here.tab().queue.add(act, { file, note: 'x' }, options('note'));
  await settled();
  here.state.isOnline = true;
  const later = here.tab();
  await later.queue.hurry();
  await until(() => later.now()[0] === 'note: sent');
  const input = here.tried[0]?.input as { file: Blob; note: string };
  expect([await input.file.text(), input.note]).toEqual(['picture', 'x']);
});

it('survives a crash between sending and reply: sent again under the same key', async () => {
  const here = device();
  here.answers(() => new Promise(() => undefined));
  const crashed = here.tab();
  void crashed.queue.add(act, {}, options('one'));
  await until(() => here.tried.length === 1);
  // A new device with the same storage: nothing of the old page answers any more.
  const after = device();
  const tab = after.tab();
  await tab.queue.hurry();
  await until(() => tab.now()[0] === 'one: sent');
  expect(after.tried).toEqual([{ id: 'leave.apply', input: {}, key: 'key-of-one' }]);
});

it('is sent by one of two tabs, and both show and know it', async () => {
  const here = device();
  const answer = held<null>();
  here.answers(() => answer.promise);
  const [one, two] = [here.tab(), here.tab()];
  void one.queue.add(act, {}, options('one'));
  void two.queue.add(act, {}, options('two'));
  await until(() => here.tried.length === 2 && two.now().join() === 'one: sending,two: sending');
  answer.end(null);
  await until(() => [one, two].every((tab) => tab.now().join() === 'one: sent,two: sent'));
  await settled();
  expect(here.tried.map(({ key }) => key).sort()).toEqual(['key-of-one', 'key-of-two']);
  for (const tab of [one, two]) expect(tab.changes).toEqual(['leave', 'leave']);
});

it('tells the tab that made it what another tab was answered', async () => {
  const here = device();
  const [first, second] = [held<null>(), here.tab()];
  const sender = here.tab();
  here.answers(({ input }) => (input === 'first' ? first.promise : { id: 9 }));
  void sender.queue.add(act, 'first', options('first', { order: 'a' }));
  await until(() => here.tried.length === 1);
  // The first tab has its turn and keeps it: what the second one makes goes out there.
  const result = await second.queue.add(act, 'second', options('second', { order: 'b' }));
  expect(result).toMatchObject({ ok: true, data: { id: 9 } });
  first.end(null);
  await until(() => second.now().join() === 'first: sent,second: sent');
});

it('waits for the same guard after a 401; another guard neither sees nor sends it', async () => {
  const here = device();
  here.answers(() => {
    here.state.guard = null;
    return refusal(401);
  });
  const tab = here.tab();
  const sent = tab.queue.add(act, {}, options('one'));
  await until(() => here.tried.length === 1);
  await settled();
  expect(tab.now()).toEqual([]);
  here.answers(() => null);
  here.state.guard = 'bo';
  await tab.queue.hurry();
  expect(tab.now()).toEqual([]);
  expect(here.tried).toHaveLength(1);
  here.state.guard = 'ada';
  await tab.queue.hurry();
  expect((await sent).ok).toBe(true);
  expect(here.tried).toHaveLength(2);
});

describe('after its time', () => {
  async function late(isSure: boolean) {
    const here = device();
    here.state.isOnline = false;
    here.state.isSure = isSure;
    const tab = here.tab();
    void tab.queue.add(act, {}, options('one', { validUntil: '2027-03-14T16:00:00Z' }));
    await until(() => tab.now()[0] === 'one: on device');
    here.state.now = new Date('2027-03-14T16:00:01Z');
    tab.pauseIsOver();
    await settled();
    here.state.isOnline = true;
    await tab.queue.hurry();
    return { here, tab };
  }

  it('is not sent but failed, and can be asked again', async () => {
    const { here, tab } = await late(true);
    expect(here.tried).toEqual([]);
    expect(tab.entries()).toMatchObject([{ state: 'failed', expired: true }]);
    await tab.queue.retry('key-of-one');
    await until(() => tab.now()[0] === 'one: sent');
    expect(here.tried).toHaveLength(1);
  });

  it("waits on while only the phone's clock says so", async () => {
    const { here, tab } = await late(false);
    expect(tab.now()).toEqual(['one: on device']);
    here.state.now = new Date('2027-03-14T15:30:00Z');
    await tab.queue.hurry();
    await until(() => tab.now()[0] === 'one: sent');
  });
});

it('is never sent once it was dismissed, and its caller knows', async () => {
  const here = device();
  here.state.isOnline = false;
  const tab = here.tab();
  const result = tab.queue.add(act, {}, options('one'));
  await until(() => tab.now()[0] === 'one: on device');
  await tab.queue.dismiss('key-of-one');
  expect(await result).toMatchObject({ ok: false });
  here.state.isOnline = true;
  await tab.queue.hurry();
  expect([here.tried, tab.now()]).toEqual([[], []]);
});

it('comes back as sent when it was dismissed under way and arrived: that is what happened', async () => {
  const here = device();
  const answer = held<null>();
  here.answers(() => answer.promise);
  const tab = here.tab();
  void tab.queue.add(act, {}, options('one'));
  await until(() => here.tried.length === 1);
  void tab.queue.dismiss('key-of-one');
  await settled();
  expect(tab.now()).toEqual([]);
  answer.end(null);
  await until(() => tab.now()[0] === 'one: sent');
  expect(tab.changes).toEqual(['leave']);
});

it('takes the same key as the same act', async () => {
  const here = device();
  const tab = here.tab();
  await tab.queue.add(act, { a: 1 }, options('one'));
  expect(await tab.queue.add(act, { a: 1 }, options('one'))).toMatchObject({ ok: true, message: 'Received' });
  expect(here.tried).toHaveLength(1);
});

it('says so when the device cannot keep it', async () => {
  const here = device();
  const tab = here.tab();
  await expect(tab.queue.add(act, { no: () => 'clone' }, options('one'))).rejects.toThrow();
  expect(here.tried).toEqual([]);
});
