import type { Registry, RegistryModule } from './module';

/** The cookie with the device's random number, 0 to 9,999. It identifies nobody: one device in ten thousand has the same number. */
export const DRAW_COOKIE = 'draw';
export const DRAW_COUNT = 10_000;

/** Returns the number in a cookie; null if it is invalid. */
export const readDraw = (value: string | null | undefined): number | null => (/^\d{1,4}$/.test(value ?? '') ? Number(value) : null);

/** FNV-1a. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const char of name) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

/** The rank of a number in the module's own order of all numbers. Otherwise the same devices would run every canary. */
function rankOf(name: string, draw: number): number {
  const hash = hashOf(name);
  const odd = (hash % DRAW_COUNT) | 1;
  // Coprime to 10,000, so every rank occurs once.
  const step = odd % 5 === 0 ? odd + 2 : odd;
  return (draw * step + (hash >>> 8)) % DRAW_COUNT;
}

/** Whether a device runs the canary of a module: exactly `percent` of all numbers. A higher percentage keeps the devices of a lower one. */
export const isInCanary = (name: string, percent: number, draw: number): boolean => rankOf(name, draw) < (percent / 100) * DRAW_COUNT;

function withCanary(entry: RegistryModule): RegistryModule {
  const { canary, version, container, entry: file, integrity, lastGood } = entry;
  if (!canary) return entry;
  const { percent: _percent, routes = entry.routes, ...own } = canary;
  // If the canary fails, the active version is the fallback.
  return { ...entry, ...own, routes, lastGood: { version, container, entry: file, integrity }, lastGoodOfActive: lastGood };
}

/** Returns the registry in which these modules run their canary. */
export const withCanaries = (registry: Registry, names: readonly string[]): Registry =>
  names.length === 0
    ? registry
    : {
        ...registry,
        modules: Object.fromEntries(
          Object.entries(registry.modules).map(([name, entry]) => [name, names.includes(name) ? withCanary(entry) : entry]),
        ),
      };

/** The modules that the device runs as a canary; none without a number. */
export const canariesFor = ({ modules }: Registry, draw: number | null): string[] =>
  draw === null
    ? []
    : Object.entries(modules).flatMap(([name, { canary }]) => (canary && isInCanary(name, canary.percent, draw) ? [name] : []));

/** Every set of versions that may meet in pairs on a device: without canaries, with each canary alone, and with all. */
export function possibleSets(registry: Registry): Registry[] {
  const names = Object.entries(registry.modules).flatMap(([name, { canary }]) => (canary ? [name] : []));
  const sets = names.length > 1 ? [...names.map((name) => [name]), names] : [names];
  return [registry, ...sets.filter((set) => set.length > 0).map((set) => withCanaries(registry, set))];
}
