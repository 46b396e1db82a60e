import { randomUUID } from 'node:crypto';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import type { Chats, Message, Room, SavedMessage } from '@portal/contracts/chat/chat.shapes';
import type { Socket } from 'socket.io-client';
import { arrangeShift, type GivenShift, giveJob } from './shifts';
import { emit, openSocket } from './socket';
import type { TestApi, TestGuard } from './test-api';

type Fields = Record<string, unknown>;

/** A guard in the chat of a job, on one socket, with all received events. */
export interface Talker {
  guard: TestGuard;
  socket: Socket;
  roomId: string;
  jobId: string;
  /** All events in order. */
  heard: [name: string, payload: unknown][];
  /** The payloads of one event. */
  all<Payload>(event: string): Payload[];
  send(message: unknown, extra?: Fields): Promise<Envelope<SavedMessage>>;
  chats(extra?: Fields): Promise<Envelope<Chats>>;
  rooms(): Promise<Envelope<Room[]>>;
  room(): Promise<Room>;
  read(messageId: string, extra?: Fields): Promise<Envelope>;
  received(messageId: string, extra?: Fields): Promise<Envelope>;
}

/** Connects a guard to the chat of one of their jobs; a guard without the job gets a room that they are not in. */
export async function connectTalker(url: string, guard: TestGuard, { jobId, roomId }: { jobId: string; roomId?: string }): Promise<Talker> {
  const socket = await openSocket(url, { token: guard.token });
  const heard: [string, unknown][] = [];
  socket.onAny((name: string, payload: unknown) => heard.push([name, payload]));
  const call = <Data>(name: string, input: Fields) => emit(socket, name, input) as Promise<Envelope<Data>>;
  const rooms = () => call<Room[]>('get_rooms', { userId: guard.id });
  const found = (await rooms()).data?.find((room) => room.jobId._id === jobId);
  const inRoom = { roomId: roomId ?? found?._id ?? '', jobId };
  return {
    guard,
    socket,
    ...inRoom,
    heard,
    all: <Payload>(event: string) => heard.filter(([name]) => name === event).map(([, payload]) => payload as Payload),
    send: (message, extra = {}) =>
      call('sendMessage', { ...inRoom, senderId: guard.id, senderType: 'guard', clientId: randomUUID(), message, ...extra }),
    chats: (extra = {}) => call('get_chats', { ...inRoom, userId: guard.id, lastMessageTimeStamp: '', ...extra }),
    rooms,
    room: async () => {
      const room = (await rooms()).data.find(({ _id }) => _id === inRoom.roomId);
      if (!room) throw new Error('The room is not there');
      return room;
    },
    read: (messageId, extra = {}) => call('read', { roomId: inRoom.roomId, messageId, ...extra }),
    received: (messageId, extra = {}) => call('received', { roomId: inRoom.roomId, messageId, ...extra }),
  };
}

/** Guards with the same job, each with a socket; the second is Ben Moss. */
export async function connectTalkers(api: TestApi, count: number): Promise<{ given: GivenShift; people: [Talker, Talker, ...Talker[]] }> {
  const first = await api.guard();
  const given = await arrangeShift(api, first);
  const others = await Promise.all(
    Array.from({ length: count - 1 }, (_, at) => api.guard((at === 0 ? { firstName: 'Ben', lastName: 'Moss' } : {}) as never)),
  );
  for (const other of others) await giveJob(api, other, given);
  const people: Talker[] = [];
  for (const guard of [first, ...others]) people.push(await connectTalker(api.url, guard, given));
  return { given, people: people as [Talker, Talker, ...Talker[]] };
}

export const textsOf = ({ data }: Envelope<Chats>): string[] => data.chats.map(({ message }) => message);
export const savedId = ({ data }: Envelope<SavedMessage>): string => data.message.id;
export type { Message, Room, SavedMessage };
