import { randomUUID } from 'node:crypto';
import { withinText } from '@portal/contracts/_kernel/exactness';
import { dayAndTime, positionText } from '@portal/contracts/_kernel/formats';
import type { Sos } from '@portal/contracts/shifts/shifts.shapes';
import { sosPage } from '@portal/contracts/shifts/shifts.sos';
import type { SosContact } from '@portal/settings/lists';
import { now } from '../../platform/clock';
import { currentServices } from '../../platform/context';
import { queueMessage } from '../../platform/messages/message-queue';
import { signLink } from './link-tokens';
import * as links from './links.repository';
import type { NoticeKind } from './notices.repository';
import * as alerts from './sos.repository';

/** Messages about an SOS name this domain, so that their receipt is stored with the SOS. */
export const SOS = 'sos';
/** As long as an unanswered SOS is escalated. */
const LINK_LIVES_MS = 24 * 3_600_000;

/** Minutes without an acknowledgement after which an SOS is escalated, each time. */
export const escalateAfterMinutes = (): number => currentServices().env.sos.afterMinutes;

/** The position of the press, in degrees; null when the phone did not know it. */
export const placeOf = ({ lat, long }: Sos) => (lat === null || long === null ? null : positionText({ lat, long }));

const utc = (instant: string) => `${dayAndTime(instant)} UTC`;
const placeFact = (sos: Sos) => `Where: ${placeOf(sos) ?? 'position unknown'}${sos.placedAt ? ` at ${utc(sos.placedAt)}` : ''}`;

/** How the SOS came about, by lines of a message. */
function factsOf(sos: alerts.SosCall): string[] {
  const { at, receivedAt, endedAt, battery, answeredAt } = sos;
  const exactness = withinText(sos.withinMs);
  if (sos.reason !== 'no-answer') return [`Pressed ${utc(at)}${exactness ? ` (${exactness})` : ''}, received ${utc(receivedAt)}.`];
  return [
    `No answer to a welfare check, escalated ${utc(at)}.`,
    ...(answeredAt ? [`Answered late: ${utc(answeredAt)}, received ${utc(endedAt ?? answeredAt)}.`] : []),
    ...(endedAt && !answeredAt && !sos.isReplaced ? [`Ended by staff: ${utc(endedAt)}.`] : []),
    ...(battery === null || battery === undefined ? [] : [`Last known battery level: ${battery}%`]),
  ];
}

const subjects: Readonly<Record<NoticeKind, string>> = {
  call: 'SOS',
  again: 'SOS again',
  place: 'SOS, where it is',
  unanswered: 'SOS, no one has answered',
  over: 'SOS turned off',
};

const silenceSubject = (kind: NoticeKind, { answeredAt }: Sos): string => {
  if (kind === 'call') return 'SOS, no answer to a welfare check';
  if (kind !== 'over') return subjects[kind];
  return answeredAt ? 'SOS over, the welfare check was answered' : 'SOS over, staff ended the welfare check';
};
const subjectOf = (kind: NoticeKind, sos: Sos) => (sos.reason === 'no-answer' ? silenceSubject(kind, sos) : subjects[kind]);

const contactsFor = (kind: NoticeKind, isPassedOn: boolean): SosContact[] => {
  const { first, next } = currentServices().env.sos;
  if (kind === 'unanswered') return next;
  const called = isPassedOn ? [...first, ...next] : first;
  return [...new Map(called.map((contact) => [contact.to, contact])).values()];
};

/** Creates a separate link for this recipient. The message is erased once it was sent. */
async function makeLink(sosId: string, { to, name }: SosContact): Promise<string> {
  const created = now();
  // The expiry of a token is in whole seconds.
  const expiresAt = new Date(created.getTime() + LINK_LIVES_MS - created.getMilliseconds()).toISOString();
  const id = randomUUID();
  const token = await signLink(id, expiresAt);
  await links.insert({ id, sosId, recipient: to, name, createdAt: created.toISOString(), expiresAt });
  return currentServices().env.portalUrl + sosPage(token);
}

/** Without the portal's public address no link can be opened from a phone. */
const wayToAcknowledge = async (sosId: string, contact: SosContact) =>
  currentServices().env.portalUrl ? makeLink(sosId, contact) : `npm run staff -- ack-sos ${sosId}`;

/**
 * Sends the dispatchers all that they need to act, in the surrounding transaction: the contacts that got the first message, or the next contacts when
 * the SOS is unanswered. While it is not acknowledged, each message has a separate link. Only a call for help counts for `reachedAt`.
 */
export async function alertTeam(kind: NoticeKind, sosId: string): Promise<void> {
  const sos = await alerts.callOf(sosId);
  const isAnswered = sos === null || sos.acknowledgedAt !== null || sos.endedAt !== null;
  if (sos === null || (kind === 'unanswered' && isAnswered)) return;
  const subject = `${subjectOf(kind, sos)}: ${sos.name}, ${sos.jobTitle}`;
  const facts = [...factsOf(sos), `Mobile: ${sos.mobile}`, `Site: ${sos.site}`, placeFact(sos)].join('\n');
  const about = kind === 'over' ? {} : { about: { domain: SOS, id: sosId } };
  for (const contact of contactsFor(kind, sos.isPassedOn)) {
    const way = sos.acknowledgedAt === null ? await wayToAcknowledge(sosId, contact) : null;
    const body = way === null ? facts : `${facts}\nAcknowledge: ${way}`;
    const { to } = contact;
    const text = to.includes('@') ? { channel: 'mail' as const, body } : { channel: 'sms' as const, body: `${subject}\n${body}` };
    await queueMessage({
      ...text,
      subject,
      to,
      guardId: sos.guardId,
      isUrgent: true,
      isSecret: way !== null && currentServices().env.portalUrl !== '',
      ...about,
    });
  }
}
