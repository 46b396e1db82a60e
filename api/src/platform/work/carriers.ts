import nodemailer from 'nodemailer';

const SECOND = 1_000;
const LAST_PERMANENT = 599;

export interface Letter {
  id: string;
  /** An e-mail address or a mobile number. */
  to: string;
  subject: string;
  body: string;
}

/** Hands a message to its receiver's server, and returns once that has accepted it. The same id may come twice: the receiver can tell. */
export type Carrier = (letter: Letter) => Promise<void>;

/** The receiver will not have this message, today or tomorrow. */
export class Undeliverable extends Error {}

/** What a failed mail says: refused for good are the address and the content, not a log-in that somebody can put right. */
interface SmtpFailure extends Error {
  code?: string;
  responseCode?: number;
}

const isForGood = ({ code = '', responseCode = 0 }: SmtpFailure) =>
  ['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode >= 500 && responseCode <= LAST_PERMANENT;

/**
 * Sends mails by the SMTP server that `url` names: smtp://user:password@host:587, smtps://… for TLS from the first byte. Its waits together stay
 * below the time after which a job is taken up again. The Message-ID is the message's own, the same at each try, so that a receiver who
 * accepted it, and whose answer was lost, can tell.
 */
export function mailCarrier(url: string, from: string, atOnce: number): { carry: Carrier; close(): void } {
  const waits = { connectionTimeout: 10 * SECOND, greetingTimeout: 10 * SECOND, dnsTimeout: 5 * SECOND, socketTimeout: 20 * SECOND };
  const transport = nodemailer.createTransport({ url, pool: true, maxConnections: atOnce, ...waits });
  const domain = from.slice(from.lastIndexOf('@') + 1).replace(/>.*$/, '');
  const carry: Carrier = async ({ id, to, subject, body }) => {
    try {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text: body, messageId: `<${id}@${domain}>` });
    } catch (error) {
      throw isForGood(error as SmtpFailure) ? new Undeliverable((error as Error).message) : error;
    }
  };
  return { carry, close: () => transport.close() };
}

/** Statuses that say of this message that nobody will take it; any other failure may pass. */
const FOR_GOOD = [400, 404, 410, 413, 422];

/** Ten digits are a North American number, as guards type theirs. */
const international = (number: string) => (/^\d{10}$/.test(number) ? `+1${number}` : number);

/** Sends text messages: POST {id, to, text} to the operator's provider or gateway, with the message's id as its idempotency key. */
export function smsCarrier(url: string): Carrier {
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
    await reply.body?.cancel();
    if (reply.ok) return;
    const words = `The text message was refused: ${reply.status}`;
    throw FOR_GOOD.includes(reply.status) ? new Undeliverable(words) : new Error(words);
  };
}
