import type { LiveNotice } from '@portal/contracts/_kernel/event';
import { now } from '../clock';
import { currentServices } from '../context';

/** Older notices are only in the list of alerts. */
const WITHIN_MS = 10 * 60_000;

/**
 * The notices since `since` of a handshake (ISO 8601 text), which counts as 10 minutes ago if it is earlier. Empty if `since` is no instant or is in
 * the future.
 */
export async function missedNotices(guardId: string, since: unknown): Promise<LiveNotice[]> {
  const at = typeof since === 'string' ? Date.parse(since) : Number.NaN;
  if (!(at <= now().getTime())) return [];
  return currentServices().hooks.missedNotices(guardId, new Date(Math.max(at, now().getTime() - WITHIN_MS)));
}
