import type { ModuleVersion, Registry, SignedRegistry } from '@portal/mf-kit/module';

const REGISTRY = /<script type="application\/json" id="registry">(.*?)<\/script>/s;

const SHELL = /"\/modules\/shell\/([^/"]+)\//;

/** What stands in a page's HTML. */
export interface ParsedPage {
  signed: SignedRegistry;
  registry: Registry;
  /** The one that it begins with: the last good one, where the active one did not start in this browser. */
  shell: ModuleVersion;
}

/** Reads a page; null when it holds no registry, or a shell that the registry does not name. */
export function parsePage(html: string): ParsedPage | null {
  const text = REGISTRY.exec(html)?.[1];
  if (text === undefined) return null;
  const signed = JSON.parse(text) as SignedRegistry;
  const registry = JSON.parse(signed.document) as Registry;
  const version = SHELL.exec(html)?.[1];
  const shell = [registry.shell, registry.shell.lastGood].find((one) => one?.version === version);
  return shell ? { signed, registry, shell } : null;
}
