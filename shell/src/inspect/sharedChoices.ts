import { findFitting } from '@portal/mf-kit/fittingVersion';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { isInRange } from '../modules/loading/compatibility';
import type { ShareScope } from '../modules/loading/sharedLibraries';

/** The library that a module uses, and the reason. */
export interface SharedChoice {
  library: string;
  /** The requested range. */
  range: string;
  /** Null: the module uses its own copy. No file states its version. */
  version: string | null;
  from: string;
  why: string;
}

/** The choices of one module from the share scope of this page. Remotes choose by the same function (`shared/webpack/src/sharing.ts`). */
export function readShared(
  { shared, sharedOnRequest = {} }: Pick<ModuleManifest, 'shared' | 'sharedOnRequest'>,
  scope: ShareScope,
): SharedChoice[] {
  const choose = (library: string, range: string, hasCopy: boolean): SharedChoice => {
    const offered = scope[library] ?? {};
    const [version, found] = findFitting(offered, (one) => isInRange(one, range)) ?? [];
    if (version && found)
      return {
        ...{ library, range, version, from: found.from },
        why: `${version} of the ${found.from} fits ${range}${hasCopy ? ', so the module’s own copy is unused' : ', and the module has no copy'}`,
      };
    const all = Object.keys(offered).join(', ') || 'none';
    return {
      ...{ library, range, version: null, from: hasCopy ? 'its own copy' : 'nothing' },
      why: `This page offers ${all}, which does not fit ${range}`,
    };
  };
  return [
    ...Object.entries(shared).map(([library, range]) => choose(library, range, false)),
    ...Object.entries(sharedOnRequest).map(([library, range]) => choose(library, range, true)),
  ];
}

/** The libraries that the shell offers, with the modules of this page that ask for them. */
export function readOffered(scope: ShareScope, asking: readonly Pick<ModuleManifest, 'name' | 'shared' | 'sharedOnRequest'>[]) {
  return Object.entries(scope).map(([library, versions]) => ({
    library,
    versions: Object.entries(versions)
      .map(([version, { eager }]) => `${version} (${eager ? 'at start' : 'at its first use'})`)
      .join(', '),
    askedBy: asking.flatMap(({ name, shared, sharedOnRequest }) => {
      const range = shared[library] ?? sharedOnRequest?.[library];
      return range === undefined ? [] : [`${name} ${range}`];
    }),
  }));
}
