import { localTime } from '@portal/contracts/_kernel/formats';
import type { Sos } from '@portal/contracts/shifts/shifts.shapes';
import type { WriteEntry } from '@portal/mf-kit/portal';
import { isUnsent } from '@portal/mf-kit/useWaiting';
import { SOS_ON } from '../shifts.queries';

export interface SosView {
  isOn: boolean;
  tone: 'quiet' | 'waiting' | 'sent' | 'acknowledged' | 'failed';
  /** Never more than what the server confirmed. */
  line: string;
  /** It will not go out by itself: whoever needs help has to say so again. */
  lapsed: WriteEntry | null;
}

const isOnEntry = ({ what }: WriteEntry) => what === SOS_ON;

function confirmed(sos: readonly Sos[]): SosView {
  const [last] = [...sos].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  if (!last) return { isOn: false, tone: 'quiet', line: 'Not sent', lapsed: null };
  if (!last.isActive) return { isOn: false, tone: 'quiet', line: `Turned off ${localTime(last.endedAt ?? last.at)}`, lapsed: null };
  return last.state === 'acknowledged'
    ? { isOn: true, tone: 'acknowledged', line: `Acknowledged ${localTime(last.acknowledgedAt ?? last.at)}`, lapsed: null }
    : { isOn: true, tone: 'sent', line: `Sent ${localTime(last.receivedAt)}`, lapsed: null };
}

const WAITING = 'Not sent yet. It waits on this phone and goes out as soon as there is signal.';
const LATE = 'Not sent: it waited longer than 15 minutes. Do you still need help?';

function lapsedView(entry: WriteEntry, before: SosView): SosView {
  const reason = entry.expired ? LATE : `Not sent: ${entry.failure?.userMessage ?? 'it was refused.'}`;
  if (isOnEntry(entry)) return { ...before, tone: 'failed', line: before.isOn ? before.line : reason, lapsed: entry };
  return { ...before, line: `${before.line}. Turning it off did not work.`, lapsed: entry };
}

/**
 * What the SOS button may say: from what the server had at `readAt`, and what this phone has sent or still holds.
 * `entries` are the SOS writes of the shift, oldest first.
 */
export function sosView(sos: readonly Sos[], entries: readonly WriteEntry[], readAt: string): SosView {
  const before = confirmed(sos);
  const last = entries.at(-1);
  if (!last) return before;
  const wasOn = before.isOn || entries.some((entry) => isOnEntry(entry) && isUnsent(entry));
  if (last.state === 'failed') return lapsedView(last, before);
  if (last.state === 'sent') {
    const isRead = Date.parse(last.sentAt ?? '') <= Date.parse(readAt);
    if (isRead) return before;
    const at = localTime(last.sentAt ?? last.createdAt);
    return isOnEntry(last)
      ? { isOn: true, tone: 'sent', line: `Sent ${at}`, lapsed: null }
      : { isOn: false, tone: 'quiet', line: `Turned off ${at}`, lapsed: null };
  }
  if (!isOnEntry(last))
    return { ...before, isOn: wasOn, line: `${wasOn ? `${before.line}. ` : ''}Turning off waits on this phone.`, lapsed: null };
  return before.tone === 'acknowledged' || before.tone === 'sent'
    ? before
    : { isOn: true, tone: 'waiting', line: last.state === 'sending' ? 'Sending' : WAITING, lapsed: null };
}
