import { setTimeout as pause } from 'node:timers/promises';
import type { AcceptedMail } from '../../api/test/smtp';
import type { LoadRecord } from './load';
import { type Receivers, SOS_CONTACTS, TEAM } from './receivers';
import type { Cluster } from './topology';

/** A message that a killed worker had claimed is sent after its lease of four minutes and the next poll. */
const CARRIED_WITHIN_MS = 300_000;
const LOOK_MS = 500;

/** Unfolds long headers. */
const linesOf = ({ text }: AcceptedMail) => text.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
/** Counts distinct ids, because a message whose reply a kill lost may arrive again under the same id. */
const different = <One>(some: readonly One[], name: (one: One) => string) => new Set(some.map(name)).size;

const mailsOf = (mails: readonly AcceptedMail[], to: string, line: (line: string) => boolean) =>
  different(
    mails.filter((mail) => mail.to === to && linesOf(mail).some(line)),
    ({ messageId }) => messageId,
  );

/** A stored message to a contact about an SOS. The receiver identifies it by this id. */
interface CallMessage {
  id: string;
  sosId: string;
  to: string;
}
const callMessages = (query: Cluster['query']) =>
  query<CallMessage>(
    `select id, about_id as "sosId", recipient as "to" from outgoing_messages where about = 'sos' and subject like 'SOS: %'`,
  );

/** Messages about acknowledged tickets and SOS that the receivers do not have exactly once. */
function notOnce(
  { post, provider }: Receivers,
  { tickets, alerts }: Pick<LoadRecord, 'tickets' | 'alerts'>,
  calls: readonly CallMessage[],
): string[] {
  const wrong: string[] = [];
  const once = (what: string, times: number) => {
    if (times !== 1) wrong.push(`${what} was received ${times} times`);
  };
  for (const title of tickets.keys())
    once(
      `the mail about ${title}`,
      mailsOf(post.accepted, TEAM, (line) => line.startsWith('Subject: ') && line.endsWith(`, ${title}`)),
    );
  const [mailbox, number] = SOS_CONTACTS;
  for (const sosId of alerts.keys()) {
    const idsTo = (contact: string) => calls.filter((call) => call.sosId === sosId && call.to === contact).map(({ id }) => id);
    const [mails, texts] = [idsTo(mailbox), idsTo(number)];
    once(
      `the mail about the SOS ${sosId}`,
      different(
        post.accepted.filter(({ to, messageId }) => to === mailbox && mails.some((id) => messageId.includes(id))),
        ({ messageId }) => messageId,
      ),
    );
    once(
      `the text message about the SOS ${sosId}`,
      different(
        provider.sent.filter(({ id }) => texts.includes(id)),
        ({ id }) => id,
      ),
    );
  }
  return wrong;
}

/**
 * Waits until the receivers have the messages of every acknowledged ticket and SOS exactly once, and all stored messages are sent. Returns the
 * violations at the deadline.
 */
export async function waitForMessages({ query, receivers }: Pick<Cluster, 'query' | 'receivers'>, told: LoadRecord): Promise<string[]> {
  if (told.tickets.size === 0 || told.alerts.size === 0) return ['no write with a message was acknowledged'];
  const look = async () => {
    const left = await query<{ channel: string; state: string; count: number }>(
      `select channel, state, count(*)::int as count from outgoing_messages where state <> 'sent' group by 1, 2`,
    );
    const unreached = await query('select id from sos_alerts where id = any($1::uuid[]) and reached_at is null', [[...told.alerts.keys()]]);
    return [
      ...notOnce(receivers, told, await callMessages(query)),
      ...left.map(({ channel, state, count }) => `${count} of ${channel} are ${state}`),
      ...(unreached.length > 0 ? [`${unreached.length} SOS reached no contact`] : []),
    ];
  };
  for (const deadline = performance.now() + CARRIED_WITHIN_MS; ; await pause(LOOK_MS)) {
    const wrong = await look();
    if (wrong.length === 0 || performance.now() > deadline) return wrong;
  }
}
