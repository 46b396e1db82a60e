import type { Notice } from '@portal/contracts/_kernel/event';
import { now } from '../clock';

type ReadMissed = (guardId: string, since: Date) => Promise<Notice[]>;
let readMissed: ReadMissed = async () => [];

/** Sets the function that reads the notices of a guard since an instant. Called once at the start. */
export function readMissedNoticesBy(read: ReadMissed): void {
  readMissed = read;
}

/** Older notices are only in the list of alerts. */
const WITHIN_MS = 10 * 60_000;

/**
 * The notices since `since` of a handshake (ISO 8601 text), which counts as 10 minutes ago if it is earlier. Empty if `since` is no instant or is in
 * the future.
 */
export async function missedNotices(guardId: string, since: unknown): Promise<Notice[]> {
  const at = typeof since === 'string' ? Date.parse(since) : Number.NaN;
  if (!(at <= now().getTime())) return [];
  return readMissed(guardId, new Date(Math.max(at, now().getTime() - WITHIN_MS)));
}
