import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface ReceivedSms {
  id: string;
  to: string;
  text: string;
}

/** A double of a provider of text messages on the loopback: accepts messages with its credentials. */
export async function startSmsProvider() {
  const sent: ReceivedSms[] = [];
  /** The replies to the next messages: a status, and a JSON body where one is given. Later messages are accepted. */
  const answers: (number | { status: number; body: object })[] = [];
  const server = createServer((request, reply) => {
    void (async () => {
      const text = (await json(request)) as ReceivedSms;
      await double.hold;
      const isAllowed = request.headers.authorization === `Basic ${Buffer.from('portal:p@ss').toString('base64')}`;
      const answer = answers.shift() ?? (isAllowed && request.headers['idempotency-key'] === text.id ? 202 : 401);
      const { status, body } = typeof answer === 'number' ? { status: answer, body: null } : answer;
      if (status === 202) {
        sent.push(text);
        double.onSent(text);
      }
      reply.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://portal:p%40ss@127.0.0.1:${(server.address() as AddressInfo).port}/messages`;
  const double = {
    ...{ url, sent, answers, stop: () => new Promise((done) => server.close(done)) },
    /** Delays every reply until this resolves. */
    hold: null as Promise<void> | null,
    onSent: (_text: ReceivedSms): void => undefined,
  };
  return double;
}
