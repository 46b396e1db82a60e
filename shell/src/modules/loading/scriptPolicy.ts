import { serviceWorkerPath } from '@portal/mf-kit/pageLayout';
import type { PageConfig } from '../../platform/pageData';
import { type ModuleRegistry, registryKey } from '../../registry/moduleRegistry';

/** The scripts and stylesheets that may be loaded, and their URLs. */
export interface ScriptPolicy {
  /** Throws for a URL that the registry does not list. */
  integrityOf(url: string): string;
  /** Adds a number per retry: a browser does not cancel a download that hangs, and the same URL would join it. */
  retryUrl(url: string): string;
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

/** Script origins of the configured map and sign-in providers. The portal host's policy allows the same ones; no module may load from them. */
export const thirdPartyScriptOrigins = ({ mapsKey, firebase }: Pick<PageConfig, 'mapsKey' | 'firebase'>): string[] => [
  ...(mapsKey ? ['https://maps.googleapis.com'] : []),
  ...(firebase && firebase.providers.length > 0 ? ['https://apis.google.com'] : []),
];

/**
 * Sets the hooks that the webpack preset compiled into each module. Trusted Types then block every script except listed files, the service
 * worker and these origins.
 */
export function installScriptPolicy(sources: ScriptPolicy, thirdPartyOrigins: readonly string[], chunkPatience = 1): void {
  const page = globalThis as typeof globalThis & { trustedTypes?: TrustedTypesFactory };
  Object.assign(page, { __portalUrl: sources.retryUrl, __portalIntegrity: sources.integrityOf, __portalPatience: chunkPatience });
  page.trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      const { origin, href } = new URL(url, window.location.href);
      const isWorker = href === new URL(serviceWorkerPath, window.location.origin).href;
      if (!isWorker && !thirdPartyOrigins.includes(origin)) sources.integrityOf(url);
      return url;
    },
  });
}
