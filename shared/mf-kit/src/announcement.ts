import type { Registry } from './module';

export const LONGEST = 200;
export const ANNOUNCEMENT_LABEL = 'Announcement';

/** Returns the announcement for every page at `now` (ms); null if there is none or it has ended. */
export const announced = ({ announcement }: Pick<Registry, 'announcement'>, now: number): string | null =>
  announcement && Date.parse(announcement.until) > now ? announcement.text : null;
