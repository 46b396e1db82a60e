import { sql } from 'kysely';
import { nowText } from './clock';
import { db } from './db';

export interface Message {
  channel: 'mail' | 'sms';
  /** An e-mail address or a mobile number. */
  to: string;
  subject: string;
  body: string;
}

/** A subject is one line: a break in it could begin another header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** Hands a message to the outbox, in the transaction of the act that it speaks of. A provider's worker sends from there; the demo shows it in the mailbox. */
export async function send({ channel, to, subject, body }: Message): Promise<void> {
  await sql`insert into outgoing_messages (channel, recipient, subject, body, created_at) values (${channel}, ${to}, ${oneLine(subject)}, ${body}, ${nowText()})`.execute(
    db(),
  );
}
