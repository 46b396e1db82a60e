import { Readable } from 'node:stream';
import { copy } from '@portal/contracts/_kernel/copy';
import type { Output } from '@portal/contracts/_kernel/endpoint';
import { BASE } from '@portal/contracts/_kernel/endpoint';
import { calendarMessages, type makeFeed, readFeed, type showFeed } from '@portal/contracts/calendar/calendar.endpoints';
import { calendarOf, calendarType } from '@portal/contracts/calendar/calendar.ics';
import { fromNow, nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import type { StoredFile } from '../../platform/http/routes';
import { withAccessRecheck } from '../../platform/identity/recheck-access';
import { newToken, sha256 } from '../../platform/identity/secrets';
import { isActive, type SignedIn } from '../../platform/identity/sessions';
import { notifyChanged } from '../../platform/live/realtime';
import * as calendar from './calendar.repository';

/** Shifts that ended longer ago are not in the calendar. */
const PAST_MS = 60 * 86_400_000;

const hashOf = (token: string) => sha256(token).toString('hex');

/** Whether the guard has a feed, since when, and when a calendar last read it. */
export const show = async (guardId: string): Promise<Output<typeof showFeed>> => ({ feed: await calendar.feedOf(guardId) });

/** Makes the guard's feed under a new address below `portalUrl`, and ends the previous one. 401 when another call ended the session. */
export async function make({ id, sessionId }: Pick<SignedIn, 'id' | 'sessionId'>, portalUrl: string): Promise<Output<typeof makeFeed>> {
  const token = newToken();
  const isMade = await withAccessRecheck(
    id,
    () => isActive(sessionId),
    async (way) => {
      await calendar.putFeed(way, hashOf(token), nowText());
      notifyChanged(id, 'calendar');
      return true;
    },
  );
  if (!isMade) fail(401, copy.sessionExpired);
  return { url: `${portalUrl.replace(/\/$/, '')}${BASE}${readFeed.path.replace(':token', `${token}.ics`)}` };
}

/** Ends the feed. */
export const revoke = (guardId: string): Promise<void> =>
  transaction(async () => {
    await lock({ guard: guardId });
    await calendar.deleteFeed(guardId);
    notifyChanged(guardId, 'calendar');
  });

/** The calendar of the guard who has this address. 404 for any other. */
export async function read(token: string): Promise<StoredFile> {
  const guardId = await calendar.readBy(hashOf(token.replace(/\.ics$/, '')), nowText());
  if (!guardId) return fail(404, calendarMessages.gone);
  const text = Buffer.from(calendarOf(await calendar.shiftsSince(guardId, fromNow(-PAST_MS)), nowText()));
  return {
    stream: Readable.from([text]),
    savedAs: 'shifts.ics',
    contentType: calendarType,
    bytes: text.byteLength,
    isPrivate: true,
    isLive: true,
  };
}
