import { createHash } from 'node:crypto';
import { CACHE_PREFIX } from '@portal/mf-kit/offlineCacheNames';
import { serviceWorkerPath } from '@portal/mf-kit/pageLayout';
import type { FastifyInstance } from 'fastify';
import { readVerified, type Store } from '../store/store';
import type { LiveRegistry, Snapshot } from './live-registry';
import type { Overrides } from './overrides';
import { PUSH_WORKER } from './push-worker';

export interface WorkerOptions {
  live: Pick<LiveRegistry, 'current' | 'opsPublicKey' | 'timestampPublicKey'>;
  store: Store;
  overrides: Pick<Overrides, 'of'>;
  hasPush: boolean;
}

/**
 * Deletes the caches of the earlier worker, and then the worker itself; it stays if there are push messages, only for those. It is part of
 * the host, because it must work if the shell's own worker does not.
 */
const uninstallScript = (hasPush: boolean) => `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('${CACHE_PREFIX}')) await caches.delete(name);
  await registration.navigationPreload?.disable();
  ${hasPush ? '' : 'await registration.unregister();'}
})()));
`;

/** The active shell's script; null if it has none or the worker is disabled. Throws if it differs from the published file. */
async function shellWorker({ store, live }: WorkerOptions, { registry, manifests }: Snapshot): Promise<string | null> {
  const shell = manifests.get('shell');
  if (registry.workerOff || !shell?.worker) return null;
  const bytes = await readVerified(store, shell, shell.worker);
  if (!bytes) return null;
  const keys = { ops: live.opsPublicKey(), timestamp: live.timestampPublicKey() };
  return `self.portalKeys = ${JSON.stringify(keys)};\n${Buffer.from(bytes).toString()}`;
}

interface Made {
  text: string;
  etag: string;
}

/**
 * `/worker.js`, the only service worker of this origin: the active shell's script, the keys that it verifies with, and push messages.
 * Browsers request it at every visit, so a rollback of the shell rolls back the worker, too.
 */
export function serveWorker(app: FastifyInstance, options: WorkerOptions): void {
  const { live, overrides, hasPush } = options;
  let made: ({ of: Snapshot['registry'] } & Made) | null = null;

  function make(own: string | null): Made {
    const text = (hasPush ? PUSH_WORKER : '') + (own ?? uninstallScript(hasPush));
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
  }
  // The worker for browsers with an override: it uninstalls itself, so none of their pages is cached.
  const none = make(null);

  app.get(serviceWorkerPath, async (request, reply) => {
    const snapshot = live.current();
    if (!snapshot) return reply.code(503).header('retry-after', '5').send();
    if (made?.of !== snapshot.registry) made = { of: snapshot.registry, ...make(await shellWorker(options, snapshot)) };
    const { text, etag } = overrides.of(request).length > 0 ? none : made;
    // It fetches from this origin for pages, and loads no other code.
    reply.headers({ 'cache-control': 'no-cache', etag, 'content-security-policy': "default-src 'none'; connect-src 'self'" });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('text/javascript; charset=utf-8').send(text);
  });
}
