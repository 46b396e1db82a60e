import { createHash } from 'node:crypto';
import { CACHE_PREFIX } from '@portal/mf-kit/offlineCacheNames';
import { serviceWorkerPath } from '@portal/mf-kit/pageLayout';
import type { FastifyInstance } from 'fastify';
import { readListed, type Store } from '../store';
import type { Live, Snapshot } from './live';
import type { Overrides } from './overrides';
import { PUSH_WORKER } from './push-worker';

export interface WorkerOptions {
  live: Pick<Live, 'current' | 'opsPublicKey' | 'timestampPublicKey'>;
  store: Store;
  overrides: Pick<Overrides, 'of'>;
  /** Push messages are configured. */
  hasPush: boolean;
}

/**
 * Takes away what the worker before it kept, and then itself; where there are push messages it stays for these alone. It stands here, and
 * not in the shell: it must come and run when the shell's own does not.
 */
const gone = (hasPush: boolean) => `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('${CACHE_PREFIX}')) await caches.delete(name);
  await registration.navigationPreload?.disable();
  ${hasPush ? '' : 'await registration.unregister();'}
})()));
`;

/** The active shell's own part; null when it has none, or nobody is to have it. Throws when it is not the published file. */
async function ownPart({ store, live }: WorkerOptions, { registry, manifests }: Snapshot): Promise<string | null> {
  const shell = manifests.get('shell');
  if (registry.workerOff || !shell?.worker) return null;
  const bytes = await readListed(store, shell, shell.worker);
  if (!bytes) return null;
  const keys = { ops: live.opsPublicKey(), timestamp: live.timestampPublicKey() };
  return `self.portalKeys = ${JSON.stringify(keys)};\n${Buffer.from(bytes).toString()}`;
}

interface Made {
  text: string;
  etag: string;
}

/**
 * `/worker.js`, the one service worker of this origin: what the active shell brings, with the keys by which it judges, and push messages.
 * A browser asks for it at every visit, so a shell that is taken back takes its worker back as well.
 */
export function serveWorker(app: FastifyInstance, options: WorkerOptions): void {
  const { live, overrides, hasPush } = options;
  let made: ({ of: Snapshot['registry'] } & Made) | null = null;

  function make(own: string | null): Made {
    const text = (hasPush ? PUSH_WORKER : '') + (own ?? gone(hasPush));
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
  }
  // A page with an override is nothing that a phone may keep, nor may what it kept stand in for that.
  const none = make(null);

  app.get(serviceWorkerPath, async (request, reply) => {
    const snapshot = live.current();
    if (!snapshot) return reply.code(503).header('retry-after', '5').send();
    if (made?.of !== snapshot.registry) made = { of: snapshot.registry, ...make(await ownPart(options, snapshot)) };
    const { text, etag } = overrides.of(request).length > 0 ? none : made;
    // It fetches for pages from this origin, and runs nothing that is not in it.
    reply.headers({ 'cache-control': 'no-cache', etag, 'content-security-policy': "default-src 'none'; connect-src 'self'" });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('text/javascript; charset=utf-8').send(text);
  });
}
