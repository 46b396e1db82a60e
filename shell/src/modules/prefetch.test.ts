import type { RemoteLifecycles } from '@portal/mf-kit/remote';
import { declaredRegistry } from '@portal/testing/declaredRegistry';
import { createRouteTable } from '../navigation/routeTable';
import { createRegistry } from '../registry/moduleRegistry';
import type { ModuleLoader } from './loading/moduleLoader';
import { createPrefetch } from './prefetch';

const context = { guardId: 'a', lastPosition: () => null };

function open(remote: Partial<RemoteLifecycles> | Error) {
  const registry = createRegistry(declaredRegistry(), {});
  const loaded: string[] = [];
  const loader = {
    async load(name: string) {
      loaded.push(name);
      if (remote instanceof Error) throw remote;
      return remote as RemoteLifecycles;
    },
  } as ModuleLoader;
  return { loaded, prefetch: createPrefetch(registry, loader, createRouteTable(registry)) };
}

it('[INSTANT-04] the press of a link starts the reads of its screen in the remote that owns the path', async () => {
  const started: unknown[] = [];
  const { prefetch, loaded } = open({ prefetch: async (...given) => void started.push(given) });
  const to = new URL('/job-history?page=2', window.location.origin);
  await prefetch.onLinkPress(to, context);
  expect(loaded).toEqual(['mf-jobs']);
  expect(started).toEqual([[to, context]]);
});

it.each([
  ['an older remote without reads', {}],
  ['a remote that cannot be loaded', new Error('Failed to fetch')],
  ['reads that fail', { prefetch: async () => Promise.reject(new Error('no')) }],
])('a press does nothing for %s: the click loads the screen', async (_what, remote) => {
  await expect(open(remote).prefetch.onLinkPress(new URL('/onJob', window.location.origin), context)).resolves.toBeUndefined();
});
