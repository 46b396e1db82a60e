import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { run } from '../../portal/child.mjs';
import { type Lab, root } from '../lab';

/** Gives the changed text of a script; the same text leaves it. */
export type Spoil = (text: string, file: string, manifest: ModuleManifest) => string;

const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** Publishes the present sources of a module under another version, spoiled as a bad release is: its hashes are those of what is in it. */
export async function publishSpoiled(lab: Lab, module: string, version: string, spoil: Spoil): Promise<void> {
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
