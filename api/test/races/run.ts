import { everyRoute } from '../fuzz/fuzz';
import { startFuzzApi } from '../fuzz/fuzz-api';
import globalSetup from '../global-setup';
import globalTeardown from '../global-teardown';
import { type RaceExtent, type RaceResult, racePairs } from './races';

/** Races every write that the API serves, on a separate database server. */
export async function runRaces(extent: RaceExtent): Promise<RaceResult> {
  await globalSetup();
  try {
    const ground = await startFuzzApi();
    try {
      return await racePairs(ground, everyRoute(), extent);
    } finally {
      await ground.stop();
    }
  } finally {
    await globalTeardown();
  }
}
