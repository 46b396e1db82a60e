import type { Registry } from './module';

export const LONGEST = 200;
export const ANNOUNCEMENT_LABEL = 'Announcement';

/** The words that stand on every page at this time (ms); null when there are none, or no longer. */
export const announced = ({ announcement }: Pick<Registry, 'announcement'>, now: number): string | null =>
  announcement && Date.parse(announcement.until) > now ? announcement.text : null;
