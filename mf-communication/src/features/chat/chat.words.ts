import { addDays, torontoDate } from '@portal/contracts/_kernel/clock';
import { localDay, localTime } from '@portal/contracts/_kernel/formats';
import { staffMember } from '@portal/contracts/chat/chat.rules';
import type { Message, Room } from '@portal/contracts/chat/chat.shapes';

/** Days by their hour: the site's offset is whole hours, and a list asks for the same day thousands of times. */
const days = new Map<string, string>();
function dayOf(instant: string): string {
  const hour = instant.slice(0, 13);
  const known = days.get(hour) ?? localDay(instant);
  days.set(hour, known);
  return known;
}

/** `Today`, `Yesterday`, or the day at the site. */
export function dayWord(instant: string, now: Date): string {
  const day = dayOf(instant);
  if (day === dayOf(now.toISOString())) return 'Today';
  if (day === dayOf(`${addDays(torontoDate(now), -1)}T17:00:00Z`)) return 'Yesterday';
  return day;
}

/** The time of today, the day of before. */
export const shortTime = (instant: string, now: Date): string => {
  const day = dayWord(instant, now);
  return day === 'Today' ? localTime(instant) : day.replace(/^\w+, |, \d{4}$/g, '');
};

/** Who wrote the last message of a room, in front of it; nothing for the portal itself. */
export function senderWord({ participants }: Room, senderId: string, me: string): string {
  if (senderId === me) return 'You: ';
  if (senderId === staffMember._id) return `${staffMember.firstName}: `;
  const name = participants.find(({ _id }) => _id === senderId)?.firstName;
  return name ? `${name}: ` : '';
}

/** "Ada, Sam and Guard Portal team", without the guard themselves. */
export function peopleOf({ participants }: Room, me: string): string {
  const names = participants
    .filter(({ _id }) => _id !== me)
    .map(({ _id, firstName, lastName }) => (_id === staffMember._id ? `${firstName} ${lastName}` : firstName));
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** How far a message of the guard's own has come, as the others' marks and the deliveries tell. */
export function receiptOf(
  { id, timeStamp }: Message,
  { marks, participants }: Pick<Room, 'marks' | 'participants'>,
  delivered: ReadonlySet<string>,
): string {
  const at = Date.parse(timeStamp);
  const reaches = (mark: string | null) => mark !== null && Date.parse(mark) >= at;
  const readers = marks.filter(({ read }) => reaches(read));
  const [reader] = readers;
  if (reader) {
    if (readers.length === marks.length) return 'Read';
    const name = participants.find(({ _id }) => _id === reader.userId)?.firstName;
    return readers.length === 1 && name ? `Read by ${name}` : `Read by ${readers.length} of ${marks.length}`;
  }
  return delivered.has(id) || marks.some((mark) => reaches(mark.delivered)) ? 'Delivered' : 'Sent';
}
