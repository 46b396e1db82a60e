import { accessSync, constants, mkdirSync } from 'node:fs';
import { drain, type ShutdownTimes } from '@portal/contracts/_kernel/drain';
import { openTracing } from '@portal/tracing/openTracing';
import type { FastifyInstance } from 'fastify';
import { ApiUnknown, fetchServedApi } from '../gate/gate';
import type { SelfHealMode } from '../health/release-monitor';
import { removeHostRecord, writeHostRecord } from '../registry/host-record';
import { openServedRevisions } from '../registry/served-revisions';
import { hasKey, loadKey, loadListed, loadPublicKey } from '../registry/signatures';
import type { CommandContext } from '../registry/update-registry';
import { openStore } from '../store/open-store';
import { createHost } from './host';
import { watchRegistry } from './live-registry';
import type { OpsParts } from './ops/ops';
import { createOpsServer } from './ops/ops-server';
import { localSecret, readStartSettings, type Settings } from './settings';

function openFolder({ data }: Settings): void {
  try {
    mkdirSync(data, { recursive: true });
    accessSync(data, constants.W_OK);
  } catch {
    throw new Error(`${data} is not writable; name another folder with PORTAL_DATA`);
  }
}

/** The context for changes, if the private ops key is here. A production host normally has only the public half. */
const createContext =
  ({ data, apiUrl }: Settings, store: CommandContext['store']) =>
  async (): Promise<CommandContext> => {
    const ops = loadKey(data, 'ops');
    const seen = openServedRevisions(store, data, ops.publicKey);
    return { store, ops, seen, served: await fetchServedApi(apiUrl), now: () => new Date() };
  };

function healingOf({ selfHeal, data }: Settings, context: () => Promise<CommandContext>): SelfHealMode {
  if (!selfHeal) return { off: 'PORTAL_SELF_HEAL=off' };
  return hasKey(data, 'ops') ? { context } : { off: 'the ops key is not on this host' };
}

function opsOf({ opsToken, opsCodeKey, production, data }: Settings, context: () => Promise<CommandContext>): OpsParts | undefined {
  const token = opsToken ?? (production ? null : localSecret(data, 'ops-token'));
  return token === null ? undefined : { token, codeKey: opsCodeKey, context: hasKey(data, 'ops') ? context : null };
}

/** Lets `portal` on this machine find the API. A full disk must not end a host, because it also serves without the record. */
function recordHost({ data, port, publicUrl, apiUrl }: Settings, warn: (text: string) => void): void {
  try {
    writeHostRecord(data, { pid: process.pid, port, url: publicUrl, apiUrl });
  } catch (error) {
    warn(`portal commands need API_URL, because this host could not be recorded: ${(error as Error).message}`);
  }
}

async function listen(app: FastifyInstance, port: number, host: string, setting: string): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'EADDRINUSE' ? new Error(`port ${port} is in use; name another one with ${setting}`) : error;
  }
}

/** Finishes the running calls, then stops. A stop from the keyboard has no notice period. */
function stopOnSignal(
  app: FastifyInstance,
  opsHost: FastifyInstance | null,
  leave: ShutdownTimes,
  last: () => void,
  warn: (text: string) => void,
): void {
  let isStopping = false;
  const stop = async (noticeMs: number) => {
    if (isStopping) return;
    isStopping = true;
    const isDone = await drain(opsHost ? [app, opsHost] : [app], { ...leave, noticeMs }, async () => void (await opsHost?.close()));
    if (!isDone) warn(`unfinished calls were cut after ${leave.withinMs / 1_000} s`);
    last();
    process.exit(0);
  };
  process.on('SIGINT', () => stop(0));
  process.on('SIGTERM', () => stop(leave.noticeMs));
}

async function main(): Promise<void> {
  const settings = readStartSettings(process.env);
  openFolder(settings);
  const store = await openStore(settings.data, process.env, hasKey(settings.data, 'ops') || !settings.production);
  const opsPublicKey = loadPublicKey(settings.data, 'ops');
  const log = {
    info: (text: string) => process.stdout.write(`portal host: ${text}\n`),
    error: (text: string) => process.stderr.write(`portal host: ${text}\n`),
  };
  const live = await watchRegistry({
    store,
    opsPublicKey,
    timestampKey: loadKey(settings.data, 'timestamp'),
    listedKey: (listed) => loadListed(settings.data, 'timestamp', listed),
    seen: openServedRevisions(store, settings.data, opsPublicKey, log.error),
    log,
  });
  // Never in production, because modules of dev servers bypass the gate.
  const dev = settings.production
    ? undefined
    : {
        context: { store, ops: loadKey(settings.data, 'ops'), served: new ApiUnknown('a dev server is not gated'), now: () => new Date() },
        secret: localSecret(settings.data, 'dev-secret'),
      };
  const context = createContext(settings, store);
  const ops = opsOf(settings, context);
  const app = await createHost({
    settings,
    store,
    live,
    dev,
    healing: healingOf(settings, context),
    ops: settings.opsIsPublic ? ops : undefined,
    tracing: await openTracing('portal-host', settings.traces, log.error),
  });
  const opsHost = ops && settings.opsPort !== null ? createOpsServer({ settings, store, live, ops }) : null;
  const close = () => {
    live.stop();
    removeHostRecord(settings.data);
  };
  stopOnSignal(app, opsHost, settings.leave, close, log.error);
  try {
    await listen(app, settings.port, settings.host, 'PORT');
    if (opsHost && settings.opsPort !== null) await listen(opsHost, settings.opsPort, settings.opsHost, 'OPS_PORT');
  } catch (error) {
    live.stop();
    throw error;
  }
  recordHost(settings, log.error);
  log.info(`http://localhost:${settings.port}`);
}

try {
  await main();
} catch (error) {
  for (const line of (error as Error).message.split('\n')) process.stderr.write(`portal host: ${line}\n`);
  process.exit(1);
}
