import { type ModuleManifest, type PageFacts, sharedPicture } from '@portal/mf-kit/module';
import { normalisePath, ownedRoutes } from '@portal/mf-kit/routePatterns';
import { findRoute } from '../patterns';
import type { Snapshot } from './live';

/** A page that search engines and shared links may know. */
export interface ListedPage extends PageFacts {
  /** The one spelling of its path: what it is known under, whatever was typed. */
  address: string;
  module: string;
  description: string;
  /** The path of what is shown where it is shared. */
  picture: string | null;
}

type Listed = ReadonlyMap<string, ListedPage>;
type Declared = Pick<Snapshot, 'registry' | 'manifests'>;
/** By the manifests, for what one browser overrides has none in a set with the same registry. */
const known = new WeakMap<Snapshot['manifests'], Listed>();

function pictureOf({ name, version, files }: ModuleManifest, address: string): string | null {
  const file = sharedPicture(address);
  return file in files ? `/modules/${name}/${version}/${file}` : null;
}

function list({ registry, manifests }: Declared): Listed {
  const listed = new Map<string, ListedPage>();
  const modules = Object.fromEntries([...manifests].filter(([name]) => name in registry.modules));
  for (const { module, pattern, route } of ownedRoutes(modules)) {
    if (route.access !== 'public' || route.notFound || pattern === '*') continue;
    const pages: [string, PageFacts][] = pattern.includes('/:') ? Object.entries(route.pages ?? {}) : [[pattern, route]];
    for (const [path, { title, description }] of pages) {
      const address = normalisePath(path);
      // Another route may answer there, being more specific.
      const isAnswered = findRoute(registry.modules, address)?.pattern === pattern;
      const manifest = manifests.get(module);
      if (manifest && description && isAnswered)
        listed.set(address, { address, module, title, description, picture: pictureOf(manifest, address) });
    }
  }
  return listed;
}

/** Every page that is open to everybody and says of itself what it is about, by address. */
export function listedPages(declared: Declared): Listed {
  const listed = known.get(declared.manifests) ?? list(declared);
  known.set(declared.manifests, listed);
  return listed;
}
