import { dayAndTime } from '@portal/contracts/_kernel/formats';
import type { Sos } from '@portal/contracts/shifts/shifts.shapes';
import type { SosLine } from '../../platform/env';
import { send } from '../../platform/work/outgoing';
import * as alerts from './sos.repository';

/** What messages about an SOS are about, for whoever hears of their receipt. */
export const SOS = 'sos';

let line: SosLine = { first: [], next: [], afterMinutes: 3 };

/** Says who is called; `PORTAL_SOS_TO`, `PORTAL_SOS_NEXT` and `PORTAL_SOS_MINUTES`. Called once at the start. */
export function callForHelp(to: SosLine): void {
  line = to;
}

/** How long an SOS may stay without an answer before others are called, and again each time. */
export const patienceMinutes = (): number => line.afterMinutes;

/** Where it was pressed, in degrees; null when the phone did not know. */
export const placeOf = ({ lat, long }: Sos) => (lat === null || long === null ? null : `${lat}, ${long}`);

async function call(
  guardId: string,
  whom: readonly string[],
  subject: string,
  body: string,
  about: { domain: string; id: string } | undefined,
): Promise<void> {
  for (const to of whom) {
    const text = to.includes('@')
      ? { channel: 'mail' as const, subject, body }
      : { channel: 'sms' as const, subject, body: `${subject}\n${body}` };
    await send({ ...text, to, guardId, isUrgent: true, ...(about && { about }) });
  }
}

/**
 * Calls the operator's people with all that they need to act, in the transaction around it: whoever was called so far, or the `next` ones.
 * Only a call for help counts as one that reached them.
 */
export async function callTeam(what: string, sosId: string, who: 'called' | 'next' = 'called'): Promise<void> {
  const sos = await alerts.callOf(sosId);
  if (!sos) return;
  const called = sos.isPassedOn ? [...new Set([...line.first, ...line.next])] : line.first;
  const body = `Pressed ${dayAndTime(sos.at)} UTC, received ${dayAndTime(sos.receivedAt)} UTC.\nMobile: ${sos.mobile}\nSite: ${sos.site}\nWhere: ${placeOf(sos) ?? 'position unknown'}\nAcknowledge: npm run staff -- ack-sos ${sosId}`;
  const about = sos.isActive ? { domain: SOS, id: sosId } : undefined;
  await call(sos.guardId, who === 'next' ? line.next : called, `${what}: ${sos.name}, ${sos.jobTitle}`, body, about);
}
