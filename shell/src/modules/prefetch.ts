import type { RouteTable } from '../navigation/routeTable';
import { whenIdleAfterLoad } from '../platform/scheduling';
import { folderOf, type ModuleRegistry } from '../registry/moduleRegistry';
import type { ModuleLoader } from './loading/moduleLoader';

/** Brings the files of a path's screen into the browser's cache, so that going there costs no download. Failures do not matter here. */
export function createPrefetch(registry: ModuleRegistry, loader: ModuleLoader, routes: RouteTable) {
  const done = new Set<string>();

  async function fetchFiles(pathname: string): Promise<void> {
    const found = routes.find(pathname);
    const target = found && registry.current().modules[found.module];
    if (!found || !target || target.dev) return;
    const once = `${target.container} ${found.pattern}`;
    if (done.has(once)) return;
    done.add(once);
    const manifest = await loader.manifest(found.module, target);
    const files = [target.entry, ...(manifest?.preload[found.pattern] ?? [])];
    const folder = folderOf(found.module, target);
    await Promise.all(files.map((file) => fetch(folder + file, { priority: 'low' }).then((reply) => reply.arrayBuffer())));
  }
  /** Runs the module's entry and its screen's code: then only the mount is left to do. */
  async function prepareScreen(pathname: string): Promise<void> {
    const found = routes.find(pathname);
    const target = found && registry.current().modules[found.module];
    const remote = target && (await loader.load(found.module, target));
    await remote?.preload?.(pathname);
  }
  const quietly = (pathname: string) => fetchFiles(pathname).catch(() => undefined);

  return {
    prepareScreen,
    files: quietly,
    /** Someone points at a link: its screen is made ready. */
    onLinkHint(pathname: string) {
      void quietly(pathname)
        .then(() => prepareScreen(pathname))
        .catch(() => undefined);
    },
    /** One after the other, when the page has nothing else to do and the guard does not save data. */
    whenIdle(pathnames: () => string[]) {
      const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
      if (connection?.saveData) return;
      whenIdleAfterLoad(async () => {
        for (const pathname of pathnames()) await quietly(pathname);
      });
    },
  };
}
export type Prefetch = ReturnType<typeof createPrefetch>;
