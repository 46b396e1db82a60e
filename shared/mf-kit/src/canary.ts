import type { Registry, RegistryModule } from './module';

/** The cookie in which a device keeps its draw. It names nobody: of ten thousand devices one has the same. */
export const DRAW_COOKIE = 'draw';
export const DRAWS = 10_000;

/** The draw that a cookie holds; null for anything else. */
export const readDraw = (value: string | null | undefined): number | null => (/^\d{1,4}$/.test(value ?? '') ? Number(value) : null);

/** FNV-1a. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const char of name) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

/** A draw's place in a module's own order of all draws, or the same few devices would try out everything. */
function rankOf(name: string, draw: number): number {
  const hash = hashOf(name);
  const odd = (hash % DRAWS) | 1;
  // Prime to 10,000: every place is taken once.
  const step = odd % 5 === 0 ? odd + 2 : odd;
  return (draw * step + (hash >>> 8)) % DRAWS;
}

/** Whether a device runs a module's canary: exactly so many percent of all draws, and who does still does when there are more. */
export const isInCanary = (name: string, percent: number, draw: number): boolean => rankOf(name, draw) < (percent / 100) * DRAWS;

function withCanary(entry: RegistryModule): RegistryModule {
  const { canary, version, container, entry: file, integrity } = entry;
  if (!canary) return entry;
  const { percent: _percent, routes = entry.routes, ...own } = canary;
  // Where it fails, what all the others run stands in.
  return { ...entry, ...own, routes, lastGood: { version, container, entry: file, integrity } };
}

/** The set in which these modules run their canary. */
export const withCanaries = (registry: Registry, names: readonly string[]): Registry =>
  names.length === 0
    ? registry
    : {
        ...registry,
        modules: Object.fromEntries(
          Object.entries(registry.modules).map(([name, entry]) => [name, names.includes(name) ? withCanary(entry) : entry]),
        ),
      };

/** The modules whose canary a device runs; none without a draw. */
export const canariesFor = ({ modules }: Registry, draw: number | null): string[] =>
  draw === null
    ? []
    : Object.entries(modules).flatMap(([name, { canary }]) => (canary && isInCanary(name, canary.percent, draw) ? [name] : []));

/** Every set that some device may run, as far as two modules can disagree: without canaries, each of them alone, and all. */
export function possibleSets(registry: Registry): Registry[] {
  const names = Object.entries(registry.modules).flatMap(([name, { canary }]) => (canary ? [name] : []));
  const sets = names.length > 1 ? [...names.map((name) => [name]), names] : [names];
  return [registry, ...sets.filter((set) => set.length > 0).map((set) => withCanaries(registry, set))];
}
