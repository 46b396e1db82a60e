import { startSmsProvider } from '../../api/test/sms';
import { startMailServer } from '../../api/test/smtp';

/** The recipient of tickets, and the contacts for an SOS. */
export const TEAM = 'team@example.com';
export const SOS_CONTACTS = ['dispatch@example.com', '4165550177'] as const;

/** Starts a mail and an SMS server that record all messages of the cluster. */
export async function startReceivers() {
  const [post, provider] = [await startMailServer(), await startSmsProvider()];
  return {
    post,
    provider,
    env: { SMTP_URL: post.url, SMS_URL: provider.url, PORTAL_SUPPORT_EMAIL: TEAM, PORTAL_SOS_TO: SOS_CONTACTS.join() },
    stop: () => Promise.all([post.stop(), provider.stop()]),
  };
}

export type Receivers = Awaited<ReturnType<typeof startReceivers>>;
