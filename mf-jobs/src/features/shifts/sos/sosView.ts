import { exactTime, withinText } from '@portal/contracts/_kernel/exactness';
import { localTime, type Zone } from '@portal/contracts/_kernel/formats';
import type { Sos } from '@portal/contracts/shifts/shifts.shapes';
import type { WriteEntry } from '@portal/mf-kit/portal';
import { isUnsent } from '@portal/mf-kit/useOutboxEntries';
import { SOS_ON } from '../shifts.queries';

type Tone = 'quiet' | 'waiting' | 'sent' | 'acknowledged' | 'failed';
export interface SosView {
  isOn: boolean;
  tone: Tone;
  /** Contains only facts that the server confirmed. */
  state: string;
  /** Further information below the state. */
  detail: string;
  /** This SOS is not sent automatically: the guard must confirm it again. */
  expiredEntry: WriteEntry | null;
}

const view = (isOn: boolean, tone: Tone, state: string, detail = '', expiredEntry: WriteEntry | null = null): SosView => ({
  isOn,
  tone,
  state,
  detail,
  expiredEntry,
});
const NOT_ACKNOWLEDGED = 'Not acknowledged yet.';
const NOTIFYING_TEAM = 'We are telling our team.';
const reachedText = (at: string, zone: Zone) => `Reached our team ${localTime(at, zone)}`;

/** "Sent" means that the server has the SOS. "Reached" needs a receipt, which the previous API does not send. */
const sentView = (at: string, reachedAt: string | null | undefined, zone: Zone) => {
  const receipt = reachedAt ? reachedText(reachedAt, zone) : reachedAt === null ? NOTIFYING_TEAM : '';
  return view(true, 'sent', `Sent ${localTime(at, zone)}`, `${receipt} ${NOT_ACKNOWLEDGED}`.trim());
};
/** The press of an SOS, if its time is less exact than a minute. */
const pressedText = ({ at, withinMs, reason }: Sos, zone: Zone) =>
  reason === 'no-answer' || withinText(withinMs) === null ? '' : ` Pressed ${exactTime(at, zone, withinMs)}.`;

const offView = (at: string, zone: Zone) => view(false, 'quiet', `Turned off ${localTime(at, zone)}`);

const acknowledgedText = ({ at, acknowledgedAt, acknowledgedBy }: Sos, zone: Zone) => {
  const time = localTime(acknowledgedAt ?? at, zone);
  return acknowledgedBy ? `Acknowledged by ${acknowledgedBy} at ${time}` : `Acknowledged ${time}`;
};

const isOnEntry = ({ what }: WriteEntry) => what === SOS_ON;

function confirmedView(sos: readonly Sos[], zone: Zone): SosView {
  // Of two calls at the same instant the active one counts, because the second press ended the other.
  const last =
    sos.find(({ isActive }) => isActive) ?? [...sos].sort((candidate, other) => Date.parse(other.at) - Date.parse(candidate.at))[0];
  if (!last) return view(false, 'quiet', 'Not sent');
  if (!last.isActive) return offView(last.endedAt ?? last.at, zone);
  if (last.state === 'sent') {
    const sent = sentView(last.receivedAt, last.reachedAt, zone);
    return { ...sent, detail: sent.detail + pressedText(last, zone) };
  }
  return view(true, 'acknowledged', acknowledgedText(last, zone), 'Our team knows about it.');
}

const STILL_ON = 'The SOS before it is still on.';
const EXPIRED = 'It waited longer than 15 minutes. Do you still need help?';

function expiredView(entry: WriteEntry, confirmed: SosView): SosView {
  const reason = entry.expired ? EXPIRED : (entry.failure?.userMessage ?? '');
  if (!isOnEntry(entry))
    return { ...confirmed, detail: `Turning it off did not work. ${entry.expired ? '' : reason}`.trim(), expiredEntry: entry };
  if (!confirmed.isOn) return view(false, 'failed', 'Not sent', reason, entry);
  return confirmed.tone === 'acknowledged'
    ? view(true, 'failed', 'Not sent', `${reason} ${STILL_ON}`.trim(), entry)
    : { ...confirmed, expiredEntry: entry };
}

function unsentView(entry: WriteEntry, entries: readonly WriteEntry[], confirmed: SosView): SosView {
  if (!isOnEntry(entry)) {
    const isOn = confirmed.isOn || entries.some((candidate) => isOnEntry(candidate) && isUnsent(candidate));
    return { ...confirmed, isOn, detail: 'Turning it off is waiting on this phone.' };
  }
  // After an acknowledged call this is a new call, which the team does not have yet.
  if (confirmed.isOn && confirmed.tone !== 'acknowledged') return confirmed;
  if (entry.state === 'sending') return view(true, 'waiting', 'Sending');
  return view(true, 'waiting', 'Not sent yet', 'It is saved on this phone, and will be sent when the portal can be reached.');
}

/**
 * The texts of the SOS panel, from the server's calls at `readAt` and the outbox. `entries` are the SOS writes of the shift, oldest first.
 * Times are in the zone of the site.
 */
export function sosView(sos: readonly Sos[], entries: readonly WriteEntry[], readAt: string, zone?: Zone): SosView {
  const confirmed = confirmedView(sos, zone);
  const last = entries.at(-1);
  if (!last) return confirmed;
  if (last.state === 'failed') return expiredView(last, confirmed);
  if (last.state !== 'sent') return unsentView(last, entries, confirmed);
  const sentAt = last.sentAt ?? last.createdAt;
  if (Date.parse(sentAt) <= Date.parse(readAt)) return confirmed;
  return isOnEntry(last) ? sentView(sentAt, undefined, zone) : offView(sentAt, zone);
}
