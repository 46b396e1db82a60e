import { INSPECT } from '@portal/mf-kit/override';
import { UserError } from '../errors';
import { signInspectLink } from '../registry/signatures';
import type { CommandContext } from '../registry/update-registry';
import { changeInfo, command } from './command';
import { portalUrl } from './stage';

const HOUR_MS = 3_600_000;
/** A link has no other end than its time and a new ops key. */
const MOST_HOURS = 24;
const DEFAULT_HOURS = 8;

/** Signs the token of a link that allows the panel "Why this version?" in one browser, for hours from now. */
export async function inspectLink({ ops, now }: Pick<CommandContext, 'ops' | 'now'>, by: string, hours: number): Promise<string> {
  if (!(hours > 0 && hours <= MOST_HOURS)) throw new UserError(`--hours is above 0 and at most ${MOST_HOURS}`);
  return signInspectLink(by, new Date(now().getTime() + hours * HOUR_MS), ops);
}

export const inspectLinkCommand = command({
  name: 'inspect-link',
  summary: 'Prints a link that allows the panel "Why this version?" in one browser of a production portal.',
  options: { hours: { value: 'n', about: `its end, from now (${DEFAULT_HOURS}, at most ${MOST_HOURS})` } },
  needsOpsToken: true,
  readOnly: true,
  async run(context, _names, options) {
    const token = await inspectLink(context, changeInfo(options, '').by, Number(options.hours ?? DEFAULT_HOURS));
    const link = `${portalUrl()}/?${INSPECT}=${token}`;
    return { text: link, data: { link } };
  },
});
