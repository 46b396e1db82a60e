import type { Page } from '@playwright/test';
import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { fillRooms, type Room } from '../browser/chatRooms';
import { timeClick } from '../browser/clickClock';
import { runLike } from '../browser/phone';
import { openPage, type Site } from '../browser/visit';
import type { Entry } from '../entry';
import { estimateRatio } from '../estimate';
import type { PhoneLab } from '../lab';
import { measureInTurn, timesAgainstMonolith } from '../monolithRatio';
import { median, ms, worst } from '../numbers';
import { shuffle } from '../random';

const FEW = 100;
const MANY = 10_000;
const LONG = 2_000;
/** Scroll speed of a fast swipe. */
const PIXELS_A_FRAME = 120;

/** Rooms by the folder of the run. */
const filled = new Map<string, Promise<Room[]>>();

/** Opens the guard's chats at the phone's CPU speed. The rooms are filled once for both figures. */
async function onChats<T>(lab: PhoneLab, site: Site, work: (page: Page, rooms: Room[]) => Promise<T>): Promise<T> {
  const { context, page, cdp } = await openPage(await lab.browser(), site, true);
  try {
    await page.goto(chatPaths.rooms());
    await page.locator('main ul[aria-label="Chats"] a').first().waitFor();
    const making = filled.get(lab.folder) ?? fillRooms(lab, page, [FEW, LONG, MANY]);
    filled.set(lab.folder, making);
    const rooms = await making;
    await page.reload();
    await page.locator('main ul[aria-label="Chats"] a').first().waitFor();
    await page.waitForLoadState('networkidle');
    await runLike(lab.phone, cdp);
    return await work(page, rooms);
  } finally {
    await context.close();
  }
}

/** Runs in the page: true when the message is visible in the log. */
function isInView(text: string): boolean {
  const log = document.querySelector('main [role="log"]');
  const found = [...(log?.querySelectorAll('article') ?? [])].find((one) => one.textContent?.includes(text));
  return !!log && !!found && found.getBoundingClientRect().bottom <= log.getBoundingClientRect().bottom + 1;
}

const openRoom = (page: Page, { roomId }: Room) => page.locator(`main a[data-room="${roomId}"]`).click();

const timeOpening = (page: Page, room: Room): Promise<number> =>
  timeClick(page, { isShown: isInView, argument: room.last, click: () => openRoom(page, room) });

const chatHistory: Entry = {
  id: 'chat-history',
  what: 'Chat: from opening a room of 10,000 messages to its painted newest message / the same with 100, medians',
  on: 'phone',
  unit: 'times',
  atMost: 1.5,
  async measure(lab) {
    const site = await lab.composed();
    const took = { few: [] as number[], many: [] as number[] };
    for (let run = 1; run <= lab.runs; run++) {
      lab.say(`rooms opened, page ${run}`);
      // A new page for each, so that cached data of one does not speed up the other.
      for (const which of shuffle(lab.random, ['few', 'many'] as const))
        await onChats(
          lab,
          site,
          async (page, [few, , many]) => void took[which].push(await timeOpening(page, { few, many }[which] as Room)),
        );
    }
    return {
      ...estimateRatio(lab.random, took.many, took.few, median),
      detail: `${FEW} messages ${ms(median(took.few))}, ${MANY} messages ${ms(median(took.many))}`,
    };
  },
};

interface Read {
  longest: number;
  long: number;
  frames: number;
  isAtBeginning: boolean;
}

/** Runs in the page: scrolls up to the first created message, and records every task over 50 ms on the way. */
function readUpward({ until, step, most }: { until: string; step: number; most: number }): Promise<Read> {
  const log = document.querySelector('main [role="log"]') as HTMLElement;
  const read: Read = { longest: 0, long: 0, frames: 0, isAtBeginning: false };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      read.long += 1;
      read.longest = Math.max(read.longest, duration);
    }
  }).observe({ type: 'longtask' });
  return new Promise((resolve) => {
    const frame = () => {
      read.frames += 1;
      read.isAtBeginning = log.textContent?.includes(until) ?? false;
      if (read.isAtBeginning || read.frames > most) return resolve(read);
      log.scrollTop -= step;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

const MANY_FRAMES = 20_000;

/** At most this many runs, because one takes long. */
const READ_AT_MOST = 3;

const read = (lab: PhoneLab, site: Site): Promise<Read> =>
  onChats(lab, site, async (page, [, room]) => {
    await timeOpening(page, room as Room);
    const found = await page.evaluate(readUpward, { until: room?.first ?? '', step: PIXELS_A_FRAME, most: MANY_FRAMES });
    if (!found.isAtBeginning) throw new Error(`${site.name}: the beginning of the chat was not reached`);
    return found;
  });

const chatScroll: Entry = {
  id: 'chat-scroll',
  what: 'Chat: the longest task while a room of 2,000 messages is scrolled up to its beginning (0: none over 50 ms)',
  on: 'phone',
  unit: 'ms',
  atMost: 50,
  async measure(lab) {
    const asked = {
      what: 'a chat is read upward',
      rounds: Math.min(READ_AT_MOST, lab.runs),
      screens: [{ path: chatPaths.rooms(), asGuard: true }],
    };
    const { composed, monolith } = await measureInTurn(lab, asked, (site) => read(lab, site));
    const longest = (reads: Read[]) => reads.map((one) => one.longest);
    const { detail, ...figure } = timesAgainstMonolith(lab, { composed: longest(composed), monolith: longest(monolith) }, worst);
    const each = composed.map(({ frames, long }) => `${frames} frames with ${long} tasks over 50 ms`);
    return { ...figure, detail: `${LONG} messages: ${each.join(', ')}; ${detail}` };
  },
};

export const chatRoom: readonly Entry[] = [chatHistory, chatScroll];
