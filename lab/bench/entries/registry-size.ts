import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { remotesIn } from '@portal/webpack/remotes';
import { type ActivationTarget, nextRegistry, versionOf } from '../../../delivery/src/registry/next-registry';
import { loadKey, signRegistry, signTimestamp } from '../../../delivery/src/registry/signatures';
import { filesOf } from '../compat/release';
import { declaredWorld, type World } from '../compat/world';
import type { Entry } from '../entry';
import { exactEstimate } from '../estimate';
import { type Lab, root } from '../lab';
import { kB } from '../numbers';

const MODULES = remotesIn(root);
const BUDGET_KB = 12;
const MANY = 100;
const word = { by: 'a person of ops', why: 'the list of jobs loads its pictures later', at: '2026-05-01T12:00:00.000Z' };

function targetOf(world: World, name: string, as = name, prefix = ''): ActivationTarget {
  const release = world.releases[name];
  const bytes = release && filesOf(as, '1.42.7', release).get('module.json');
  if (!bytes) throw new Error(`there is no ${name}`);
  const manifest = JSON.parse(new TextDecoder().decode(bytes)) as ModuleManifest;
  const routes = Object.fromEntries(Object.entries(manifest.routes).map(([path, route]) => [prefix + path, route]));
  return { manifest: { ...manifest, routes }, bytes, lastGood: versionOf({ ...manifest, version: '1.42.6' }, bytes) };
}

/** The signed registry of these modules as in each page, gzipped. */
function packed(lab: Lab, targets: ActivationTarget[]): { bytes: number; parseMs: number } {
  const folder = join(lab.folder, 'registry-size');
  mkdirSync(folder, { recursive: true });
  const signed = signRegistry(nextRegistry(null, targets, word), loadKey(folder, 'ops'));
  const text = JSON.stringify({ ...signed, timestamp: signTimestamp(1, new Date(word.at), loadKey(folder, 'timestamp')) });
  const began = performance.now();
  JSON.parse((JSON.parse(text) as typeof signed).document);
  return { bytes: gzipSync(text).length, parseMs: performance.now() - began };
}

export const registrySize: Entry = {
  id: 'registry-size',
  what: `The signed registry of ${MODULES.length} modules in every page, gzipped`,
  on: 'machine',
  unit: 'kB',
  atMost: BUDGET_KB,
  async measure(lab) {
    const world = await declaredWorld();
    const shell = targetOf(world, 'shell');
    const { bytes } = packed(lab, [shell, ...MODULES.map((name) => targetOf(world, name))]);
    const many = Array.from({ length: MANY }, (_, place) => {
      const name = MODULES[place % MODULES.length] ?? '';
      return targetOf(world, name, `${name}-${place}`, `/${place}`);
    });
    const grown = packed(lab, [shell, ...many]);
    return {
      ...exactEstimate(bytes / 1000),
      detail: `with ${MANY} such modules ${kB(grown.bytes)}, parsed in ${grown.parseMs.toFixed(1)} ms: each additional module adds ${((grown.bytes - bytes) / (MANY - MODULES.length)).toFixed(0)} bytes to a page`,
    };
  },
};
