import { getChats, getRooms, initChat, readMessages, receivedMessages, sendMessage } from '@portal/contracts/chat/chat.endpoints';
import type { Message, Room } from '@portal/contracts/chat/chat.shapes';
import { mockId } from './ids';
import { mockEndpoint } from './mockEndpoint';

/** The guard of `guard()`. */
export const me = mockId(1);
export const sam = mockId(2);
export const LOBBY = mockId(100);
export const GATE = mockId(200);
export const minuteAt = (minute: number) => new Date(Date.UTC(2027, 2, 14, 14, minute)).toISOString();

export const room = (over: Partial<Room> = {}): Room => ({
  _id: LOBBY,
  jobId: { _id: mockId(101), jobTitle: 'Lobby guard' },
  locationName: 'Toronto Yard 7',
  firstDay: '2027-03-14',
  lastDay: '2027-03-14',
  firstStart: '2027-03-14T13:00:00.000Z',
  firstEnd: '2027-03-14T21:00:00.000Z',
  timeZone: 'America/Toronto',
  participants: [
    { _id: me, firstName: 'Ada', lastName: 'Marsh' },
    { _id: sam, firstName: 'Sam', lastName: 'Okafor' },
    { _id: 'staff', firstName: 'Guard Portal', lastName: 'team' },
  ],
  lastMessage: { message: 'All quiet', timeStamp: minuteAt(30), senderId: sam },
  unreadCount: 0,
  closed: null,
  marks: [{ userId: sam, delivered: null, read: null }],
  ...over,
});
export const gateRoom = (over: Partial<Room> = {}) =>
  room({
    _id: GATE,
    jobId: { _id: mockId(201), jobTitle: 'Gate patrol' },
    locationName: 'Hamilton Depot',
    firstDay: '2027-03-12',
    lastDay: '2027-04-02',
    lastMessage: { message: 'Bring a light', timeStamp: minuteAt(20), senderId: me },
    unreadCount: 0,
    ...over,
  });
export const message = (number: number, over: Partial<Message> = {}): Message => ({
  id: mockId(1000 + number),
  roomId: LOBBY,
  senderId: sam,
  senderName: 'Sam Okafor',
  senderType: 'guard',
  message: `Line ${number}`,
  timeStamp: new Date(Date.UTC(2027, 2, 14, 10, 0, number)).toISOString(),
  clientId: null,
  ...over,
});
export const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => message(from + index));

/** A server with these messages in the lobby's room. It pages them, and records its calls. */
export function chatServer(messages: Message[] = lines(1, 3), rooms: Room[] = [room(), gateRoom()]) {
  const history = [...messages];
  const calls: string[] = [];
  const recorded =
    <In, Out>(name: string, reply: (input: In) => Out) =>
    (input: In) => {
      calls.push(name);
      return reply(input);
    };
  const read = mockEndpoint(readMessages, ({ roomId }) => ({ roomId, unreadCount: 0 }));
  const received = mockEndpoint(receivedMessages, ({ roomId }) => ({ roomId }));
  mockEndpoint(
    initChat,
    recorded('init', ({ userId }) => ({ userId: String(userId) })),
  );
  mockEndpoint(
    getRooms,
    recorded('get_rooms', () => rooms),
  );
  const chats = mockEndpoint(
    getChats,
    recorded('get_chats', ({ roomId, lastMessageTimeStamp: stamp }) => ({
      roomId,
      chats: history.filter((one) => one.roomId === roomId && (stamp === '' || one.timeStamp <= stamp)).slice(-30),
    })),
  );
  const sent = mockEndpoint(sendMessage, ({ roomId, clientId = 'made-by-the-server', message: text }) => {
    const stored = message(500 + history.length, { roomId, senderId: me, senderName: 'Ada Marsh', message: text, clientId });
    history.push(stored);
    return { clientId, message: stored };
  });
  return { said: history, calls, read, received, chats, sent };
}
