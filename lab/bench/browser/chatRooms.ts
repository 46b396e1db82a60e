import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { listChats, writeChat } from '@portal/contracts/chat/chat.staff';
import { Staff } from '../../../e2e/support/staff';
import type { Lab } from '../lab';

const AT_ONCE = 12;

export interface Room {
  roomId: string;
  /** Texts of its oldest and newest message. */
  first: string;
  last: string;
}

/** Sends `count` messages in a job's chat as staff; the first and the last one are sent alone to fix their order. */
async function fill(staff: Staff, jobId: string, count: number): Promise<void> {
  const say = (line: number) => staff.call(writeChat, { jobId, message: textOf(line, count) });
  await say(1);
  for (let line = 2; line < count; line += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - line) }, (_, index) => say(line + index)));
  await say(count);
}
const textOf = (line: number, of: number) => `Round ${line} of ${of}. ${'All is quiet here. '.repeat(line % 5)}`.trim();

const roomsOf = (page: Page) =>
  page
    .locator(`main a[href^="${chatPaths.rooms()}?room="]`)
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('room')));

/** Adds messages to rooms of the demo guard, in the order of the counts. `page` shows the guard's chats. */
export async function fillRooms(lab: Lab, page: Page, counts: readonly number[]): Promise<Room[]> {
  const { url } = await lab.composed();
  const staff = new Staff(url, readFileSync(join(lab.folder, 'composed/staff-token'), 'utf8').trim());
  const mine = await roomsOf(page);
  const { docs } = await staff.call(listChats, { page: 1, limit: 50 });
  const open = docs.filter(({ roomId, isClosed }) => !isClosed && mine.includes(roomId));
  if (open.length < counts.length) throw new Error(`the demo guard has ${open.length} open chats, ${counts.length} are needed`);
  const rooms: Room[] = [];
  for (const [index, count] of counts.entries()) {
    const { jobId = '', roomId = '' } = open[index] ?? {};
    lab.say(`${count} messages in a chat`);
    await fill(staff, jobId, count);
    rooms.push({ roomId, first: textOf(1, count), last: textOf(count, count) });
  }
  return rooms;
}
