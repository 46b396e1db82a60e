import type { ModuleManifest, Registry, RegistryModule } from '@portal/mf-kit/module';
import type { Override } from '@portal/mf-kit/override';
import { normalisePattern } from '@portal/mf-kit/routePatterns';
import { type ModuleRegistry, registryKey } from '../../registry/moduleRegistry';
import { assertCompatible } from '../loading/compatibility';
import { integrityOf } from '../loading/manifest';
import { showBadge } from './overrideBadge';

/** The first screen waits for the server, which is on the developer's machine. */
const FETCH_TIMEOUT_MS = 4_000;

const isModule = ({ entry, routes, files }: Partial<ModuleManifest>): boolean => Boolean(entry && routes && files);

/** Returns null if the bytes are no module.json. */
function parse(bytes: ArrayBuffer): ModuleManifest | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isModule(Object(value)) ? (value as ModuleManifest) : null;
  } catch {
    return null;
  }
}

async function fetchBuild({ module, from }: Override): Promise<{ manifest: ModuleManifest; integrity: string }> {
  const url = `${from}module.json`;
  const serve = `serve its build with npm run serve -w ${module}`;
  const reply = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }).catch(() => {
    throw new Error(`${url} does not answer, or not to this origin (CORS): ${serve}`);
  });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${serve}, and name the folder that module.json lies in`);
  const bytes = await reply.arrayBuffer();
  const manifest = parse(bytes);
  if (!manifest) throw new Error(`${url} is no module.json: ${serve}`);
  return { manifest, integrity: await integrityOf(bytes) };
}

/** Throws with an instruction if this page cannot run the build. */
function assertUsable({ modules }: Registry, { module, from }: Override, manifest: ModuleManifest): void {
  if (manifest.name !== module) throw new Error(`${from} serves ${manifest.name}: ask for ?module=${manifest.name}@${from}`);
  try {
    assertCompatible(manifest);
  } catch (error) {
    throw new Error(`${(error as Error).message}: build it from the sources of this portal's shell`);
  }
  const own = new Set(Object.keys(manifest.routes).map(normalisePattern));
  for (const [name, { routes }] of Object.entries(modules)) {
    const taken = name === module ? undefined : Object.keys(routes).find((pattern) => own.has(normalisePattern(pattern)));
    if (taken) throw new Error(`${name} has the path ${taken} already: give it another one in ${module}/module.ts`);
  }
}

async function applyOverride(registry: ModuleRegistry, override: Override): Promise<void> {
  const { manifest, integrity } = await fetchBuild(override);
  const { at } = registry.current();
  assertUsable(registry.current(), override, manifest);
  const { module, from } = override;
  const { version, container, entry, routes } = manifest;
  const activation = { by: 'override', at, why: from };
  // Without a last good version, because its squad wants to see when it fails.
  const own: RegistryModule = {
    version,
    container,
    entry,
    integrity,
    routes,
    lastGood: null,
    canary: null,
    quarantined: {},
    ...activation,
  };
  const files = Object.entries(manifest.files).map(([file, { integrity: hash }]) => [registryKey(from + file), hash] as const);
  registry.override(module, { ...own, from }, Object.fromEntries(files));
}

/**
 * Replaces modules by builds from other origins. The published version runs if its build cannot be used. The badge shows the origin of each
 * build, or the reason.
 */
export async function applyOverrides(registry: ModuleRegistry, overrides: readonly Override[]): Promise<void> {
  const lines = await Promise.all(
    overrides.map(async (override) => {
      const { module, from } = override;
      try {
        await applyOverride(registry, override);
        return { text: `${module} from ${from}`, isWrong: false };
      } catch (error) {
        return { text: `${module} runs as published. ${(error as Error).message}, then load this page anew.`, isWrong: true };
      }
    }),
  );
  showBadge(lines);
}
