import type { createPrefetch as original, Prefetch } from '../../../shell/src/modules/prefetch';

/** As in the shell, pointing at a link prepares its screen. A chunk can only be loaded by running it, so no files are fetched before. */
export const createPrefetch: typeof original = (registry, loader, routes): Prefetch => {
  async function ready(pathname: string): Promise<void> {
    const found = routes.find(pathname);
    const target = found && registry.current().modules[found.module];
    const remote = target && (await loader.load(found.module, target));
    await remote?.preload?.(pathname);
  }
  const quietly = (pathname: string) => ready(pathname).catch(() => undefined);
  return { prepareScreen: ready, files: async () => undefined, onLinkHint: (pathname) => void quietly(pathname) };
};
