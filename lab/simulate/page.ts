import type { ModuleVersion, Registry, SignedRegistry } from '@portal/mf-kit/module';
import { initialState, reduce } from '../../shell/src/modules/host/hostReducer';
import type { HostEffect, HostEvent, HostState } from '../../shell/src/modules/host/hostTypes';
import type { Mount } from '../../shell/src/modules/host/mount';
import { createRegistry } from '../../shell/src/registry/moduleRegistry';
import { createRevisionCheck } from '../../shell/src/registry/revisionCheck';
import type { Bug } from './bugs';

export const MODULE = 'mf-jobs';
const ROUTE = '/search-job';

export interface PageParts {
  bug: Bug | null;
  keys: { ops: string; timestamp: string };
  first: { signed: SignedRegistry; registry: Registry };
  now: () => number;
  /** The hash of the `module.json` that the network gives now. */
  served: (version: string) => string;
  isBroken: (version: string) => boolean;
  onRun: (version: ModuleVersion) => void;
}

/** A page: the registry, the revision check and the reducer of the shell. Loads, mounts and the network are simulated. */
export function openPage({ bug, keys, first, now, served, isBroken, onRun }: PageParts) {
  const registry = createRegistry(first.registry, {});
  const check = createRevisionCheck(registry, {
    opsKey: keys.ops,
    timestampKey: keys.timestamp,
    timestamp: first.signed.timestamp ?? null,
  });
  let state: HostState = initialState;
  let mounts = 0;
  /** Answers to effects; the scheduler chooses which is next. */
  const answers: HostEvent[] = [];
  let isOnline = true;

  const goneWrong = (gen: number, message: string, next?: Mount): HostEvent =>
    ['failed', gen, new Error(message), ...(next ? [next] : [])] as HostEvent;
  const mountOf = (version: ModuleVersion, route: string | null) =>
    ({ id: ++mounts, version, route, props: { hydrate: false } }) as unknown as Mount;

  function answerTo([type, ...given]: HostEffect): HostEvent | null {
    switch (type) {
      case 'check':
        return ['checked', given[0] as number, true];
      case 'load': {
        const [gen, , version] = given as unknown as [number, number, ModuleVersion];
        if (!isOnline) return goneWrong(gen, 'Failed to fetch');
        if (served(version.version) !== version.integrity && bug !== 'page-skips-hash') return goneWrong(gen, 'is not the listed file');
        onRun({ ...version, integrity: served(version.version) });
        return bug === 'page-loses-load' ? null : ['loaded', gen, {} as never];
      }
      case 'bootstrap': {
        const [gen, , version, route] = given as unknown as [number, number, ModuleVersion, string];
        return ['bootstrapped', gen, mountOf(version, route)];
      }
      case 'release':
        return ['released', given[0] as number, given[1] as Mount, 0];
      case 'mount': {
        const [gen, , next] = given as unknown as [number, number, Mount];
        if (isBroken(next.version.version)) return goneWrong(gen, 'broken', next);
        return bug === 'page-loses-mount' ? null : ['mounted', gen, next];
      }
      case 'attribute': {
        const [error, then] = given as unknown as [Error, HostEvent];
        if (bug === 'page-loses-cause') return null;
        const cause = error.message === 'Failed to fetch' || bug === 'page-blames-network' ? 'network' : 'version';
        return [...then, cause] as unknown as HostEvent;
      }
      case 'unmount':
        return bug === 'page-loses-unmount' ? null : ((given[1] as HostEvent | undefined) ?? null);
      case 'awaitServer':
        return given[0] as HostEvent;
      default:
        return null;
    }
  }

  function send(event: HostEvent): void {
    const listed = registry.current().modules[MODULE];
    const module = listed && bug === 'page-without-last-good' ? { ...listed, lastGood: null } : listed;
    const env = {
      now: now(),
      route: ROUTE,
      module,
      isDirty: false,
      isLocked: false,
      hasPrerendered: false,
      renderedBy: undefined,
      patience: 1,
    };
    const [next, effects] = reduce(state, event, env);
    state = next;
    for (const effect of effects) {
      const answer = answerTo(effect);
      if (answer) answers.push(answer);
    }
  }
  registry.onChange(() => bug !== 'page-ignores-update' && send(['update']));
  send(['activate']);

  return {
    registry,
    answers,
    state: () => state,
    setOnline: (online: boolean) => {
      isOnline = online;
    },
    /** Gives the n-th answer. */
    answer(at: number): void {
      const [event] = answers.splice(at, 1);
      if (event) send(event);
    },
    async receive(signed: SignedRegistry): Promise<void> {
      if (bug === 'page-stops' || !isOnline) return;
      const next = JSON.parse(signed.document) as Registry;
      const defect = await check(signed, next);
      const isIgnored = bug === 'page-skips-signature' && defect?.includes('not signed');
      if (bug === 'page-goes-back' && defect?.includes('is older')) Object.assign(registry.current(), next);
      if (defect === null || isIgnored) registry.apply(next);
    },
    retry: () => send(['retry']),
  };
}
export type Page = ReturnType<typeof openPage>;
