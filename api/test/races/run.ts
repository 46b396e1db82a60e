import { everyRoute } from '../fuzz/fuzz';
import { startFuzzApi } from '../fuzz/fuzz-api';
import globalSetup from '../global-setup';
import globalTeardown from '../global-teardown';
import { type Extent, type Races, races } from './races';

/** Races every write that the API serves, on a separate database server. */
export async function runRaces(extent: Extent): Promise<Races> {
  await globalSetup();
  try {
    const ground = await startFuzzApi();
    try {
      return await races(ground, everyRoute(), extent);
    } finally {
      await ground.stop();
    }
  } finally {
    await globalTeardown();
  }
}
