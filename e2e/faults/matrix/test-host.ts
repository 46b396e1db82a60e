import { cpSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import { activate } from '../../../delivery/src/commands/activate';
import { fetchServedApi } from '../../../delivery/src/gate/gate';
import { loadKey, verifyRegistry } from '../../../delivery/src/registry/signatures';
import type { ChangeInfo, CommandContext } from '../../../delivery/src/registry/update-registry';
import { createAtomically } from '../../../delivery/src/store/atomic-files';
import { folderStore } from '../../../delivery/src/store/folder-store';
import { answers, start } from '../../../tools/dev-portal/child-process.mjs';
import { freePort } from '../../../tools/dev-portal/preconditions.mjs';
import { type ForgedRevision, forge } from './forged-revision';

const root = resolve(import.meta.dirname, '../../..');
const order = { by: 'faults', why: 'a fault', force: true };

/** The portal that provides API, builds and guards. */
export interface Portal {
  url: string;
  /** Its folder (PORTAL_DATA). */
  data: string;
  apiUrl: string;
  staffToken: string;
}

/** A revision in the store without a valid signature. */
export interface CorruptRevision extends ForgedRevision {
  /** Resolves when the host rejects the revision or serves it. */
  met(): Promise<void>;
  takeAway(): void;
}

/** A portal host with a copy of a portal's store, before the same API. Releases here do not affect the portal. */
export interface IsolatedHost {
  url: string;
  /** Its folder, as `PORTAL_DATA` names one. */
  data: string;
  context: CommandContext;
  /** The good versions: the portal's active ones, the shell included. */
  good: Readonly<Record<string, string>>;
  /** Activates this version, with the good version of all others, and waits until the host serves them. */
  run(name?: string, version?: string): Promise<void>;
  /** Activates these versions in one revision, only if the gate accepts them, and waits until the host serves them. */
  compose(versions: Readonly<Record<string, string>>): Promise<void>;
  /** Adds a newer revision to the store that names another version of a module and has no valid signature. */
  corrupt(name: string, version: string): Promise<CorruptRevision>;
  /** Returns the registry that the host serves. */
  signed(): Promise<SignedRegistry>;
  stop(): Promise<void>;
}

/** Shortens waits for a failure only. Code that runs keeps its full time. */
export const SHORT_WAITS = { PORTAL_PATIENCE: '0.4', PORTAL_START_MS: '3000' };

async function openContext(data: string, apiUrl: string): Promise<CommandContext> {
  return { store: folderStore(data), ops: loadKey(data, 'ops'), served: await fetchServedApi(apiUrl), now: () => new Date() };
}

async function runningIn(context: CommandContext): Promise<Registry> {
  const text = await context.store.registry();
  if (text === null) throw new Error('that portal has no registry');
  return verifyRegistry(text, context.ops.publicKey).registry;
}

async function waitUntil(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  const until = Date.now() + 10_000;
  while (!(await isSo())) if (Date.now() > until) throw new Error(otherwise);
}

/** `settings` are the host's environment variables. */
export async function openIsolatedHost(portal: Portal, settings: Record<string, string> = SHORT_WAITS): Promise<IsolatedHost> {
  const folder = temporaryFolder('stand');
  const data = join(folder, 'delivery');
  mkdirSync(data);
  const copy = (part: string) => cpSync(join(portal.data, 'delivery', part), join(data, part), { recursive: true });
  for (const part of ['revisions', 'keys', 'history.jsonl']) copy(part);
  const context = await openContext(data, portal.apiUrl);
  const first = await runningIn(context);
  const good = Object.fromEntries(Object.entries({ shell: first.shell, ...first.modules }).map(([name, { version }]) => [name, version]));
  // Copies the active versions only, because another one may be in the middle of a publish.
  for (const [name, version] of Object.entries(good)) copy(`modules/${name}/${version}`);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const logFile = join(folder, 'host.log');
  const host = start('host', ['--import', 'tsx', 'delivery/src/host/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...settings,
      ...{ PORTAL_MODE: 'demo', PORTAL_DATA: folder, PORT: String(port), PORTAL_URL: url, API_URL: portal.apiUrl },
    },
    logFile,
  });
  const served = async () => ((await (await fetch(`${url}/healthz`)).json()) as { revision: number }).revision;

  async function activateAll(wanted: Readonly<Record<string, string>>, by: ChangeInfo = order): Promise<void> {
    const { shell, modules } = await runningIn(context);
    const runs: Record<string, { version: string }> = { shell, ...modules };
    const others = Object.entries(wanted).flatMap(([one, its]) => (runs[one]?.version === its ? [] : [{ name: one, version: its }]));
    if (others.length === 0) return;
    const made = await activate(context, others, by);
    await waitUntil(async () => (await served()) >= (made?.registry.revision ?? 0), 'the host does not serve the revision');
  }

  async function run(name?: string, version = ''): Promise<void> {
    const { shell, modules } = await runningIn(context);
    const before = name === 'shell' ? shell.version : modules[name ?? '']?.version;
    // Activates the good set first, so that the last good version is never another bad one.
    if (before !== version) await activateAll(good);
    if (name !== undefined) await activateAll({ ...good, [name]: version });
  }

  async function corrupt(name: string, version: string): Promise<CorruptRevision> {
    const forged = await forge(context, data, name, version);
    const place = join(data, 'revisions', String(forged.revision));
    const refusals = () => readFileSync(logFile, 'utf8').split('is not signed by the ops key').length;
    const before = refusals();
    await createAtomically(place, new Map([['registry.json', new TextEncoder().encode(JSON.stringify(forged.signed))]]));
    return {
      ...forged,
      met: () =>
        waitUntil(
          async () => refusals() > before || (await served()) >= forged.revision,
          'the host neither rejects nor serves the revision',
        ),
      takeAway: () => renameSync(place, `${place}.bad`),
    };
  }

  async function stop(): Promise<void> {
    await host.stop();
    dropFolder(folder);
  }
  try {
    await answers(host, `${url}/healthz`);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    data: folder,
    context,
    good,
    run,
    compose: (versions) => activateAll(versions, { by: 'faults', why: 'a set of versions' }),
    corrupt,
    signed: async () => (await (await fetch(`${url}/registry.json`)).json()) as SignedRegistry,
    stop,
  };
}
