import { LONGEST } from '@portal/mf-kit/announcement';
import type { Announcement } from '@portal/mf-kit/module';
import { UserError } from '../errors';
import { nextWithAnnouncement } from '../registry/next-registry';
import { type ChangeInfo, type ChangeResult, type CommandContext, updateRegistry, writeRevision } from '../registry/update-registry';
import { changeInfo, command, formatOutcome, whyOption } from './command';

const HOUR_MS = 3_600_000;
const MOST_HOURS = 14 * 24;

function readText(given: string): string {
  const text = given.trim().replace(/\s+/g, ' ');
  if (text === '') throw new UserError('announce what? portal announce "The portal is away from 02:00 to 02:30" --hours 8');
  if (text.length > LONGEST) throw new UserError(`that is ${text.length} characters; at most ${LONGEST} fit above a page`);
  return text;
}

/** No module changes, so the gate is skipped: announcements are needed while the API is down. */
const writeAnnouncement = (context: CommandContext, of: (at: Date) => Announcement | null, info: ChangeInfo): Promise<ChangeResult> =>
  updateRegistry(context, [], async (text, registry) => {
    if (!registry) throw new UserError('nothing is active yet: there is no page to say it on');
    const at = context.now();
    const announcement = of(at);
    if (!announcement && !registry.announcement) throw new UserError('nothing is announced');
    const next = nextWithAnnouncement(registry, announcement, at.toISOString());
    const made = await writeRevision(context, text, next, { by: info.by, why: info.why, changes: [] });
    return { ...made, changes: [] };
  });

/** Shows a text above every page, including open ones, for `hours` or until it is ended. Replaces an earlier announcement. */
export function announce(context: CommandContext, given: string, hours: number, info: ChangeInfo): Promise<ChangeResult> {
  const text = readText(given);
  if (!(hours > 0 && hours <= MOST_HOURS)) throw new UserError(`--hours is above 0 and at most ${MOST_HOURS}`);
  const of = (at: Date) => ({
    text,
    until: new Date(at.getTime() + hours * HOUR_MS).toISOString(),
    by: info.by,
    at: at.toISOString(),
  });
  return writeAnnouncement(context, of, info);
}

/** Removes the announcement from every page. Throws if there is none. */
export const endAnnouncement = (context: CommandContext, info: ChangeInfo): Promise<ChangeResult> =>
  writeAnnouncement(context, () => null, info);

export const announceCommand = command({
  name: 'announce',
  summary: 'Shows a text on every page until its hours end.',
  arguments: '[text]',
  options: {
    hours: { value: 'n', about: 'its end, from now (8)' },
    stop: { about: 'removes the text from every page' },
    ...whyOption,
  },
  needsOpsToken: true,
  async run(context, [text = ''], options) {
    if (options.stop && text) throw new UserError('either new words or --stop');
    if (options.stop) return formatOutcome(await endAnnouncement(context, changeInfo(options, 'no longer announced')));
    return formatOutcome(await announce(context, text, Number(options.hours ?? 8), changeInfo(options, `announced: ${text}`)));
  },
});
