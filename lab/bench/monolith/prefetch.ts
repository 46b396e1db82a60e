import type { createPrefetch as original, Prefetch } from '../../../shell/src/modules/prefetch';

/** As in the shell, pointing at a link prepares its screen. A chunk can only be loaded by running it, so no files are fetched before. */
export const createPrefetch: typeof original = (registry, loader, routes): Prefetch => {
  async function remoteOf(pathname: string) {
    const found = routes.find(pathname);
    const target = found && registry.current().modules[found.module];
    return target && loader.load(found.module, target);
  }
  const ready = async (pathname: string): Promise<void> => void (await (await remoteOf(pathname))?.preload?.(pathname));
  const quietly = (pathname: string) => ready(pathname).catch(() => undefined);
  return {
    prepareScreen: ready,
    files: quietly,
    onLinkHint: (pathname) => void quietly(pathname),
    async onLinkPress(to, context) {
      const remote = await remoteOf(to.pathname).catch(() => null);
      await remote?.prefetch?.(to, context).catch(() => undefined);
    },
    whenIdle: () => undefined,
  };
};
