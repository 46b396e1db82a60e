import type { Sources } from '../../../shell/src/composition/sources';

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

/** A monolith checks no hashes. */
export const createSources = (): Sources => ({ integrityOf: () => '', tryUrl: (url) => url, anotherTry: () => undefined });

/** The page's policy asks for Trusted Types all the same. */
export function enforce(): void {
  const page = globalThis as typeof globalThis & { trustedTypes?: TrustedTypesFactory };
  page.trustedTypes?.createPolicy('default', { createScriptURL: (url) => url });
}

export const foreignScripts = (): string[] => [];
