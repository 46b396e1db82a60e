import { createHash } from 'node:crypto';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { containerOf } from '@portal/webpack/workspace';
import { isCompressible, SUFFIX, toBrotli } from '../../delivery/src/compress';
import { deltasOf } from '../../delivery/src/deltas';
import { integrityOf } from '../../delivery/src/integrity';
import { readManifest, type Store } from '../../delivery/src/store';

/** Another version of what is published: files that a change is made to, listed as what they are then. */
export interface Release {
  version: string;
  /** Gives the changed text of a script; the same text leaves it. */
  script?: (text: string, file: string, manifest: ModuleManifest) => string;
  /** Keeps what differs from the version that it is a copy of, as a publish does. */
  hasDeltas?: true;
  /** Compresses as tightly as a publisher does, for a module near its budget. */
  isTight?: true;
  /** Changes what it says of itself. */
  manifest?: (manifest: ModuleManifest) => void;
}

/** A tenth of a publisher's time, and about 8 % more bytes. */
const FAST_QUALITY = 9;
const TIGHT_QUALITY = 11;

const isText = (file: string) => /\.(js|css|json|html)$/.test(file);

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** Adds a changed copy of a published version to the store, as a build of other sources would be. */
export async function release(
  store: Store,
  name: string,
  from: string,
  { version, script, hasDeltas, isTight, manifest: changed }: Release,
): Promise<void> {
  const found = await readManifest(store, name, from);
  if (!found) throw new Error(`${name} ${from} is not published`);
  const container = containerOf(name, version);
  // Class names hold the version, so a build's stylesheets are never called as those of another: a page would take one for the other.
  const sheets = Object.keys(found.manifest.files).flatMap((file) => /\.([0-9a-f]{8})\.css$/.exec(file)?.[1] ?? []);
  const renamed = (text: string) =>
    sheets.reduce((so, hash) => so.replaceAll(hash, hashOf(container + hash)), text.replaceAll(found.manifest.container, container));
  const manifest = { ...(JSON.parse(renamed(JSON.stringify(found.manifest))) as ModuleManifest), version };
  changed?.(manifest);
  let count = 0;
  const files = new Map<string, Uint8Array>();
  for (const file of Object.keys(found.manifest.files)) {
    const bytes = await store.read(name, from, file);
    if (!bytes) throw new Error(`${name} ${from}: ${file} is missing`);
    const text = isText(file) ? renamed(new TextDecoder().decode(bytes)) : null;
    const spoiled = text !== null && file.endsWith('.js') && script ? script(text, file, manifest) : text;
    if (spoiled !== text) count++;
    const next = spoiled === null ? bytes : new TextEncoder().encode(spoiled);
    const called = renamed(file);
    files.set(called, next);
    // Its budget is of packed bytes.
    if (isCompressible(called)) files.set(called + SUFFIX.br, await toBrotli(next, isTight ? TIGHT_QUALITY : FAST_QUALITY));
    manifest.files[called] = { integrity: integrityOf(next), size: next.length };
  }
  if (script && count === 0) throw new Error(`nothing of ${name} ${version} was changed`);
  if (hasDeltas) for (const [file, delta] of await deltasOf(store, manifest, files, [from])) files.set(file, delta);
  files.set('module.json', new TextEncoder().encode(JSON.stringify(manifest)));
  await store.add(name, version, files, new Map());
}
