import type { createPrefetch as original, Prefetch } from '../../../shell/src/modules/prefetch';

/** As in the shell, someone who points at a link has its screen made ready; a chunk is loaded by running it, so nothing is fetched before. */
export const createPrefetch: typeof original = (registry, loader, routes): Prefetch => {
  async function ready(pathname: string): Promise<void> {
    const found = routes.find(pathname);
    const target = found && registry.current().modules[found.module];
    const remote = target && (await loader.load(found.module, target));
    await remote?.preload?.(pathname);
  }
  const quietly = (pathname: string) => ready(pathname).catch(() => undefined);
  return { prepareScreen: ready, files: quietly, onLinkHint: (pathname) => void quietly(pathname), whenIdle: () => undefined };
};
