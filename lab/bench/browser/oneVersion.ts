import type { Registry, RegistryModule } from '@portal/mf-kit/module';

/** The remotes with a second version, which a page may run instead of the active one. */
export const remotesWithAnother = (modules: Readonly<Record<string, Pick<RegistryModule, 'lastGood' | 'canary'>>>): string[] =>
  Object.entries(modules).flatMap(([name, { lastGood, canary }]) => (lastGood || canary ? [name] : []));

/** Rejects if a remote has a fallback version, for example after a release by another entry: a failure would then show no card. */
export async function assertOneVersion(url: string): Promise<void> {
  const { document } = (await (await fetch(`${url}/registry.json`)).json()) as { document: string };
  const found = remotesWithAnother((JSON.parse(document) as Registry).modules);
  if (found.length > 0)
    throw new Error(`${found.join(', ')}: released in this run, so its last good version would be shown: measure this entry alone`);
}
