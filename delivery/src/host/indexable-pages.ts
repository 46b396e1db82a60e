import { type ModuleManifest, type PageFacts, sharedPicture } from '@portal/mf-kit/module';
import { normalisePath, ownedRoutes } from '@portal/mf-kit/routePatterns';
import { findRoute } from '../registry/route-owners';
import type { Snapshot } from './live-registry';

export interface IndexablePage extends PageFacts {
  /** The canonical path, independent of the requested spelling. */
  address: string;
  module: string;
  description: string;
  picture: string | null;
}

type Listed = ReadonlyMap<string, IndexablePage>;
type Declared = Pick<Snapshot, 'registry' | 'manifests'>;
/** By manifests, because a set with overrides has fewer manifests for the same registry. */
const known = new WeakMap<Snapshot['manifests'], Listed>();

function pictureOf({ name, version, files }: ModuleManifest, address: string): string | null {
  const file = sharedPicture(address);
  return file in files ? `/modules/${name}/${version}/${file}` : null;
}

function list({ registry, manifests }: Declared): Listed {
  const listed = new Map<string, IndexablePage>();
  const modules = Object.fromEntries([...manifests].filter(([name]) => name in registry.modules));
  for (const { module, pattern, route } of ownedRoutes(modules)) {
    if (route.access !== 'public' || route.notFound || pattern === '*') continue;
    const pages: [string, PageFacts][] = pattern.includes('/:') ? Object.entries(route.pages ?? {}) : [[pattern, route]];
    for (const [path, { title, description }] of pages) {
      const address = normalisePath(path);
      // A more specific route may own the address.
      const isAnswered = findRoute(registry.modules, address)?.pattern === pattern;
      const manifest = manifests.get(module);
      if (manifest && description && isAnswered)
        listed.set(address, { address, module, title, description, picture: pictureOf(manifest, address) });
    }
  }
  return listed;
}

/** Every public page with a description, by address. */
export function indexablePages(declared: Declared): Listed {
  const listed = known.get(declared.manifests) ?? list(declared);
  known.set(declared.manifests, listed);
  return listed;
}
