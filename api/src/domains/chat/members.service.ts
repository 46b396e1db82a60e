import type { Input } from '@portal/contracts/_kernel/endpoint';
import { limits } from '@portal/contracts/_kernel/limits';
import { chatEvents } from '@portal/contracts/chat/chat.events';
import { chatLimits, chatMessages, systemWords } from '@portal/contracts/chat/chat.rules';
import type { Chats, Message } from '@portal/contracts/chat/chat.shapes';
import type { listChats, readChat, writeChat } from '@portal/contracts/chat/chat.staff';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { fail } from '../../platform/http/errors';
import { emitEvent, guardRoom, notifyChanged } from '../../platform/live/realtime';
import { contactsOf } from '../guards/guards.service';
import { toMessage } from './chat.columns';
import * as chat from './chat.repository';
import { emitMessage } from './chat.service';
import * as members from './members.repository';

interface Said {
  message: Message;
  others: string[];
}

/** Stores a message of staff or the portal, then sends it to everyone in the room; null without an open room. */
async function say(words: Omit<chat.StaffOrSystemMessage, 'now'>): Promise<Said | null> {
  const written = await chat.insertByOthers({ ...words, now: nowText() });
  if (!written) return null;
  const { others, ...stored } = written;
  const message = toMessage(stored);
  emitMessage(message, others);
  return { message, others };
}

const nameOf = async (guardId: string): Promise<string> => {
  const { firstName, lastName } = await contactsOf(guardId);
  return `${firstName} ${lastName}`;
};

/** Adds the guard to the chat of the job, and creates the chat for the first guard. A guard in it stays. Call it in the transaction of the award. */
export async function join(jobId: string, guardId: string): Promise<void> {
  const roomId = await members.enter(jobId, guardId, nowText());
  if (!roomId) return;
  const said = await say({ jobId, by: 'system', about: guardId, message: systemWords.joined(await nameOf(guardId)), isQuiet: true });
  const room = await chat.roomFor(guardId, roomId);
  if (room) emitEvent(guardRoom(guardId), chatEvents, 'new_group', room);
  for (const other of said?.others ?? []) if (other !== guardId) notifyChanged(other, 'chat');
}

/** The guard can read the messages up to now, and cannot write any more. Call it in the transaction that takes the job from them. */
export async function leave(jobId: string, guardId: string): Promise<void> {
  if (!(await members.isInside(jobId, guardId))) return;
  const said = await say({ jobId, by: 'system', about: guardId, message: systemWords.left(await nameOf(guardId)), isQuiet: true });
  if (!said) return;
  await members.exit(said.message.roomId, guardId, said.message.timeStamp);
  for (const other of said.others) notifyChanged(other, 'chat');
}

/** Closes the chat of a cancelled job: it can be read, and not written in. */
export async function close(jobId: string): Promise<void> {
  const said = await say({ jobId, by: 'system', message: systemWords.cancelled, isQuiet: true });
  if (!said) return;
  await members.close(said.message.roomId, nowText());
  for (const other of said.others) notifyChanged(other, 'chat');
}

/**
 * Posts a guard's SOS in the chat of the job, also in a closed one, because colleagues nearby may help. Call it in the transaction that
 * stores it. `joins`: the guard is in the chat from now on.
 */
export async function postSos(
  jobId: string,
  guardId: string,
  { isActive, isSilence, place, joins }: { isActive: boolean; isSilence: boolean; place: string | null; joins: boolean },
): Promise<void> {
  if (joins) await join(jobId, guardId);
  const name = await nameOf(guardId);
  const [on, off] = isSilence ? [systemWords.silence, systemWords.silenceOver] : [systemWords.sos, systemWords.sosOff];
  await say({ jobId, by: 'system', about: guardId, message: isActive ? on(name, place) : off(name) });
}

/** Posts a quiet message about a new note in the chat of its job. Call it in the transaction that stores the note. */
export async function postNoteMessage(jobId: string, guardId: string, title: string): Promise<void> {
  await say({ jobId, by: 'system', about: guardId, message: systemWords.enote(title), isQuiet: true });
}

/** The list of rooms for staff. */
export const list = ({ page = 1, limit = limits.pageSize, searchBy }: Input<typeof listChats>) =>
  members.allRooms({ page, limit, searchBy });

/** Staff read a job's room. */
export async function readOne({ jobId, lastMessageTimeStamp }: Input<typeof readChat>): Promise<Chats> {
  const { roomId } = (await members.roomOfJob(jobId)) ?? fail(404, chatMessages.noRoom);
  return { roomId, chats: await chat.messagePage(roomId, lastMessageTimeStamp ?? null, null) };
}

/** Staff write in a job's room. */
export const writeAsStaff = ({ jobId, message }: Input<typeof writeChat>): Promise<Message> =>
  transaction(async () => {
    if (message.length > chatLimits.message) fail(413, chatMessages.tooLong);
    const { isClosed } = (await members.roomOfJob(jobId)) ?? fail(404, chatMessages.noRoom);
    if (isClosed) fail(409, chatMessages.isClosed);
    return (await say({ jobId, by: 'staff', message }))?.message ?? fail(409, chatMessages.isClosed);
  });
