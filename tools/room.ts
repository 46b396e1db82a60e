import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { budgetProblem, weightOfFolder } from '../delivery/src/gate/budget';
import { NEXT_BYTES } from '../e2e/faults/sets/next';

function problemOf(manifest: ModuleManifest, weight: number): string | null {
  const { name, budget = 0 } = manifest;
  const room = budget - weight;
  return (
    budgetProblem(manifest, weight) ??
    (room >= NEXT_BYTES
      ? null
      : `${name} has ${room} bytes free of its budget of ${budget} for a first load, and needs ${NEXT_BYTES}: the next release in the version sets adds them. Load later what the first screen does not need`)
  );
}

/** Prints a line for each build. Returns a problem for each module that the store would reject, now or as the next release of the version sets. */
export async function weighBuilds(folders: readonly string[], say: (line: string) => void): Promise<string[]> {
  const problems: (string | null)[] = [];
  for (const folder of folders) {
    const manifest = JSON.parse(readFileSync(join(folder, 'module.json'), 'utf8')) as ModuleManifest;
    const { name, budget = 0 } = manifest;
    const weight = await weightOfFolder(manifest, folder);
    const [weighs, free] = [weight, budget - weight].map((bytes) => String(bytes).padStart(6));
    say(`${name.padEnd(16)} weighs ${weighs} bytes of ${budget}, ${free} free`);
    problems.push(problemOf(manifest, weight));
  }
  return problems.filter((problem) => problem !== null);
}
