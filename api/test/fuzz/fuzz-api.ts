import type { Route } from '../../src/platform/http/routes';
import { startProvider } from '../provider';
import { startApi, type TestApi } from '../test-api';
import { rehearseConflicts } from './conflict';
import { makeWorld } from './fixtures';
import type { FuzzWorld } from './scene';

/** An API with a world of scenes, for fuzzed calls. */
export interface FuzzApi {
  api: TestApi;
  world: FuzzWorld;
  stop(): Promise<void>;
}

/** Starts an API with a sign-in provider. */
export async function startFuzzApi(socketRoutes: Route[] = []): Promise<FuzzApi> {
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
