import 'fake-indexeddb/auto';
import { ApiError, type CallOptions, installClient } from '@portal/api-client/call';
import { DEVICE_TIME_HEADER, parseDeviceTime } from '@portal/contracts/_kernel/deviceTime';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { shiftLimits } from '@portal/contracts/shifts/shifts.rules';
import { type Random, random } from '../../../api/seed/random';
import { resolveEventTime } from '../../../api/src/domains/shifts/event-time';
import { extendContext, runWithServices, type Services } from '../../../api/src/platform/context';
import { createEntryStore } from '../../../shell/src/outbox/entryStore';
import { createOutboxEngine } from '../../../shell/src/outbox/outboxEngine';
import { createTimedDevice } from '../../../shell/src/outbox/timeRecord.fixture';

/*
 * A guard works without a connection: the outbox and the time record of the shell, and the rule of the API, in simulated time. The page is killed without
 * an event, the clock is set forward and back, and the quartz of the device is 50 millionths fast, which is the bad direction for lower bounds.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const TICK = 10 * SECOND;
const QUARTZ = 1 + 50e-6;
const MOST_TASKS = 1_000_000;
/** The order keys of a shift: its acts, its notes, its handover note and its SOS. */
const orders = ['shift', 'notes', 'handover', 'sos'];
/** The share of requests that the API carries out without a reply. */
const LOST_REPLIES = 0.02;

export interface Trial {
  seed: number;
  /** Hours without a connection, one after the other. The device has the server's time at the start of each, and sends its acts at the end. */
  stretches: readonly number[];
  acts: number;
  kills: number;
  clockSets: number;
  /** Minutes of sleep in each stretch. Its length cannot be proven, so it is a part of the bound of each act of the stretch. */
  sleep?: number;
  /** Seconds from a kill until the outbox of the next page runs. */
  restart: readonly [least: number, most: number];
}

export interface Outcome {
  acts: number;
  lost: number;
  doubled: number;
  outOfOrder: number;
  /** Acts with a true time outside the stated bound. */
  outside: number;
  /** Acts that are kept once, in order and within their bound. */
  right: number;
  /** Of the stated bounds, in ms. */
  median: number;
  share95: number;
  worst: number;
}

const call = { id: 'trial.act', method: 'POST', path: '/trial', auth: 'approved' } as unknown as Endpoint<unknown, unknown>;
const iso = (ms: number) => new Date(ms).toISOString();

interface Act {
  number: number;
  at: string;
}
interface Accepted {
  at: number;
  withinMs: number | null;
}

/** The API: it carries out each idempotency key once, and decides the time by the real rule. */
function createApi(chance: Random, device: ReturnType<typeof createTimedDevice>) {
  const replies = new Map<string, unknown>();
  const accepted: Accepted[][] = [];
  const services = { isClosed: false, clock: { now: () => new Date(device.state.true) } } as unknown as Services;

  function carryOut({ number, at }: Act, headers: CallOptions['headers']) {
    const deviceTime = parseDeviceTime(headers?.[DEVICE_TIME_HEADER]);
    const judge = () => (deviceTime ? extendContext({ deviceTime }, () => resolveEventTime(at)) : resolveEventTime(at));
    const judged = runWithServices(services, judge);
    const times = accepted[number] ?? [];
    accepted[number] = times;
    times.push({ at: Date.parse(judged.at), withinMs: judged.withinMs });
    return { at: judged.at };
  }

  installClient({
    async send(_endpoint: unknown, input: unknown, { idempotencyKey = '', headers }: CallOptions = {}) {
      device.pass(chance.between(20, 200));
      if (!replies.has(idempotencyKey)) replies.set(idempotencyKey, carryOut(input as Act, headers));
      device.pass(chance.between(20, 200));
      if (chance.chance(LOST_REPLIES)) throw new ApiError({ code: 0, message: 'The reply was lost', data: null });
      return { code: 200, message: '', data: replies.get(idempotencyKey) } as never;
    },
    file: () => Promise.reject(new Error('not in this trial')),
  });
  return { accepted };
}

/** A page with the outbox. After a kill it sends and stores nothing more. */
function openPage(device: ReturnType<typeof createTimedDevice>, guard: string, network: { isOnline: boolean }) {
  // After sleep, or when the clock was set, the page reads the server's time.
  const page = device.openPage(
    () => true,
    () => network.isOnline && page.contact(),
  );
  let isOpen = true;
  let waiting = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const engine = createOutboxEngine({
    entries: createEntryStore(),
    guardId: () => (isOpen ? guard : null),
    now: () => new Date(page.now()),
    time: page,
    isTimeSynchronised: () => true,
    isOnline: () => network.isOnline,
    changed: () => undefined,
    forgetDraft: async () => undefined,
    show: (entries) => {
      waiting = entries.filter(({ state }) => state !== 'sent').length;
    },
    tabs: { post: () => undefined, listen: () => undefined },
    runExclusive: (run) => {
      const done = turn.then(() => run(() => isOpen));
      turn = done.catch(() => undefined);
      return done;
    },
    scheduleOnce: () => undefined,
    // A busy machine answers late, and the outbox tries again. An act that stays away counts as lost.
    report: () => undefined,
  });
  page.tick();
  return { page, engine, waiting: () => waiting, kill: () => (isOpen = false) };
}

type Step = { after: number; do: 'act' | 'kill' | 'set clock' | 'sleep' | 'tick' };

/** The steps of one stretch in their order. */
function planOf(chance: Random, ms: number, counts: { acts: number; kills: number; sets: number; sleeps: number }): Step[] {
  const times = (count: number, what: Step['do']): Step[] =>
    Array.from({ length: count }, () => ({ after: chance.between(0, ms - 1), do: what }));
  const ticks = Array.from({ length: Math.floor(ms / TICK) }, (_, index): Step => ({ after: (index + 1) * TICK, do: 'tick' }));
  const steps = [...times(counts.acts, 'act'), ...times(counts.kills, 'kill'), ...times(counts.sets, 'set clock')];
  return [...steps, ...times(counts.sleeps, 'sleep'), ...ticks].sort((one, other) => one.after - other.after);
}

const shareOf = (total: number, index: number, of: number) => Math.floor(((index + 1) * total) / of) - Math.floor((index * total) / of);

let trials = 0;

export async function runTrial({ seed, stretches, acts, kills, clockSets, sleep = 0, restart }: Trial): Promise<Outcome> {
  const chance = random(seed);
  const device = createTimedDevice('2027-03-14T09:00:00Z', QUARTZ);
  const api = createApi(chance, device);
  const network = { isOnline: false };
  // Trials share the database of this process.
  const guard = `guard ${trials++}`;
  const trueTimes: number[] = [];
  let sets = 0;
  let open = openPage(device, guard, network);

  async function act(stretch: number) {
    const number = trueTimes.length;
    trueTimes.push(device.state.true);
    const at = iso(open.page.now());
    const validUntil = iso(Date.parse(at) + shiftLimits.actValid);
    const options = {
      key: `act ${number}`,
      order: `${orders[number % orders.length]} ${stretch}`,
      durable: { what: `Act ${number}` },
      validUntil,
    };
    // The result comes after the stretch.
    await new Promise<void>((stored, reject) => void open.engine.add(call, { number, at }, options, stored).catch(reject));
  }

  function setClock() {
    const size = chance.between(MINUTE, 24 * HOUR);
    device.state.clockError += sets++ % 2 === 0 ? size : -size;
  }

  function restartPage() {
    open.kill();
    device.pass(chance.between(restart[0] * SECOND, restart[1] * SECOND));
    open = openPage(device, guard, network);
  }

  async function sendAll() {
    network.isOnline = true;
    device.pass(chance.between(20, 200));
    open.page.contact();
    open.page.tick();
    let waited = 0;
    do {
      if (waited++ > MOST_TASKS) throw new Error(`${open.waiting()} acts are not sent`);
      await open.engine.sendNow();
      // The database answers in later tasks.
      await new Promise(setImmediate);
    } while (open.waiting() > 0);
    network.isOnline = false;
  }

  for (const [index, hours] of stretches.entries()) {
    const share = (total: number) => shareOf(total, index, stretches.length);
    open.page.contact();
    const start = device.state.true;
    const counts = { acts: share(acts), kills: share(kills), sets: share(clockSets), sleeps: sleep > 0 ? 1 : 0 };
    for (const step of planOf(chance, hours * HOUR, counts)) {
      // A restart takes time, so a step can be late.
      device.pass(Math.max(0, start + step.after - device.state.true));
      if (step.do === 'act') await act(index);
      else if (step.do === 'kill') restartPage();
      else if (step.do === 'set clock') setClock();
      else if (step.do === 'sleep') device.pass(sleep * MINUTE, true);
      else open.page.tick();
    }
    await sendAll();
  }
  return outcomeOf(trueTimes, api.accepted);
}

function outcomeOf(trueTimes: readonly number[], accepted: readonly (Accepted[] | undefined)[]): Outcome {
  const outcome = { acts: trueTimes.length, lost: 0, doubled: 0, outOfOrder: 0, outside: 0, right: 0 };
  const bounds: number[] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const [number, time] of trueTimes.entries()) {
    const [first, ...others] = accepted[number] ?? [];
    if (!first) {
      outcome.lost++;
      continue;
    }
    const isOutside = first.withinMs === null || Math.abs(first.at - time) > first.withinMs + 1;
    const isLate = first.at < before;
    outcome.doubled += others.length;
    outcome.outside += isOutside ? 1 : 0;
    outcome.outOfOrder += isLate ? 1 : 0;
    outcome.right += isOutside || isLate || others.length > 0 ? 0 : 1;
    before = Math.max(before, first.at);
    bounds.push(first.withinMs ?? Number.POSITIVE_INFINITY);
  }
  bounds.sort((one, other) => one - other);
  const part = (share: number) => bounds[Math.ceil(share * bounds.length) - 1] ?? Number.POSITIVE_INFINITY;
  return { ...outcome, median: part(0.5), share95: part(0.95), worst: part(1) };
}
