import type { ModuleManifest } from '@portal/mf-kit/module';
import { integrityOf } from '../../../delivery/src/store/integrity';
import type { Release } from './world';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The files of a version with these declarations, as in the store. Bypasses `publish`, which performs some of the checks already. */
export function filesOf(name: string, version: string, release: Release): Map<string, Uint8Array> {
  const { calls, weight, ...declared } = release;
  const entry = name === 'shell' ? 'shell.js' : 'remoteEntry.js';
  const files = new Map([
    [entry, bytesOf('x'.repeat(weight))],
    ['calls.json', bytesOf(JSON.stringify(calls))],
  ]);
  const manifest: ModuleManifest = {
    ...declared,
    name: name as ModuleManifest['name'],
    version,
    commit: 'none',
    container: `${name}_${version}`.replace(/\W/g, '_'),
    entry,
    calls: 'calls.json',
    files: Object.fromEntries([...files].map(([file, bytes]) => [file, { integrity: integrityOf(bytes), size: bytes.length }])),
    preload: {},
    prerendered: {},
    attested: true,
  };
  return new Map([...files, ['module.json', bytesOf(JSON.stringify(manifest))]]);
}
