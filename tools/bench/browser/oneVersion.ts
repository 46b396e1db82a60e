import type { Registry, RegistryModule } from '@portal/mf-kit/module';

/** The remotes that have another version beside the active one, which a page may run in its place. */
export const withAnother = (modules: Readonly<Record<string, Pick<RegistryModule, 'lastGood' | 'canary'>>>): string[] =>
  Object.entries(modules).flatMap(([name, { lastGood, canary }]) => (lastGood || canary ? [name] : []));

/** Rejects where a remote's failure is answered by a version of before: a release of another entry is not part of a figure. */
export async function assertOneVersion(url: string): Promise<void> {
  const { document } = (await (await fetch(`${url}/registry.json`)).json()) as { document: string };
  const found = withAnother((JSON.parse(document) as Registry).modules);
  if (found.length > 0)
    throw new Error(`${found.join(', ')}: released in this run, a last good version would stand in: measure this alone`);
}
