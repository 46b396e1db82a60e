import { generateKeyPairSync, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import type { PushSource } from '../src/platform/messages/push-queue';

const account = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

interface Sent {
  token: string;
  notification: { title: string; body: string };
  data: Record<string, string>;
}

/** A double of Google's token endpoint and of firebase's messages on the loopback: accepts only calls that the account has signed. */
export async function startFirebase() {
  const sent: Sent[] = [];
  /** The replies to the next messages, with `error` as firebase writes it; later messages are accepted. */
  const answers: (number | { status: number; error: object })[] = [];
  let grants = 0;
  const source = { projectId: 'guards', clientEmail: 'push@guards.example.com', privateKey: account.privateKey };
  const server = createServer((request, reply) => {
    const answer = (status: number, body: object) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    void (async () => {
      if (request.url === '/token') {
        const [head = '', body = '', signature = ''] = (new URLSearchParams(await text(request)).get('assertion') ?? '').split('.');
        const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
        const isOurs = verify('RSA-SHA256', Buffer.from(`${head}.${body}`), account.publicKey, Buffer.from(signature, 'base64url'));
        if (!isOurs || claims.iss !== source.clientEmail || claims.aud !== `${url}/token`) return answer(400, { error: 'invalid_grant' });
        return answer(200, { access_token: `access-${++grants}`, expires_in: 3600 });
      }
      const given = answers.shift();
      const { status = 0, error = { status: 'REFUSED' } } = typeof given === 'number' ? { status: given } : (given ?? {});
      const isAllowed =
        request.headers.authorization === `Bearer access-${grants}` && request.url?.endsWith('/projects/guards/messages:send') === true;
      if (status || !isAllowed) return answer(status || 401, { error });
      sent.push(((await json(request)) as { message: Sent }).message);
      return answer(200, { name: 'projects/guards/messages/1' });
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const whole: PushSource = { ...source, tokenUrl: `${url}/token`, sendUrl: url };
  return { source: whole, sent, answers, grants: () => grants, stop: () => new Promise((done) => server.close(done)) };
}
