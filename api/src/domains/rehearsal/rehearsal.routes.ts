import { makePast, moveClock, readMailbox } from '@portal/contracts/rehearsal/rehearsal.endpoints';
import { sql } from 'kysely';
import { now, nowText, moveClock as setTo } from '../../platform/clock';
import { db } from '../../platform/db';
import { bindOpen } from '../../platform/http-binding';
import { past } from './past.service';

interface Mail {
  channel: 'mail' | 'sms';
  to: string;
  subject: string;
  body: string;
  createdAt: string;
}

const mailbox = sql<Mail>`select channel, recipient as "to", subject, body, created_at as "createdAt" from outgoing_messages`;

/** The test clock, the mailbox and made pasts: never in production. */
export const rehearsalRoutes = [
  bindOpen(moveClock, async (to) => {
    const target = to.now ? new Date(to.now) : to.advanceMinutes ? new Date(now().getTime() + to.advanceMinutes * 60_000) : null;
    setTo(target);
    return { now: nowText() };
  }),
  bindOpen(readMailbox, async ({ to }) => {
    const { rows } = await sql<Mail>`${mailbox} where recipient = ${to} order by created_at desc limit 50`.execute(db());
    return rows;
  }),
  bindOpen(makePast, past),
];
