import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getChats } from '@portal/contracts/chat/chat.endpoints';
import { findViolations } from '../../api/test/invariants';
import type { Person } from '../../e2e/kills/actors';
import type { Act } from './act';
import { figureNames, type Mark, type Marks, marksOf } from './database-figures';
import type { Server } from './server';

export interface KillReport {
  rounds: number;
  acknowledged: number;
  /** Per round: acts that were sent and got no reply. They were repeated under their key. */
  inDoubt: number[];
  /** Number of kills during which each act was in flight. */
  met: Map<string, number>;
  /** Findings as texts; all three lists should be empty. */
  lost: string[];
  doubled: string[];
  defects: string[];
}

/** A person with their acknowledged and remaining acts. */
export interface Course {
  person: Person;
  acknowledged: Marks;
  inDoubt: Act | null;
  /** The act was sent and got no reply. */
  isUnanswered: boolean;
  left: Act[];
}

/** Checks that all acknowledged acts are stored, and the act in doubt entirely or not at all. */
export async function compare(
  server: Pick<Server, 'query'>,
  courses: readonly Course[],
  found: Pick<KillReport, 'lost' | 'doubled'>,
  names: readonly Mark[] = figureNames,
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

/** Violations of the invariants. */
export const defectsOf = (server: Server): Promise<string[]> => findViolations((query) => server.query(query));

/** Records violations that the demonstration data does not contain on purpose. */
export async function checkWork(server: Server, seeded: readonly string[], found: KillReport): Promise<void> {
  found.defects.push(...(await defectsOf(server)).filter((defect) => !seeded.includes(defect)));
}

/** Checks that the pages of each chat contain exactly the stored messages, each once. */
export async function checkChats(server: Server, people: readonly Person[], found: Pick<KillReport, 'lost' | 'doubled'>): Promise<void> {
  const oneOfEach = [...new Map(people.map((person) => [person.roomId, person])).values()];
  for (const { id, token, jobId, roomId } of oneOfEach) {
    const read = async (lastMessageTimeStamp: string) => {
      const { data, message } = await server.call(getChats, { userId: id, jobId, roomId, lastMessageTimeStamp }, { token });
      if (!data) throw new Error(`the chat ${roomId} cannot be read: ${message}`);
      return data.chats;
    };
    const shown = new Set<string>();
    // A page starts with the last message of the previous one.
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

/** Checks that every stored notice of an SOS is executed within a minute after the kill: one message per receiver, one text in the chat. */
export async function checkNotices(server: Pick<Server, 'query'>, found: Pick<KillReport, 'lost' | 'doubled'>): Promise<void> {
  const open = () => server.query<{ id: string }>('select id from sos_notices where done_at is null');
  for (const deadline = performance.now() + NOTICED_WITHIN_MS; (await open()).length > 0; await wait(LOOK_MS))
    if (performance.now() > deadline) {
      found.lost.push(`${(await open()).length} notices of an SOS were not executed`);
      return;
    }
  const unsent = await server.query<{ id: string }>(`select n.sos_id as id from sos_notices n where n.kind = 'call' and n.receiver = 'team'
    and not n.is_dropped and not exists (select from outgoing_messages m where m.about = 'sos' and m.about_id = n.sos_id)`);
  for (const { id } of unsent) found.lost.push(`dispatch was not called for the SOS ${id}`);
  const twice = await server.query<{ id: string }>(`select about_id as id from outgoing_messages
    where about = 'sos' and subject like 'SOS: %' group by about_id, recipient having count(*) > 1`);
  for (const { id } of twice) found.doubled.push(`dispatch was called twice for the SOS ${id}`);
}

/** Checks that every finished copy is complete on disk. An interrupted copy waits for its lease and is not marked as finished. */
export async function checkExports(server: Server, exports: string, found: Pick<KillReport, 'lost'>): Promise<void> {
  const done = await server.query<{ id: string; bytes: string }>(`select id, bytes from exports where state = 'done'`);
  for (const { id, bytes } of done) {
    const file = statSync(join(exports, `${id}.zip`), { throwIfNoEntry: false });
    if (file?.size !== Number(bytes)) found.lost.push(`the copy ${id} has ${file?.size ?? 'no'} bytes of ${bytes}`);
  }
}
