// Builds the monolith and serves it with the portal host's code: same pages, same compression, same policy; only the registry is artificial.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ModuleManifest, Registry, RegistryModule } from '@portal/mf-kit/module';
import { publish } from '../../../delivery/src/commands/publish';
import { createHost } from '../../../delivery/src/host/host';
import type { LiveRegistry } from '../../../delivery/src/host/live-registry';
import { readSettings } from '../../../delivery/src/host/settings';
import { loadKey, signRegistry } from '../../../delivery/src/registry/signatures';
import { folderStore } from '../../../delivery/src/store/folder-store';
import { integrityOf } from '../../../delivery/src/store/integrity';
import { readManifest } from '../../../delivery/src/store/store';
import { attestBuild } from '../../../delivery/test/attest';
import { buildMonolith, VERSION } from './build';

const word = { lastGood: null, quarantined: {}, by: 'bench', at: new Date(0).toISOString(), why: 'monolith' };

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const folder = join(settings.data, 'built');
  const parts = await buildMonolith(folder, process.env.MONOLITH_CHANGED);
  const store = folderStore(settings.data);
  attestBuild(folder);
  await publish({ store, ops: loadKey(settings.data, 'ops'), now: () => new Date() }, folder, {});
  const published = await readManifest(store, 'shell', VERSION);
  if (!published) throw new Error('the monolith was not published');
  // A monolith checks no integrity, so its scripts have no hashes. The host reads only listed files for pages: stylesheets, prerendered HTML, the
  // renderer.
  const pages = new Set(Object.values(parts).flatMap(({ prerendered, renderer }) => [...Object.values(prerendered), renderer]));
  const isOfPages = ([file]: [string, unknown]) => file.endsWith('.css') || pages.has(file);
  const files = Object.fromEntries(Object.entries(published.manifest.files).filter(isOfPages));
  const shell: ModuleManifest = { ...published.manifest, files };
  const moduleOf = ({ routes, entry }: { routes: RegistryModule['routes']; entry: string }): RegistryModule => ({
    ...word,
    ...{ version: VERSION, container: 'monolith', entry, integrity: '', routes, canary: null },
  });
  const registry: Registry = {
    revision: 1,
    at: word.at,
    shell: { ...word, version: VERSION, container: 'monolith', entry: shell.entry, integrity: integrityOf(published.bytes) },
    modules: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, moduleOf(part)])),
  };
  // The manifest of each remote lists the files of the one build.
  const manifests = new Map([
    ['shell', shell],
    ...Object.entries(parts).map(([name, part]): [string, ModuleManifest] => [name, { ...shell, ...part }]),
  ]);
  const ops = loadKey(settings.data, 'ops');
  const snapshot = {
    registry,
    signed: signRegistry(registry, ops),
    manifests,
    canaries: new Map(),
    damaged: [],
    fallbackShell: null,
    set: '',
  };
  const live: LiveRegistry = {
    current: () => snapshot,
    unavailableReason: () => '',
    opsPublicKey: () => ops.publicKey,
    timestampPublicKey: () => '',
    secret: randomBytes(32),
    onRevision: () => () => undefined,
    stop: () => undefined,
  };
  const app = await createHost({ settings, store, live });
  // The next monolith is another process, which does not know the dictionary of this one. So the control has none.
  app.addHook('onSend', async (_request, reply) => void reply.removeHeader('integrity-policy').removeHeader('link'));
  process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
  await app.listen({ port: settings.port, host: 'localhost' });
}

try {
  await main();
} catch (error) {
  process.stderr.write(`monolith: ${(error as Error).message}\n`);
  process.exit(1);
}
