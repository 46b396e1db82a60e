import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addDevServer, type DevModule, removeDevServer } from '../registry/dev-server';
import { type CommandContext, readRegistry } from '../registry/update-registry';
import { endToEnd, upstreamOf } from './upstream';
import { answerUpgrade, isUpgrade } from './websocket-upgrade';

export const DEV_PATH = '/__dev/modules';
export const DEV_SECRET_HEADER = 'x-portal-dev';

interface Registration {
  module: DevModule;
  /** Where the dev server listens: a loopback address. */
  origin: string;
}

export interface DevServers {
  /** Answers from a module's dev server; false when no dev server serves this version. */
  answer(request: FastifyRequest, reply: FastifyReply, name: string, version: string): Promise<boolean>;
}

export const noDevServers: DevServers = { answer: async () => false };

const isLoopback = (address: string | undefined) => address === '::1' || /^(::ffff:)?127\./.test(address ?? '');
const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
const isLocalOrigin = (origin: unknown): origin is string =>
  typeof origin === 'string' && /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+$/.test(origin);

const RELOAD_ANSWER_MS = 5_000;
/** webpack-dev-server sends a heartbeat every 30 s. */
const RELOAD_IDLE_MS = 90_000;

/** Joins a browser's reload socket with the dev server's. */
async function joinReload(origin: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const devServer = upstreamOf(origin);
  const { url: path = '/', headers } = request.raw;
  try {
    const asked = { method: 'GET', path, headers: { ...endToEnd(headers), origin }, silenceMs: RELOAD_ANSWER_MS };
    await answerUpgrade(request, reply, await devServer.upgrade(asked, 'websocket'), RELOAD_IDLE_MS);
  } finally {
    void devServer.close();
  }
}

/**
 * Lets `portal-dev` put its module into this portal for as long as its registration request stays open. Never in production:
 * the caller must not register this there. Guarded by the loopback address and a secret that only this machine's user can read.
 */
export async function serveDevServers(app: FastifyInstance, context: CommandContext, secret: string): Promise<DevServers> {
  const servers = new Map<string, Registration>();
  const keyOf = ({ name, version }: Pick<DevModule, 'name' | 'version'>) => `${name}/${version}`;

  // Registrations of an earlier host that was killed; a dev server that still runs registers again.
  const { registry } = await readRegistry(context);
  for (const [name, { dev }] of Object.entries(registry?.modules ?? {})) if (dev) await removeDevServer(context, name);

  app.post<{ Body: Registration }>(DEV_PATH, async (request, reply) => {
    const given = request.headers[DEV_SECRET_HEADER];
    if (!isLoopback(request.socket.remoteAddress) || typeof given !== 'string' || !isSame(given, secret)) return reply.code(404).send();
    const registration = request.body;
    if (!isLocalOrigin(registration.origin)) return reply.code(400).send({ message: 'the dev server must listen on this machine' });
    const { module } = registration;
    servers.set(keyOf(module), registration);
    try {
      await addDevServer(context, module);
    } catch (error) {
      servers.delete(keyOf(module));
      return reply.code(409).send({ message: (error as Error).message });
    }
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
    reply.raw.write('registered\n');
    request.raw.socket.once('close', () => {
      servers.delete(keyOf(module));
      void removeDevServer(context, module.name).catch((error: Error) => request.log.error(error.message));
    });
  });

  return {
    async answer(request, reply, name, version) {
      const registered = servers.get(`${name}/${version}`);
      if (!registered) return false;
      if (isUpgrade(request.raw)) {
        if (!isLoopback(request.socket.remoteAddress)) return false;
        await joinReload(registered.origin, request, reply);
        return true;
      }
      const answer = await fetch(registered.origin + request.url).catch(() => null);
      const body = answer && Buffer.from(await answer.arrayBuffer());
      await reply
        .code(answer?.status ?? 502)
        .header('cache-control', 'no-store')
        .type(answer?.headers.get('content-type') ?? 'text/plain')
        .send(body ?? 'The dev server does not answer');
      return true;
    },
  };
}
