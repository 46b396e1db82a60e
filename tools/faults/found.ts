import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getChats } from '@portal/contracts/chat/chat.endpoints';
import { findViolations } from '../../api/test/invariants';
import type { Act } from './act';
import { type Mark, type Marks, markNames, marksOf } from './marks';
import type { Person } from './people';
import type { Server } from './server';

export interface Killing {
  rounds: number;
  acknowledged: number;
  /** Of each round: acts that were sent and whose reply never came. They were told again under their key. */
  inDoubt: number[];
  /** At how many kills each act was on its way. */
  met: Map<string, number>;
  /** Each in words; none is what is wanted. */
  lost: string[];
  doubled: string[];
  defects: string[];
}

/** A person, how far they came, and what the API said of it. */
export interface Course {
  person: Person;
  acknowledged: Marks;
  inDoubt: Act | null;
  /** Their act was sent, and nothing was said of it. */
  isUnanswered: boolean;
  left: Act[];
}

/** By these marks all acknowledged acts are there, and at most the act in doubt: whole, or not at all. */
export async function compare(
  server: Pick<Server, 'query'>,
  courses: readonly Course[],
  found: Pick<Killing, 'lost' | 'doubled'>,
  names: readonly Mark[] = markNames,
): Promise<void> {
  for (const { person, acknowledged, inDoubt } of courses) {
    const there = await marksOf(server, person);
    const doubtful = inDoubt?.leaves ?? {};
    for (const name of names) {
      const [said, more] = [acknowledged[name] ?? 0, doubtful[name] ?? 0];
      const what = `${name} of ${person.id}: ${there[name]} there, ${said} acknowledged`;
      if (there[name] < said + Math.min(0, more)) found.lost.push(what);
      if (there[name] > said + Math.max(0, more)) found.doubled.push(what);
    }
    const doubted = names.filter((name) => doubtful[name]);
    const done = doubted.filter((name) => there[name] !== (acknowledged[name] ?? 0));
    if (done.length > 0 && done.length < doubted.length)
      found.lost.push(`half of “${inDoubt?.name}” of ${person.id}: ${done.join(', ')} of ${doubted.join(', ')}`);
  }
}

/** What breaks the rules that hold of all rows. */
export const defectsOf = (server: Server): Promise<string[]> => findViolations((query) => server.query(query));

/** No rule is broken that the demonstration does not break on purpose. */
export async function checkWork(server: Server, seeded: readonly string[], found: Killing): Promise<void> {
  found.defects.push(...(await defectsOf(server)).filter((defect) => !seeded.includes(defect)));
}

/** What a guard is shown of each chat is what is stored of it, each message once. */
export async function checkChats(server: Server, people: readonly Person[], found: Pick<Killing, 'lost' | 'doubled'>): Promise<void> {
  const oneOfEach = [...new Map(people.map((person) => [person.roomId, person])).values()];
  for (const { id, token, jobId, roomId } of oneOfEach) {
    const read = async (lastMessageTimeStamp: string) => {
      const { data, message } = await server.call(getChats, { userId: id, jobId, roomId, lastMessageTimeStamp }, { token });
      if (!data) throw new Error(`the chat ${roomId} cannot be read: ${message}`);
      return data.chats;
    };
    const shown = new Set<string>();
    // A page begins with the message that the one before it ended with.
    for (let page = await read(''); page.some((message) => !shown.has(message.id)); page = await read(page[0]?.timeStamp ?? '')) {
      const ids = page.map((message) => message.id);
      if (new Set(ids).size < ids.length) found.doubled.push(`the chat ${roomId} shows a message twice`);
      for (const one of ids) shown.add(one);
    }
    const stored = await server.query<{ id: string }>('select id from chat_messages where room_id = $1', [roomId]);
    const missing = stored.filter((message) => !shown.has(message.id));
    if (missing.length > 0) found.lost.push(`${missing.length} messages of the chat ${roomId} are stored and not shown`);
    if (shown.size > stored.length) found.doubled.push(`the chat ${roomId} shows more than is stored`);
  }
}

const NOTICED_WITHIN_MS = 60_000;
const LOOK_MS = 200;

/** Every stored notice of an SOS is carried out within a minute after the kill: each receiver has each message once, and the chat has its line. */
export async function checkNotices(server: Pick<Server, 'query'>, found: Pick<Killing, 'lost' | 'doubled'>): Promise<void> {
  const open = () => server.query<{ id: string }>('select id from sos_notices where done_at is null');
  for (const deadline = performance.now() + NOTICED_WITHIN_MS; (await open()).length > 0; await wait(LOOK_MS))
    if (performance.now() > deadline) {
      found.lost.push(`${(await open()).length} reports of an SOS were not carried out`);
      return;
    }
  const unsent = await server.query<{ id: string }>(`select n.sos_id as id from sos_notices n where n.kind = 'call' and n.receiver = 'team'
    and not n.is_dropped and not exists (select from outgoing_messages m where m.about = 'sos' and m.about_id = n.sos_id)`);
  for (const { id } of unsent) found.lost.push(`dispatch was not called for the SOS ${id}`);
  const twice = await server.query<{ id: string }>(`select about_id as id from outgoing_messages
    where about = 'sos' and subject like 'SOS: %' group by about_id, recipient having count(*) > 1`);
  for (const { id } of twice) found.doubled.push(`dispatch was called twice for the SOS ${id}`);
}

/** Every copy that is said to be finished is there, whole; one that a kill broke off waits for its lease, and is not said to be. */
export async function checkCopies(server: Server, exports: string, found: Pick<Killing, 'lost'>): Promise<void> {
  const done = await server.query<{ id: string; bytes: string }>(`select id, bytes from exports where state = 'done'`);
  for (const { id, bytes } of done) {
    const file = statSync(join(exports, `${id}.zip`), { throwIfNoEntry: false });
    if (file?.size !== Number(bytes)) found.lost.push(`the copy ${id} has ${file?.size ?? 'no'} bytes of ${bytes}`);
  }
}
