import type { Message, Room } from '@portal/contracts/chat/chat.shapes';
import { gateRoom, room } from '@portal/testing/chat';
import { mockId } from '@portal/testing/ids';
import { offlineText, peopleOf, placesOf, receiptOf, senderText, shortTime, siteAndDays } from './chat.text';

const now = Date.parse('2027-03-14T15:00:00Z');
const KEPT = '2027-03-14T14:00:00Z';
const participants = [
  { _id: 'me', firstName: 'Ada', lastName: 'Marsh' },
  { _id: 'sam', firstName: 'Sam', lastName: 'Okafor' },
  { _id: 'kim', firstName: 'Kim', lastName: 'Lee' },
  { _id: 'staff', firstName: 'Guard Portal', lastName: 'team' },
];

it('shows the time of today’s message, and the day of an older one', () => {
  expect(shortTime('2027-03-14T14:00:00Z', now)).toMatch(/^10:00.a\.m\.$/);
  expect(shortTime('2027-03-12T14:00:00Z', now)).toBe('Mar 12');
});

it.each([
  ['one day', { locationName: 'Yard 7', firstDay: '2027-03-16', lastDay: '2027-03-16' }, 'Yard 7 · Mar 16'],
  ['several days', { locationName: 'Yard 7', firstDay: '2027-03-16', lastDay: '2027-04-02' }, 'Yard 7 · Mar 16 to Apr 2'],
  ['a job without shifts', { locationName: 'Yard 7', firstDay: null, lastDay: null }, 'Yard 7'],
  ['a server of the release before', {}, ''],
])('shows the site and the days of a room: %s', (_case, room, text) => expect(siteAndDays(room, now)).toBe(text));

describe('rooms of jobs with equal title, site and days', () => {
  const twin = (number: number, over: Partial<Room> = {}) =>
    room({ _id: mockId(300 + number), jobId: { _id: mockId(400 + number), jobTitle: 'Lobby guard' }, ...over });
  const night = { firstStart: '2027-03-15T01:00:00.000Z', firstEnd: '2027-03-15T09:00:00.000Z' };
  const placed = (...rooms: Room[]) => [...placesOf(rooms, now).values()].map((place) => place.replace(/[\u00a0\u202f]/g, ' '));

  it('show the hours of the first shift', () =>
    expect(placed(twin(1), gateRoom(), twin(2, night))).toEqual([
      'Toronto Yard 7 · Today · 9:00 a.m. to 5:00 p.m.',
      'Hamilton Depot · Mar 12 to Apr 2',
      'Toronto Yard 7 · Today · 9:00 p.m. to 5:00 a.m.',
    ]));

  it('also show the number of the job where the hours are equal', () => {
    const places = placed(twin(1), twin(2), twin(3, night));
    expect(places).toEqual([
      `Toronto Yard 7 · Today · 9:00 a.m. to 5:00 p.m. · Job ${mockId(401).slice(-6).toUpperCase()}`,
      `Toronto Yard 7 · Today · 9:00 a.m. to 5:00 p.m. · Job ${mockId(402).slice(-6).toUpperCase()}`,
      'Toronto Yard 7 · Today · 9:00 p.m. to 5:00 a.m.',
    ]);
    expect(new Set(places).size).toBe(3);
  });

  it('show the number of the job when the previous API sends no hours', () =>
    expect(new Set(placed(twin(1, { firstStart: undefined }), twin(2, { firstStart: undefined }))).size).toBe(2));
});

it('names the participants and the sender of the last message', () => {
  const room = { participants } as Room;
  expect(peopleOf(room, 'me')).toBe('Sam, Kim and Guard Portal team');
  expect(['me', 'sam', 'staff', 'system'].map((sender) => senderText(room, sender, 'me'))).toEqual([
    'You: ',
    'Sam: ',
    'Guard Portal: ',
    '',
  ]);
});

it.each([
  ['nobody', null, null, null, null, 'Sent'],
  ['one device', 'at', null, null, null, 'Delivered'],
  ['a mark of before', 'before', 'before', null, null, 'Sent'],
  ['one reader', 'at', 'at', null, null, 'Read by Sam'],
  ['both', 'at', 'after', 'at', 'at', 'Read'],
])('a message that reached %s', (_who, samHas, samRead, kimHas, kimRead, words) => {
  const stamps = { before: '2027-03-14T14:59:59.000Z', at: '2027-03-14T15:00:00.000Z', after: '2027-03-14T16:00:00.000+01:00' };
  const stamp = (name: string | null) => (name === null ? null : name === 'after' ? '2027-03-14T16:30:00Z' : stamps[name as 'at']);
  const marks = [
    { userId: 'sam', delivered: stamp(samHas), read: stamp(samRead) },
    { userId: 'kim', delivered: stamp(kimHas), read: stamp(kimRead) },
  ];
  const message = { id: 'm', timeStamp: stamps.at } as Message;
  expect(receiptOf(message, { marks, participants }, new Set())).toBe(words);
});

it('counts several readers, and accepts a delivery from an event', () => {
  const mark = (userId: string, read: string | null) => ({ userId, delivered: read, read });
  const at = '2027-03-14T15:00:00.000Z';
  const message = { id: 'm', timeStamp: at } as Message;
  expect(receiptOf(message, { marks: [mark('sam', at), mark('kim', at), mark('x', null)], participants }, new Set())).toBe(
    'Read by 2 of 3',
  );
  expect(receiptOf(message, { marks: [mark('sam', null)], participants }, new Set(['m']))).toBe('Delivered');
});

it('handles rooms with one or no other participant, and unknown participants', () => {
  const room = (...who: string[]) => ({ participants: participants.filter(({ _id }) => who.includes(_id)) }) as Room;
  expect([room('me'), room('me', 'sam'), room('me', 'sam', 'staff')].map((one) => peopleOf(one, 'me'))).toEqual([
    '',
    'Sam',
    'Sam and Guard Portal team',
  ]);
  expect(senderText(room('me'), 'sam', 'me')).toBe('');
});

it('names yesterday as such, and an unknown reader without a name', () => {
  expect(shortTime('2027-03-13T14:00:00Z', now)).toBe('Yesterday');
  const at = '2027-03-14T15:00:00.000Z';
  const marks = ['gone', 'kim'].map((userId) => ({ userId, delivered: at, read: userId === 'gone' ? at : null }));
  expect(receiptOf({ id: 'm', timeStamp: at } as Message, { marks, participants }, new Set())).toBe('Read by 1 of 2');
  expect(receiptOf({ id: 'm', timeStamp: at } as Message, { marks: [], participants }, new Set())).toBe('Sent');
});

it.each([
  [KEPT, true, 'Shown as of 10:00 a.m., no connection. We will send your messages when you are back online.'],
  [KEPT, false, 'Shown as of 10:00 a.m., no connection.'],
  [null, true, 'No connection. We will send your messages when you are back online.'],
  [null, false, null],
])('explains for a room without a connection how old its messages are and when new ones are sent: %#', (keptAt, mayWrite, words) => {
  expect(offlineText(keptAt, mayWrite, now)?.replaceAll(/[\u00a0\u202f]/g, ' ') ?? null).toBe(words);
});
