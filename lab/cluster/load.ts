import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { raiseSos } from '@portal/contracts/shifts/shifts.sos';
import { createTicket } from '@portal/contracts/tickets/tickets.endpoints';
import { io, type Socket } from 'socket.io-client';
import type { Caller } from '../../e2e/support/caller';

const AGAIN_MS = 500;
const BETWEEN_MS = 150;
const BETWEEN_ALARMS_MS = 700;
const CALL_MS = 20_000;
const PAGE = 10;

/** A picture of one pixel. */
const dot = new File([Buffer.from('R0lGODlhAQABAPAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')], 'dot.gif', { type: 'image/gif' });

export interface Guard {
  id: string;
  token: string;
  jobId: string;
  /** Under way. */
  shiftId: string;
}

/** Acknowledged writes, and the notifications that pages showed. */
export interface LoadRecord {
  /** Titles of acknowledged notifications, with the time. */
  notes: Map<string, number>;
  /** Time at which a page of the guard first showed each title. */
  seen: Map<string, number>;
  /** Titles of acknowledged tickets, each with a picture. */
  tickets: Map<string, Guard>;
  /** Ids of acknowledged SOS. */
  alerts: Map<string, Guard>;
  /** Calls without a reply of the API. Tickets and SOS among them were repeated under their key. */
  unanswered: number;
  /** Unexpected replies: any code except 200 and 503. */
  refused: string[];
}

export const emptyLoadRecord = (): LoadRecord => ({
  notes: new Map(),
  seen: new Map(),
  tickets: new Map(),
  alerts: new Map(),
  unanswered: 0,
  refused: [],
});

const late = () => pause(CALL_MS, null, { ref: false });

/** A page that reads its data when it connects and at each change event, as the shell does. */
function openPage(url: string, { token }: Guard, call: Caller['call'], { seen }: LoadRecord): { socket: Socket; close(): void } {
  const socket = io(url, {
    transports: ['websocket'],
    auth: { token },
    reconnectionDelay: AGAIN_MS,
    reconnectionDelayMax: 5_000,
    forceNew: true,
  });
  let isWanted = false;
  let isReading = false;
  let isOver = false;
  const readOnce = async () => {
    for (let page = 1; ; page++) {
      const reply = await call(listNotifications, { page, limit: PAGE } as Input<typeof listNotifications>, { token });
      if (reply.code !== 200) throw new Error(reply.message);
      const fresh = reply.data.docs.filter(({ title }) => !seen.has(title));
      for (const { title } of fresh) seen.set(title, performance.now());
      if (fresh.length < reply.data.docs.length || reply.data.docs.length < PAGE) return;
    }
  };
  const read = async () => {
    isWanted = true;
    if (isReading) return;
    isReading = true;
    while (isWanted && !isOver) {
      isWanted = false;
      await Promise.race([readOnce(), late()]).catch(async () => {
        isWanted = true;
        await pause(AGAIN_MS);
      });
    }
    isReading = false;
  };
  socket.on('connect', () => void read());
  socket.on('changed', ({ domain }: { domain: string | null }) => {
    if (domain === null || domain === 'notifications') void read();
  });
  return {
    socket,
    close() {
      isOver = true;
      socket.close();
    },
  };
}

/** Opens a page per guard. Until `stop`, staff send them notifications and they send tickets with a picture; each raises one SOS. */
export async function startLoad(url: string, { call }: Pick<Caller, 'call'>, guards: readonly Guard[]) {
  const told = emptyLoadRecord();
  const pages = guards.map((guard) => openPage(url, guard, call, told));
  await Promise.all(pages.map(({ socket }) => new Promise<void>((done) => socket.once('connect', () => done()))));
  let isOver = false;
  // Distinguishes this round's titles from earlier rounds.
  const own = randomUUID().slice(0, 8);
  let numbered = 0;

  /** The reply; null if none arrived. */
  const once = async <Out>(act: () => Promise<Envelope<Out>>): Promise<Envelope<Out> | null> => {
    const reply = await Promise.race([act().catch(() => null), late()]);
    if (!reply || reply.code >= 500) told.unanswered += 1;
    else if (reply.code !== 200) told.refused.push(`${reply.code} ${reply.message}`);
    return reply;
  };
  /** Repeats a call under its key until the API replies; returns the reply if it succeeded. */
  const untilAnswered = async <Out>(act: () => Promise<Envelope<Out>>): Promise<Envelope<Out> | null> => {
    for (;;) {
      const reply = await once(act);
      if (reply && reply.code < 500) return reply.code === 200 ? reply : null;
      await pause(AGAIN_MS);
    }
  };
  const note = async ({ id }: Guard) => {
    const title = `Note ${own} ${numbered++}`;
    // No idempotency key: repeating a call that may have been executed could write twice.
    if ((await once(() => call(notify, { guard: id, title } as Input<typeof notify>)))?.code === 200)
      told.notes.set(title, performance.now());
  };
  const ticket = async (guard: Guard) => {
    const [ticketTitle, key] = [`Ticket ${own} ${numbered++}`, randomUUID()];
    const input = { ticketType: 0, jobId: guard.jobId, ticketTitle, description: 'Which ones?', images: [dot] } as Input<
      typeof createTicket
    >;
    if ((await untilAnswered(() => call(createTicket, input, { token: guard.token, key }))) !== null) told.tickets.set(ticketTitle, guard);
  };
  /** Delayed per guard, so that some are sent during the kill, others before and after it. */
  const alarm = async (guard: Guard, index: number) => {
    await pause(index * BETWEEN_ALARMS_MS);
    const [key, input] = [randomUUID(), { jobId: guard.jobId, shiftId: guard.shiftId, active: true } as Input<typeof raiseSos>];
    const { data: sos } = (await untilAnswered(() => call(raiseSos, input, { token: guard.token, key }))) ?? {};
    if (!sos) return;
    told.alerts.set(sos.sosId, guard);
    if (sos.reachedAt) told.refused.push(`the SOS ${sos.sosId} was marked as delivered before a message was sent`);
  };
  const write = async (guard: Guard) => {
    for (let turn = 0; !isOver; turn++) {
      await (turn % 3 === 0 ? ticket(guard) : note(guard));
      await pause(BETWEEN_MS);
    }
  };
  const writing = [...guards.map(write), ...guards.map(alarm)];
  return {
    told,
    /** Stops writing. Pages stay open until they showed everything that was acknowledged, at most `withinMs`. */
    async stop(withinMs: number) {
      isOver = true;
      await Promise.all(writing);
      const deadline = performance.now() + withinMs;
      while ([...told.notes.keys()].some((title) => !told.seen.has(title)) && performance.now() < deadline) await pause(100);
      for (const page of pages) page.close();
    },
  };
}

/** The longest time from an acknowledgement until a page showed it, in seconds; infinite if one was never shown. */
export function longestUnseen({ notes, seen }: Pick<LoadRecord, 'notes' | 'seen'>): number {
  const times = [...notes].map(([title, at]) => ((seen.get(title) ?? Number.POSITIVE_INFINITY) - at) / 1000);
  return Math.max(0, ...times);
}
