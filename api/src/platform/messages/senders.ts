import ipaddr from 'ipaddr.js';
import nodemailer from 'nodemailer';
import { object, string } from 'yup';

const SECOND = 1_000;

export interface SendableMessage {
  id: string;
  /** An e-mail address or a mobile number. */
  to: string;
  subject: string;
  body: string;
}

/** Hands a message to its receiver's server, and resolves once the server has accepted it. The same id may be sent twice. */
export type MessageSender = (letter: SendableMessage) => Promise<void>;

/** A permanent rejection of the message by the receiver, with its code. */
export class PermanentDeliveryError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

interface SmtpFailure extends Error {
  /** The rejected command. */
  command?: string;
  responseCode?: number;
  response?: string;
}

/** Reply codes for a mailbox that does not exist or accepts no mail. A 554 can also mean that the server does not relay for us. */
const MAILBOX_REFUSED = [550, 551, 553];
/** Enhanced status codes (RFC 3463) about the recipient's address or mailbox. Others are about the sender, the content or a policy. */
const ABOUT_RECIPIENT = /^5\.(1\.([1-6]|10)|2\.\d+)$/;

/** The code of a rejected recipient; null for every other failure, which an operator can fix. */
function recipientRefusal({ command, responseCode = 0, response = '' }: SmtpFailure): string | null {
  if (command !== 'RCPT TO' || !MAILBOX_REFUSED.includes(responseCode)) return null;
  const enhanced = /^\d{3}[ -](5\.\d+\.\d+)\b/.exec(response)?.[1];
  if (!enhanced) return String(responseCode);
  return ABOUT_RECIPIENT.test(enhanced) ? `${responseCode} ${enhanced}` : null;
}

function isLoopback(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return address === 'localhost' || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback');
}

/** The server's URL. Requires TLS except for a server on this machine, because a network could remove the offer of STARTTLS. */
function requireTls(url: string): string {
  const address = new URL(url);
  if (!isLoopback(address.hostname)) address.searchParams.set('requireTLS', 'true');
  return address.href;
}

/**
 * Sends mails by the SMTP server of `url`: smtp://user:password@host:587, or smtps://… for TLS from the first byte. Its timeouts together stay
 * below the lease of a job. The Message-ID is the same at each attempt, so that a receiver can recognise a duplicate after a lost reply.
 */
export function smtpSender(url: string, from: string, atOnce: number): { carry: MessageSender; close(): void } {
  const waits = { connectionTimeout: 10 * SECOND, greetingTimeout: 10 * SECOND, dnsTimeout: 5 * SECOND, socketTimeout: 20 * SECOND };
  const transport = nodemailer.createTransport({ url: requireTls(url), pool: true, maxConnections: atOnce, ...waits });
  const domain = from.slice(from.lastIndexOf('@') + 1).replace(/>.*$/, '');
  const carry: MessageSender = async ({ id, to, subject, body }) => {
    try {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text: body, messageId: `<${id}@${domain}>` });
    } catch (error) {
      const code = recipientRefusal(error as SmtpFailure);
      throw code ? new PermanentDeliveryError(code, (error as Error).message) : error;
    }
  };
  return { carry, close: () => transport.close() };
}

/** The provider's permanent rejection of a recipient. A status alone does not suffice: a proxy or a wrong address replies 404, too. */
const refusal = object({ code: string().oneOf(['recipient_refused']).required() });
const LONGEST_REPLY = 10_000;

async function isRefusedByProvider(reply: Response): Promise<boolean> {
  if (reply.status < 400 || reply.status > 499 || Number(reply.headers.get('content-length') ?? 0) > LONGEST_REPLY) return false;
  const body: unknown = await reply.json().catch(() => null);
  return refusal.isValid(body, { strict: true });
}

/** Guards type North American numbers, with ten digits. */
const international = (number: string) => (/^\d{10}$/.test(number) ? `+1${number}` : number);

/** Sends text messages: POST {id, to, text} to the operator's provider or gateway, with the message's id as its idempotency key. */
export function smsSender(url: string): MessageSender {
  const address = new URL(url);
  const { username, password } = address;
  address.username = '';
  address.password = '';
  const credentials = username && `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return async ({ id, to, body }) => {
    const reply = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(credentials && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
      },
      body: JSON.stringify({ id, to: international(to), text: body }),
      redirect: 'error',
      signal: AbortSignal.timeout(20 * SECOND),
    });
    const isRefused = await isRefusedByProvider(reply);
    if (!reply.bodyUsed) await reply.body?.cancel();
    if (reply.ok) return;
    if (isRefused)
      throw new PermanentDeliveryError('recipient_refused', `The provider refused the recipient: ${reply.status} recipient_refused`);
    throw new Error(`The text message was not accepted: ${reply.status}`);
  };
}
