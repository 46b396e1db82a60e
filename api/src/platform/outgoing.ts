import { site } from '@portal/contracts/_kernel/site';
import { sql } from 'kysely';
import { nowText } from './clock';
import { db } from './db';

let team: string = site.supportEmail;

/** Where the operator's own people read their mail; `PORTAL_SUPPORT_EMAIL`, the same that the pages show. */
export const teamAddress = (): string => team;

/** Called once at the start, before anything is sent. */
export function setTeamAddress(address: string): void {
  team = address;
}

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

/** A mail to the operator's own people: what a visitor or a guard has sent them. */
export const sendToTeam = (mail: Pick<Message, 'subject' | 'body'>): Promise<void> => send({ channel: 'mail', to: teamAddress(), ...mail });
