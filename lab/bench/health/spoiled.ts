import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { run } from '../../../tools/dev-portal/child-process.mjs';
import { type Lab, root } from '../lab';

/** Returns the changed text of a script, or the same text. */
export type SpoilScript = (text: string, file: string, manifest: ModuleManifest) => string;

const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** Publishes the current sources of a module as another version with a fault. The hashes in its manifest are correct. */
export async function publishSpoiled(lab: Lab, module: string, version: string, spoil: SpoilScript): Promise<void> {
  const out = join(lab.folder, 'releases', version);
  lab.say(`${module} ${version}: built, spoiled and published`);
  await run(['shared/webpack/bin/portal-build.mjs', module, '--version', version, '--out', out], { cwd: root, env: process.env });
  const listing = join(out, 'module.json');
  const manifest = JSON.parse(readFileSync(listing, 'utf8')) as ModuleManifest;
  let count = 0;
  for (const file of readdirSync(out).filter((name) => name.endsWith('.js'))) {
    const text = readFileSync(join(out, file), 'utf8');
    const next = spoil(text, file, manifest);
    if (next === text) continue;
    count++;
    writeFileSync(join(out, file), next);
    manifest.files[file] = { integrity: integrityOf(next), size: Buffer.byteLength(next) };
  }
  if (count === 0) throw new Error(`nothing of ${module} ${version} was spoiled`);
  writeFileSync(listing, JSON.stringify(manifest));
  await lab.command('publish', module, '--dir', out);
}
