import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The device of a journey. Tests that need the portal's folder run only on the run's `own` portal. */
type Device = 'desk' | 'phone' | 'both' | 'own';

/**
 * Selects the specs of a folder by their devices in specs.json. Throws for a spec without an entry, because no run would include it, and a
 * run of only this spec would pass without a test.
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
