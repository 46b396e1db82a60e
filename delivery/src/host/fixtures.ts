import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { newDesk } from '../fixtures';
import type { Healing } from '../health/watch';
import { loadKey, loadListed } from '../signing';
import { createHost } from './host';
import { followStore, type Live } from './live';
import type { OpsParts } from './ops/ops';
import { readSettings } from './settings';

export const HOST_SECRET = 'the-host-secret-of-tests';
export const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

export interface TestHost {
  app: FastifyInstance;
  live: Live;
  port: number;
  close(): Promise<void>;
}

interface HostChoices {
  desk?: ReturnType<typeof newDesk>;
  now?: () => number;
  env?: NodeJS.ProcessEnv;
  timestampMs?: number;
  healing?: Healing;
  ops?: OpsParts;
  port?: number;
  socketIdleMs?: number;
}

/** Starts a portal host that serves the store of `desk`, with the API at `apiPort`; `answerMs`: how long the API may be silent. */
export async function hostBefore(
  apiPort: number,
  answerMs = { call: 15_000, upload: 15_000 },
  { desk = newDesk(), now = Date.now, env = {}, healing = { off: 'a test' }, ops, port = 0, socketIdleMs, ...more }: HostChoices = {},
): Promise<TestHost> {
  const opsPublicKey = desk.ops.publicKey;
  const log = { info: () => undefined, error: () => undefined };
  const live = await followStore({
    store: desk.store,
    opsPublicKey,
    timestampKey: loadKey(desk.data, 'timestamp'),
    listedKey: (listed) => loadListed(desk.data, 'timestamp', listed),
    log,
    ...more,
  });
  const given = readSettings({ API_URL: `http://127.0.0.1:${apiPort}`, PORTAL_HOST_SECRET: HOST_SECRET, ...env });
  const app = await createHost({
    settings: { ...given, data: desk.data, answerMs, ...(socketIdleMs && { socketIdleMs }) },
    store: desk.store,
    live,
    healing,
    log: false,
    now,
    ops,
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
