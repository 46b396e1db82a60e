import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { copy } from '@portal/contracts/_kernel/copy';
import { now } from '../clock';
import { fail } from '../http/errors';

const TIMEOUT_MS = 5_000;
/** Minimum age of the key set, also before a reload for an unknown key id: made-up ids must not cause requests. */
const SHORTEST_MS = 60_000;

export interface JwksClient {
  /** The RSA key with this id, or null. Throws 503 if the set cannot be read. */
  find(keyId: string): Promise<KeyObject | null>;
}

interface Read {
  keys: Map<string, KeyObject>;
  at: number;
  until: number;
}

async function read(url: string): Promise<Read> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
  if (!reply.ok) throw new Error(`The key set answered ${reply.status}`);
  const { keys } = (await reply.json()) as { keys: (JsonWebKey & { kid?: string })[] };
  const at = now().getTime();
  const seconds = Number(/max-age=(\d+)/.exec(reply.headers.get('cache-control') ?? '')?.[1] ?? 0);
  return {
    keys: new Map(
      keys.filter(({ kty }) => kty === 'RSA').map((key) => [String(key.kid), createPublicKey({ key, format: 'jwk' })] as const),
    ),
    at,
    until: at + Math.max(SHORTEST_MS, seconds * 1000),
  };
}

/** Client of a key set. Caches the keys for the time of the reply's headers, and reloads them for an unknown key id. */
export function createJwksClient(url: string): JwksClient {
  let last: Read | null = null;
  let reading: Promise<Read> | null = null;

  async function readOnce(): Promise<Read> {
    reading ??= read(url).finally(() => {
      reading = null;
    });
    last = await reading.catch(() => fail(503, copy.somethingWrong, { retryAfter: 5 }));
    return last;
  }

  return {
    async find(keyId) {
      const instant = now().getTime();
      const kept = last && instant < last.until ? last : await readOnce();
      if (!kept.keys.has(keyId) && instant - kept.at >= SHORTEST_MS) return (await readOnce()).keys.get(keyId) ?? null;
      return kept.keys.get(keyId) ?? null;
    },
  };
}
