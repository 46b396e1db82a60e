import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** On which device a journey is walked; what needs the portal's folder runs on a portal of the run's `own` alone. */
type Device = 'desk' | 'phone' | 'both' | 'own';

/**
 * Chooses the specs of a folder by their devices, as its specs.json says. Throws for one without a line there: it would be walked nowhere, and
 * a run of it alone would pass with no test.
 */
export function specsIn(folder: string): (...devices: Device[]) => string[] {
  const table = JSON.parse(readFileSync(join(folder, 'specs.json'), 'utf8')) as Record<string, { on: Device }>;
  const there = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.spec.ts'));
  const lost = there.filter((path) => !Object.hasOwn(table, path.replace(/\.spec\.ts$/, '')));
  if (lost.length > 0)
    throw new Error(`specs.json has no line for ${lost.join(', ')}: of which remotes is it, and on which device is it walked?`);
  return (...devices) =>
    Object.entries(table)
      .filter(([, { on }]) => devices.includes(on))
      .map(([path]) => `${path}.spec.ts`);
}
