import { localTime, type Zone } from '@portal/contracts/_kernel/formats';
import type { Sos } from '@portal/contracts/shifts/shifts.shapes';
import type { WriteEntry } from '@portal/mf-kit/portal';
import { isUnsent } from '@portal/mf-kit/useOutboxEntries';
import { SOS_ON } from '../shifts.queries';

type Tone = 'quiet' | 'waiting' | 'sent' | 'acknowledged' | 'failed';
export interface SosView {
  isOn: boolean;
  tone: Tone;
  /** Never more than what the server confirmed. */
  state: string;
  /** What else there is to say. */
  detail: string;
  /** It will not go out by itself: whoever needs help has to say so again. */
  expiredEntry: WriteEntry | null;
}

const view = (isOn: boolean, tone: Tone, state: string, detail = '', expiredEntry: WriteEntry | null = null): SosView => ({
  isOn,
  tone,
  state,
  detail,
  expiredEntry,
});
const UNANSWERED = 'Not acknowledged yet.';
const TELLING = 'We are telling our team.';
const reached = (at: string, zone: Zone) => `Reached our team ${localTime(at, zone)}`;

/** Sent is what the server has; that it reached the team is said only after a receipt, and by an API that knows of receipts. */
const sent = (at: string, reachedAt: string | null | undefined, zone: Zone) => {
  const receipt = reachedAt ? reached(reachedAt, zone) : reachedAt === null ? TELLING : '';
  return view(true, 'sent', `Sent ${localTime(at, zone)}`, `${receipt} ${UNANSWERED}`.trim());
};
const off = (at: string, zone: Zone) => view(false, 'quiet', `Turned off ${localTime(at, zone)}`);

const acknowledged = ({ at, acknowledgedAt, acknowledgedBy }: Sos, zone: Zone) => {
  const time = localTime(acknowledgedAt ?? at, zone);
  return acknowledgedBy ? `Acknowledged by ${acknowledgedBy} at ${time}` : `Acknowledged ${time}`;
};

const isOnEntry = ({ what }: WriteEntry) => what === SOS_ON;

function confirmed(sos: readonly Sos[], zone: Zone): SosView {
  // Of two of the same instant the one that is on counts: the other one ended as it was pressed again.
  const last = sos.find(({ isActive }) => isActive) ?? [...sos].sort((one, other) => Date.parse(other.at) - Date.parse(one.at))[0];
  if (!last) return view(false, 'quiet', 'Not sent');
  if (!last.isActive) return off(last.endedAt ?? last.at, zone);
  if (last.state === 'sent') return sent(last.receivedAt, last.reachedAt, zone);
  return view(true, 'acknowledged', acknowledged(last, zone), 'Our team knows about it.');
}

const STILL_ON = 'The SOS before it is still on.';
const LATE = 'It waited longer than 15 minutes. Do you still need help?';

function lapsedView(entry: WriteEntry, before: SosView): SosView {
  const reason = entry.expired ? LATE : (entry.failure?.userMessage ?? '');
  if (!isOnEntry(entry))
    return { ...before, detail: `Turning it off did not work. ${entry.expired ? '' : reason}`.trim(), expiredEntry: entry };
  if (!before.isOn) return view(false, 'failed', 'Not sent', reason, entry);
  return before.tone === 'acknowledged'
    ? view(true, 'failed', 'Not sent', `${reason} ${STILL_ON}`.trim(), entry)
    : { ...before, expiredEntry: entry };
}

function unsentView(entry: WriteEntry, entries: readonly WriteEntry[], before: SosView): SosView {
  if (!isOnEntry(entry)) {
    const isOn = before.isOn || entries.some((one) => isOnEntry(one) && isUnsent(one));
    return { ...before, isOn, detail: 'Turning it off is waiting on this phone.' };
  }
  // After one that was acknowledged it is a call of its own, which the team does not have yet.
  if (before.isOn && before.tone !== 'acknowledged') return before;
  if (entry.state === 'sending') return view(true, 'waiting', 'Sending');
  return view(true, 'waiting', 'Not sent yet', 'It is saved on this phone, and will be sent when the portal can be reached.');
}

/**
 * What the SOS button may say: from what the server had at `readAt`, and what this phone has sent or still holds.
 * `entries` are the SOS writes of the shift, oldest first; times are those of its site.
 */
export function sosView(sos: readonly Sos[], entries: readonly WriteEntry[], readAt: string, zone?: Zone): SosView {
  const before = confirmed(sos, zone);
  const last = entries.at(-1);
  if (!last) return before;
  if (last.state === 'failed') return lapsedView(last, before);
  if (last.state !== 'sent') return unsentView(last, entries, before);
  const sentAt = last.sentAt ?? last.createdAt;
  if (Date.parse(sentAt) <= Date.parse(readAt)) return before;
  return isOnEntry(last) ? sent(sentAt, undefined, zone) : off(sentAt, zone);
}
