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

/** No module changes, so the gate is not asked: an API that is away is what there is to announce. */
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

/** Stands above every page, also on open ones, for so many hours or until it is ended. A later one takes its place. */
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

/** Takes it off every page. Refuses when there is nothing to take off. */
export const endAnnouncement = (desk: Desk, order: Order): Promise<Outcome> => say(desk, () => null, order);
