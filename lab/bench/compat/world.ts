import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallShapes, shapesOf } from '@portal/contracts/_kernel/calls';
import { versions } from '@portal/contracts/versions';
import { EXPOSED, LIFECYCLES, type ModuleDeclaration, type ModuleManifest } from '@portal/mf-kit/module';
import { PORTAL_VERSION } from '@portal/mf-kit/portal';
import { providedVersions } from '@portal/webpack/providedLibraries';
import { remotesIn } from '@portal/webpack/remotes';
import type { ServedApi } from '../../../delivery/src/gate/gate';
import { callsOf, listEndpoints } from '../../../tools/lint/declared-contracts';
import { root } from '../lab';

/** The manifest fields of a release that the gate checks. */
export interface Release extends Pick<ModuleManifest, 'routes' | 'portal' | 'contracts' | 'shared' | 'exposes' | 'budget'> {
  calls: CallShapes;
  /** Brotli bytes of its heaviest path. */
  weight: number;
}

/** All input of the gate: the shell, the modules and the API that they call. */
export interface World {
  releases: Record<string, Release>;
  served: ServedApi;
}

const PART_OF_BUDGET = 0.7;

async function releaseOf(name: string): Promise<Release> {
  const dir = join(root, name);
  const { module } = (await import(join(dir, 'module.ts'))) as { module: Partial<ModuleDeclaration> };
  const { portal } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { portal: { budget: number } };
  const isShell = name === 'shell';
  const given = Object.entries(providedVersions(dir)).map(([library, version]) => [library, isShell ? version : `^${version}`]);
  return {
    routes: module.routes ?? {},
    portal: module.portal ?? PORTAL_VERSION,
    contracts: module.contracts ?? {},
    shared: Object.fromEntries(given),
    ...(isShell ? {} : { exposes: { [EXPOSED]: [...LIFECYCLES, 'preload'] } }),
    budget: portal.budget,
    calls: shapesOf(await callsOf(name)),
    weight: Math.floor(portal.budget * PART_OF_BUDGET),
  };
}

/** The declarations of this repository's shell, remotes and API. */
export async function declaredWorld(): Promise<World> {
  const releases = await Promise.all(['shell', ...remotesIn(root)].map(async (name) => [name, await releaseOf(name)] as const));
  const calls = (await listEndpoints()).filter(({ auth }) => auth !== 'staff');
  return {
    releases: Object.fromEntries(releases),
    served: { contracts: Object.fromEntries(Object.entries(versions).map(([domain, major]) => [domain, [major]])), calls: shapesOf(calls) },
  };
}
