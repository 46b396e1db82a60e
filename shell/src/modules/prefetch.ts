import type { RouteTable } from '../navigation/routeTable';
import { folderOf, type ModuleRegistry } from '../registry/moduleRegistry';
import type { ModuleLoader } from './loading/moduleLoader';

/** Loads the files of a path's screen before the guard opens it. Ignores failures. */
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
  /** Runs the module's entry, and loads the code of the screen. */
  async function prepareScreen(pathname: string): Promise<void> {
    const found = routes.find(pathname);
    const target = found && registry.current().modules[found.module];
    const remote = target && (await loader.load(found.module, target));
    await remote?.preload?.(pathname);
  }
  const tryFetchFiles = (pathname: string) => fetchFiles(pathname).catch(() => undefined);

  return {
    prepareScreen,
    files: tryFetchFiles,
    /** The guard points at a link. */
    onLinkHint(pathname: string) {
      void tryFetchFiles(pathname)
        .then(() => prepareScreen(pathname))
        .catch(() => undefined);
    },
  };
}
export type Prefetch = ReturnType<typeof createPrefetch>;
