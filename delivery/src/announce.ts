import { LONGEST } from '@portal/mf-kit/announcement';
import type { Announcement } from '@portal/mf-kit/module';
import { type Desk, decide, makeLive, type Order, type Outcome } from './desk';
import { Refusal } from './refusal';
import { nextWithAnnouncement } from './registry';

const HOUR_MS = 3_600_000;
const MOST_HOURS = 14 * 24;

function readText(given: string): string {
  const text = given.trim().replace(/\s+/g, ' ');
  if (text === '') throw new Refusal('announce what? portal announce "The portal is away from 02:00 to 02:30" --hours 8');
  if (text.length > LONGEST) throw new Refusal(`that is ${text.length} characters; at most ${LONGEST} fit above a page`);
  return text;
}

/** No module changes, so the gate is skipped: announcements are needed while the API is down. */
const say = (desk: Desk, of: (at: Date) => Announcement | null, order: Order): Promise<Outcome> =>
  decide(desk, [], async (text, registry) => {
    if (!registry) throw new Refusal('nothing is active yet: there is no page to say it on');
    const at = desk.now();
    const announcement = of(at);
    if (!announcement && !registry.announcement) throw new Refusal('nothing is announced');
    const next = nextWithAnnouncement(registry, announcement, at.toISOString());
    const made = await makeLive(desk, text, next, { by: order.by, why: order.why, changes: [] });
    return { ...made, changes: [] };
  });

/** Shows a text above every page, including open ones, for `hours` or until it is ended. Replaces an earlier announcement. */
export function announce(desk: Desk, given: string, hours: number, order: Order): Promise<Outcome> {
  const text = readText(given);
  if (!(hours > 0 && hours <= MOST_HOURS)) throw new Refusal(`--hours is above 0 and at most ${MOST_HOURS}`);
  const of = (at: Date) => ({
    text,
    until: new Date(at.getTime() + hours * HOUR_MS).toISOString(),
    by: order.by,
    at: at.toISOString(),
  });
  return say(desk, of, order);
}

/** Removes the announcement from every page. Throws if there is none. */
export const endAnnouncement = (desk: Desk, order: Order): Promise<Outcome> => say(desk, () => null, order);
