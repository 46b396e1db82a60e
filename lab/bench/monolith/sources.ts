import type { ScriptPolicy } from '../../../shell/src/modules/loading/scriptPolicy';

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

/** A monolith checks no hashes. */
export const createSources = (): ScriptPolicy => ({ integrityOf: () => '', retryUrl: (url) => url, retryWithNewUrls: () => undefined });

/** The page's policy requires Trusted Types. */
export function installScriptPolicy(): void {
  const page = globalThis as typeof globalThis & { trustedTypes?: TrustedTypesFactory };
  page.trustedTypes?.createPolicy('default', { createScriptURL: (url) => url });
}

export const thirdPartyScriptOrigins = (): string[] => [];
