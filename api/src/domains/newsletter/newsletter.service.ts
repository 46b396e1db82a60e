import type { Input } from '@portal/contracts/_kernel/endpoint';
import { HONEYPOT } from '@portal/contracts/_kernel/honeypot';
import { newsletterConsent } from '@portal/contracts/newsletter/newsletter.copy';
import type { subscribe as subscribeCall } from '@portal/contracts/newsletter/newsletter.endpoints';
import { newsletterMessages } from '@portal/contracts/newsletter/newsletter.rules';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { fail } from '../../platform/http/errors';
import { limitPublicForm } from '../../platform/http/rate-limit';
import { queueMessage, supportAddress } from '../../platform/messages/message-queue';
import * as newsletter from './newsletter.repository';

const LISTED = 1000;

/** The last line of every mail of the newsletter. */
const howToStop = () => `To unsubscribe, write to mailto:${supportAddress()}?subject=Unsubscribe and we will take you off the list.`;

const confirmation = () => `Someone, most likely you, added this address to our newsletter list and agreed to this:

${newsletterConsent.text}

${howToStop()}`;

/** Adds an address to the list and mails it, once; a submission of a bot is stored without a mail. */
export async function subscribe({ email: given, [HONEYPOT]: trapped }: Input<typeof subscribeCall>, address: string): Promise<null> {
  const email = given.toLowerCase();
  await limitPublicForm('newsletter', { address, email });
  return transaction(async () => {
    const held = Boolean(trapped);
    const isNew = await newsletter.put({ email, wording: newsletterConsent.wording, held, now: nowText() });
    if (isNew && !held)
      await queueMessage({ channel: 'mail', to: email, guardId: null, subject: 'You are on our list', body: confirmation() });
    return null;
  });
}

/** Removes an address from the list. 404 when it is not on it. */
export async function unsubscribe(email: string): Promise<null> {
  if (!(await newsletter.take(email.toLowerCase(), nowText()))) fail(404, newsletterMessages.unknown);
  return null;
}

/** The subscribers, latest first. */
export const list = () => newsletter.latestSubscribers(LISTED);
