import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Tracing } from '@portal/tracing/tracing';
import type { FastifyInstance } from 'fastify';
import type { SelfHealMode } from '../src/health/release-monitor';
import { createHost } from '../src/host/host';
import { type LiveRegistry, watchRegistry } from '../src/host/live-registry';
import type { OpsParts } from '../src/host/ops/ops';
import { readSettings } from '../src/host/settings';
import { loadKey, loadListed } from '../src/registry/signatures';
import { newContext } from './fixtures';

export const HOST_SECRET = 'the-host-secret-of-tests';
export const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

export interface TestHost {
  app: FastifyInstance;
  live: LiveRegistry;
  port: number;
  close(): Promise<void>;
}

interface HostChoices {
  context?: ReturnType<typeof newContext>;
  now?: () => number;
  env?: NodeJS.ProcessEnv;
  timestampMs?: number;
  healing?: SelfHealMode;
  ops?: OpsParts;
  port?: number;
  socketIdleMs?: number;
  tracing?: Tracing;
}

/** Starts a portal host that serves the store of `context`, with the API at `apiPort`; `answerMs`: how long the API may be silent. */
export async function startTestHost(
  apiPort: number,
  answerMs = { call: 15_000, upload: 15_000 },
  {
    context = newContext(),
    now = Date.now,
    env = {},
    healing = { off: 'a test' },
    ops,
    port = 0,
    socketIdleMs,
    tracing,
    ...more
  }: HostChoices = {},
): Promise<TestHost> {
  const opsPublicKey = context.ops.publicKey;
  const log = { info: () => undefined, error: () => undefined };
  const live = await watchRegistry({
    store: context.store,
    opsPublicKey,
    timestampKey: loadKey(context.data, 'timestamp'),
    listedKey: (listed) => loadListed(context.data, 'timestamp', listed),
    log,
    ...more,
  });
  const given = readSettings({ API_URL: `http://127.0.0.1:${apiPort}`, PORTAL_HOST_SECRET: HOST_SECRET, ...env });
  const app = await createHost({
    settings: { ...given, data: context.data, answerMs, ...(socketIdleMs && { socketIdleMs }) },
    store: context.store,
    live,
    healing,
    log: false,
    now,
    ops,
    ...(tracing && { tracing }),
  });
  await app.listen({ port, host: '127.0.0.1' });
  const close = async () => {
    live.stop();
    await app.close();
  };
  return { app, live, port: portOf(app.server), close };
}

export async function standIn(
  answer?: (asked: IncomingMessage, reply: ServerResponse) => void,
): Promise<{ server: Server; port: number; stop(): void }> {
  const server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { server, port: portOf(server), stop };
}
