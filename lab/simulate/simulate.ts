import { random } from '../../api/seed/random';
import type { Bug } from './bugs';
import { installClock } from './clock';
import { installCrypto } from './crypto';
import { endRun } from './ending';
import { createFileSystem, installFileSystem } from './file-system';
import { installResponses } from './responses';
import { createStep } from './steps';
import { createWorld } from './world';

const BEGAN = Date.parse('2026-05-01T12:00:00Z');
const STEPS = 150;

/** One run with all processes of the delivery in this process. The same seed gives the same run. Returns the broken invariants. */
export async function simulate(seed: number, bug: Bug | null = null): Promise<string[]> {
  const chance = random(seed);
  const clock = installClock(BEGAN);
  const files = createFileSystem(clock.now);
  const installed = [clock, installCrypto(chance), installFileSystem(files), installResponses()];
  try {
    const world = await createWorld({ chance, clock, files, bug });
    const step = createStep(world);
    for (let count = 0; count < STEPS; count++) await step();
    await endRun(world);
    return [...world.findings].sort();
  } finally {
    for (const { restore } of installed.reverse()) restore();
  }
}
