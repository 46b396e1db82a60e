import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import { buildAs, portalCommand } from './portal-command';

/** Changes what a build says of itself, or one of its scripts. */
export interface Change {
  manifest?: (manifest: ModuleManifest) => void;
  /** Gives the changed text of a script; the same text leaves it. */
  script?: (text: string) => string;
}

const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** Publishes the module's present sources under another version, changed as a bad release would be: the hashes are those of what is in it. */
export async function publishChanged(module: string, version: string, { manifest: changed, script }: Change): Promise<void> {
  const folder = temporaryFolder(module);
  const out = join(folder, 'dist');
  try {
    await buildAs(module, version, out);
    const file = join(out, 'module.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as ModuleManifest;
    let count = 0;
    for (const name of script ? readdirSync(out).filter((one) => one.endsWith('.js')) : []) {
      const text = readFileSync(join(out, name), 'utf8');
      const next = script?.(text) ?? text;
      if (next === text) continue;
      count++;
      writeFileSync(join(out, name), next);
      manifest.files[name] = { integrity: integrityOf(next), size: Buffer.byteLength(next) };
    }
    if (script && count === 0) throw new Error(`nothing of ${module} was changed`);
    changed?.(manifest);
    writeFileSync(file, JSON.stringify(manifest));
    await portalCommand('publish', module, '--dir', out);
  } finally {
    dropFolder(folder);
  }
}

/** The script whose exported screen throws when it is rendered. */
export const throwing = (screen: string) => (text: string) =>
  text.replace(new RegExp(`\\b${screen}:\\(\\)=>[\\w$]+`), `${screen}:()=>()=>{throw new Error("spoiled")}`);
