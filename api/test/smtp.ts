import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

interface Connection {
  session: object;
  _socket: Socket;
}

/** A mail that the double has accepted. */
export interface AcceptedMail {
  messageId: string;
  to: string;
  text: string;
  /** Present for a server that offers STARTTLS. */
  isEncrypted?: boolean;
}

/**
 * The reply to a mail: accepted; text refused with an SMTP status; recipient refused with an SMTP status; accepted, but
 * the connection ends before the reply.
 */
export type MailAnswer = 'accept' | number | { recipient: number } | 'accept and vanish';

export interface MailServer {
  url: string;
  accepted: AcceptedMail[];
  /** How many mails were received, including refused ones. */
  tries: number;
  answer: (mail: AcceptedMail) => MailAnswer;
  /** Delays every reply until this resolves. */
  hold: Promise<void> | null;
  /** Delay between accepting a mail and replying, in milliseconds. */
  linger: () => number;
  /** No client is connected any more, so every mail has arrived. */
  isQuiet(): boolean;
  stop(): Promise<void>;
}

/** A real SMTP server on a loopback address. It stores the mails that it accepts. @param isSecure it offers STARTTLS, with the certificate of its library. */
export async function startMailServer({ isSecure = false } = {}): Promise<MailServer> {
  const accepted: AcceptedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: isSecure ? [] : ['STARTTLS'],
    logger: false,
    onRcptTo({ address: to }, _session, callback) {
      const answer = double.answer({ messageId: '', to, text: '' });
      if (typeof answer !== 'object') return callback();
      double.tries += 1;
      callback(Object.assign(new Error('No such mailbox'), { responseCode: answer.recipient }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const mail = {
          messageId: /^message-id:\s*(\S+)/im.exec(text)?.[1] ?? '',
          to: session.envelope.rcptTo.map(({ address }) => address).join(),
          text,
          ...(isSecure && { isEncrypted: session.secure }),
        };
        double.tries += 1;
        await double.hold;
        const answer = double.answer(mail);
        if (typeof answer !== 'string') {
          callback(Object.assign(new Error('Not this one'), { responseCode: typeof answer === 'number' ? answer : answer.recipient }));
          return;
        }
        accepted.push(mail);
        const lingering = double.linger();
        if (lingering > 0) await pause(lingering);
        if (answer === 'accept') callback();
        else
          for (const { session: own, _socket } of server.connections as unknown as Set<Connection>) if (own === session) _socket.destroy();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const double: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    tries: 0,
    answer: () => 'accept',
    hold: null,
    linger: () => 0,
    isQuiet: () => server.connections.size === 0,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return double;
}
