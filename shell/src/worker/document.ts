import type { Registry, SignedRegistry } from '@portal/mf-kit/module';

const REGISTRY = /<script type="application\/json" id="registry">(.*?)<\/script>/s;

/** The registry that stands in a page's HTML; null when there is none. */
export function registryIn(html: string): { signed: SignedRegistry; registry: Registry } | null {
  const text = REGISTRY.exec(html)?.[1];
  if (text === undefined) return null;
  const signed = JSON.parse(text) as SignedRegistry;
  return { signed, registry: JSON.parse(signed.document) as Registry };
}
