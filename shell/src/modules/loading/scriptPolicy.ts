import { serviceWorkerPath } from '@portal/mf-kit/pageLayout';
import type { PageConfig } from '../../platform/pageData';
import { type ModuleRegistry, registryKey } from '../../registry/moduleRegistry';

/** Where scripts and stylesheets may come from, and under which address they are asked for. */
export interface ScriptPolicy {
  /** The listed hash of a URL; throws for what the registry does not list. */
  integrityOf(url: string): string;
  /** A hung download is never cancelled, and the same URL joins it: each new try of a version has its own. */
  retryUrl(url: string): string;
  /** The next downloads of this version's files use new URLs. */
  retryWithNewUrls(folder: string): void;
}

export function createSources(registry: ModuleRegistry): ScriptPolicy {
  const tries = new Map<string, number>();
  return {
    integrityOf(url) {
      const hash = registry.integrity(registryKey(url));
      if (hash === undefined) throw new Error(`Not in the registry: ${url}`);
      return hash;
    },
    retryUrl(url) {
      const name = registryKey(url);
      const [, count] = [...tries].find(([folder]) => name.startsWith(folder)) ?? [];
      return count ? `${url}?try=${count}` : url;
    },
    retryWithNewUrls: (folder) => void tries.set(folder, (tries.get(folder) ?? 0) + 1),
  };
}

interface TrustedTypesFactory {
  createPolicy(name: string, rules: Record<string, (value: string) => string>): unknown;
}

/** Whose own scripts a configured map or sign-in provider brings: the host's policy names the same. No module may come from there. */
export const thirdPartyScriptOrigins = ({ mapsKey, firebase }: Pick<PageConfig, 'mapsKey' | 'firebase'>): string[] => [
  ...(mapsKey ? ['https://maps.googleapis.com'] : []),
  ...(firebase && firebase.providers.length > 0 ? ['https://apis.google.com'] : []),
];

/** Hands the checks to the hooks that the preset compiled into every module, and closes the page's script sinks to anything but these, the worker and the named origins. */
export function installScriptPolicy(sources: ScriptPolicy, foreign: readonly string[], chunkPatience = 1): void {
  const page = globalThis as typeof globalThis & { trustedTypes?: TrustedTypesFactory };
  Object.assign(page, { __portalUrl: sources.retryUrl, __portalIntegrity: sources.integrityOf, __portalPatience: chunkPatience });
  page.trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      const { origin, href } = new URL(url, window.location.href);
      const isWorker = href === new URL(serviceWorkerPath, window.location.origin).href;
      if (!isWorker && !foreign.includes(origin)) sources.integrityOf(url);
      return url;
    },
  });
}
