import { localTime } from '@portal/contracts/_kernel/formats';
import { staffMember } from '@portal/contracts/chat/chat.rules';
import type { Message, Room } from '@portal/contracts/chat/chat.shapes';
import { dayName } from '@portal/mf-kit/dayName';

const shortDay = (instant: string, now: number | null) => dayName(instant, now).replace(/^\w+, |, \d{4}$/g, '');

/** The time of today's message, the day of an earlier one. */
export const shortTime = (instant: string, now: number | null): string => {
  const day = shortDay(instant, now);
  return day === 'Today' ? localTime(instant) : day;
};

/** "Toronto Yard 7 · Nov 28 to Dec 2": distinguishes rooms of equal title. */
export function siteAndDays(
  { locationName, firstDay, lastDay }: Pick<Room, 'locationName' | 'firstDay' | 'lastDay'>,
  now: number | null,
): string {
  // 17:00 UTC is on the same day at every site in Canada.
  const days = [...new Set([firstDay, lastDay])].flatMap((day) => (day ? [shortDay(`${day}T17:00:00Z`, now)] : []));
  return [locationName, days.join(' to ')].filter(Boolean).join(' · ');
}

const hoursOf = ({ firstStart, firstEnd, timeZone }: Room) =>
  firstStart && firstEnd ? `${localTime(firstStart, timeZone)} to ${localTime(firstEnd, timeZone)}` : '';

/** The end of the job's id, which always differs. */
const numberOf = ({ jobId }: Room) => `Job ${jobId._id.slice(-6).toUpperCase()}`;

/** Site and days of each room by id. Rooms with equal text also get the hours of the first shift, then the job's number. */
export function placesOf(rooms: readonly Room[], now: number | null): ReadonlyMap<string, string> {
  const places = new Map(rooms.map((room) => [room._id, siteAndDays(room, now)]));
  for (const detailOf of [hoursOf, numberOf]) {
    const all = [...places.values()];
    const sameText = rooms.filter(({ _id }) => all.filter((place) => place === places.get(_id)).length > 1);
    for (const room of sameText) places.set(room._id, [places.get(room._id), detailOf(room)].filter(Boolean).join(' · '));
  }
  return places;
}

/** Prefix with the sender of a room's last message; empty for messages of the portal. */
export function senderText({ participants }: Room, senderId: string, me: string): string {
  if (senderId === me) return 'You: ';
  if (senderId === staffMember._id) return `${staffMember.firstName}: `;
  const name = participants.find(({ _id }) => _id === senderId)?.firstName;
  return name ? `${name}: ` : '';
}

/** "Ada, Sam and Guard Portal team", without the guard `me`. */
export function peopleOf({ participants }: Room, me: string): string {
  const names = participants
    .filter(({ _id }) => _id !== me)
    .map(({ _id, firstName, lastName }) => (_id === staffMember._id ? `${firstName} ${lastName}` : firstName));
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Describes who received or read the guard's message, from the participants' marks and the deliveries. */
export function receiptOf(
  { id, timeStamp }: Message,
  { marks, participants }: Pick<Room, 'marks' | 'participants'>,
  delivered: ReadonlySet<string>,
): string {
  const at = Date.parse(timeStamp);
  const hasReached = (mark: string | null) => mark !== null && Date.parse(mark) >= at;
  const readers = marks.filter(({ read }) => hasReached(read));
  const [reader] = readers;
  if (reader) {
    if (readers.length === marks.length) return 'Read';
    const name = participants.find(({ _id }) => _id === reader.userId)?.firstName;
    return readers.length === 1 && name ? `Read by ${name}` : `Read by ${readers.length} of ${marks.length}`;
  }
  return delivered.has(id) || marks.some((mark) => hasReached(mark.delivered)) ? 'Delivered' : 'Sent';
}

/** The text of an open room without a connection. `keptAt` is the time at which the displayed messages were cached. */
export function offlineText(cachedAt: string | null, mayWrite: boolean, now: number | null): string | null {
  if (cachedAt === null && !mayWrite) return null;
  const prefix = cachedAt === null ? 'No connection.' : `Shown as of ${shortTime(cachedAt, now)}, no connection.`;
  return mayWrite ? `${prefix} We will send your messages when you are back online.` : prefix;
}
