import { resolve } from 'node:path';
import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import { remotesIn } from '@portal/webpack/remotes';
import { sourceHash } from '@portal/webpack/sources';
import { readModule } from '@portal/webpack/workspace';

const root = resolve(import.meta.dirname, '../../..');

/** Rejects if the composed portal at `url` was built from other sources than the present ones, from which the monolith was built. */
export async function assertSameSources(url: string): Promise<void> {
  const signed = (await (await fetch(`${url}/registry.json`)).json()) as SignedRegistry;
  const { shell, modules } = JSON.parse(signed.document) as Registry;
  for (const name of ['shell', ...remotesIn(root)]) {
    const version = name === 'shell' ? shell.version : modules[name]?.version;
    const hash = sourceHash(root, readModule(name, root).dir);
    if (!version?.endsWith(`-local.${hash}`))
      throw new Error(`the sources of ${name} changed during the measurement: ${version}, now ${hash}`);
  }
}
