import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IdTokenIssuer } from '../src/platform/config/env';
import type { TestClock } from './test-api';

const PROJECT = 'the-project-of-the-tests';

export interface ClaimedIdentity {
  provider: 'facebook' | 'google';
  subject: string;
  email?: string;
  isEmailVerified?: boolean;
}

/** Deviations from a token that the provider would sign. */
export interface TokenForgery {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  key?: KeyObject;
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A double of the provider on the loopback: signs tokens, and serves the keys that verify them. */
export async function startProvider() {
  let keyId = 'first';
  let key = newKey();
  let asked = 0;
  let made = 0;
  let isDown = false;
  const server = createServer((_request, reply) => {
    asked++;
    reply.setHeader('cache-control', 'public, max-age=3600');
    if (isDown) reply.statusCode = 500;
    reply.end(JSON.stringify({ keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: keyId, alg: 'RS256', use: 'sig' }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const identity: IdTokenIssuer = {
    projectId: PROJECT,
    keySetUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    providers: ['facebook', 'google'],
  };

  function token(
    clock: TestClock,
    { provider, subject, email, isEmailVerified = true }: ClaimedIdentity,
    forged: TokenForgery = {},
  ): string {
    const seconds = Math.floor(clock.now().getTime() / 1000);
    const name = `${provider}.com`;
    const claims = {
      iss: `https://securetoken.google.com/${PROJECT}`,
      aud: PROJECT,
      sub: `firebase-${subject}`,
      iat: seconds,
      exp: seconds + 3600,
      auth_time: seconds,
      // Makes two tokens of the same second different.
      jti: ++made,
      ...(email !== undefined && { email, email_verified: isEmailVerified }),
      firebase: { identities: { [name]: [subject] }, sign_in_provider: name },
      ...forged.claims,
    };
    const text = `${part({ alg: 'RS256', typ: 'JWT', kid: keyId, ...forged.header })}.${part(claims)}`;
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), forged.key ?? key.privateKey).toString('base64url')}`;
  }

  return {
    identity,
    token,
    /** How often the keys were requested. */
    asked: () => asked,
    /** From now on it signs with another key, and serves only that key. */
    rotate(id: string) {
      keyId = id;
      key = newKey();
    },
    fails(now: boolean) {
      isDown = now;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
export type TestProvider = Awaited<ReturnType<typeof startProvider>>;
