import type { Route } from '../../platform/http/http-binding';
import { startApi, type TestApi } from '../api';
import { startProvider } from '../provider';
import { rehearseConflicts } from './conflict';
import type { World } from './scene';
import { makeWorld } from './world';

/** An API with a world in it, on which calls are tried. */
export interface Ground {
  api: TestApi;
  world: World;
  stop(): Promise<void>;
}

/** Starts one, with a provider who signs in. */
export async function startGround(socketRoutes: Route[] = []): Promise<Ground> {
  const provider = await startProvider();
  const api = await startApi({ socketRoutes, env: { identity: provider.identity } });
  const world = await makeWorld(api, provider);
  await rehearseConflicts();
  return {
    api,
    world,
    async stop() {
      await api.stop();
      await provider.stop();
    },
  };
}
