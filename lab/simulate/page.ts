import type { ModuleManifest, ModuleVersion, Registry, SignedRegistry } from '@portal/mf-kit/module';
import { integrityOf } from '../../delivery/src/store/integrity';
import { initialState, reduce } from '../../shell/src/modules/host/hostReducer';
import type { HostEffect, HostEvent, HostState } from '../../shell/src/modules/host/hostTypes';
import type { Mount } from '../../shell/src/modules/host/mount';
import { createRegistry } from '../../shell/src/registry/moduleRegistry';
import { createRevisionCheck } from '../../shell/src/registry/revisionCheck';
import type { Bug } from './bugs';
import { keys, MODULE, ROUTE } from './releases';

/** The pause before a slow replacement is tried again, in ms. The shell adds a random part. */
const RETRY_MS = 30_000;

export interface PageParts {
  bug: Bug | null;
  first: SignedRegistry;
  /** The number of this device. */
  draw: number | null;
  fetchFile: (path: string) => Promise<Response>;
  isBroken: (version: string) => boolean;
  /** The page runs a version with a module.json of this hash. */
  onRun: (version: string, hash: string) => void;
  onShown: (version: string) => void;
  onFailed: (version: string) => void;
  /** The page accepted a revision. */
  onRevision: () => void;
}

/** An open page: the registry, the revision check and the reducer of the shell. The effects of the module host are simulated. */
export function openPage({ bug, first, draw, fetchFile, isBroken, onRun, onShown, onFailed, onRevision }: PageParts) {
  const registry = createRegistry(JSON.parse(first.document) as Registry, {}, draw);
  const check = createRevisionCheck(registry, {
    opsKey: keys.ops.publicKey,
    timestampKey: keys.timestamp.publicKey,
    timestamp: first.timestamp ?? null,
  });
  let state: HostState = initialState;
  let mounts = 0;
  let loads = 0;
  let isClosed = false;
  /** Answers to effects; the scheduler chooses which is next. */
  const answers: HostEvent[] = [];

  const failure = (gen: number, message: string, next?: Mount): HostEvent =>
    ['failed', gen, new Error(message), ...(next ? [next] : [])] as HostEvent;
  const mountOf = (version: ModuleVersion, route: string | null) =>
    ({ id: ++mounts, version, route, props: { hydrate: false } }) as unknown as Mount;

  async function fetchBytes(path: string): Promise<Buffer> {
    const reply = await fetchFile(path);
    // The portal host answers 503 if its store does not answer.
    if (reply.status === 503) throw new Error('Failed to fetch');
    if (!reply.ok) throw new Error(`${path} answers ${reply.status}`);
    return Buffer.from(await reply.arrayBuffer());
  }

  /** Loads the files of a version as the module loader does: each must have its listed hash. */
  async function load(version: ModuleVersion): Promise<void> {
    const folder = `/modules/${MODULE}/${version.version}/`;
    const bytes = await fetchBytes(`${folder}module.json`);
    const isListed = integrityOf(bytes) === version.integrity;
    if (!isListed && bug !== 'page-skips-hash') throw new Error('is not the listed file');
    const { files, entry } = JSON.parse(bytes.toString()) as ModuleManifest;
    if (integrityOf(await fetchBytes(folder + entry)) !== files[entry]?.integrity) throw new Error('is not the listed file');
    onRun(version.version, integrityOf(bytes));
  }

  function answerTo([type, ...given]: HostEffect): HostEvent | null {
    switch (type) {
      case 'check':
        return ['checked', given[0] as number, true];
      case 'load': {
        const [gen, , version] = given as unknown as [number, number, ModuleVersion];
        loads += 1;
        load(version)
          .then(
            () => (bug === 'page-loses-load' ? null : (['loaded', gen, {} as never] as HostEvent)),
            (error: Error) => failure(gen, error.message),
          )
          .then((answer) => {
            loads -= 1;
            if (answer && !isClosed) answers.push(answer);
          });
        return null;
      }
      case 'bootstrap': {
        const [gen, , version, route] = given as unknown as [number, number, ModuleVersion, string];
        return ['bootstrapped', gen, mountOf(version, route)];
      }
      case 'release':
        return ['released', given[0] as number, given[1] as Mount, 0];
      case 'mount': {
        const [gen, , next] = given as unknown as [number, number, Mount];
        if (isBroken(next.version.version)) return failure(gen, 'broken', next);
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
      case 'postpone':
      case 'delay':
        setTimeout(() => isClosed || send(given[1] as HostEvent), type === 'delay' ? (given[0] as number) : RETRY_MS);
        return null;
      case 'shown':
        onShown((given[0] as ModuleVersion).version);
        return null;
      case 'failed':
        onFailed((given[0] as ModuleVersion).version);
        return null;
      default:
        return null;
    }
  }

  function send(event: HostEvent): void {
    const listed = registry.current().modules[MODULE];
    const module = listed && bug === 'page-without-last-good' ? { ...listed, lastGood: null, lastGoodOfActive: null } : listed;
    const env = {
      ...{ now: performance.now(), route: ROUTE, module, patience: 1 },
      ...{ isDirty: false, isLocked: false, hasPrerendered: false, renderedBy: undefined },
    };
    const [next, effects] = reduce(state, event, env);
    state = next;
    for (const effect of effects) {
      const answer = answerTo(effect);
      if (answer) answers.push(answer);
    }
  }
  registry.onChange(() => {
    if (bug !== 'page-ignores-update') send(['update']);
    onRevision();
  });
  send(['activate']);

  return {
    registry,
    answers,
    state: () => state,
    /** Whether a step of the module host has no answer yet. */
    isWaiting: () => answers.length > 0 || loads > 0,
    /** Gives the answer at this place. */
    answer(place: number): void {
      const [event] = answers.splice(place, 1);
      if (event) send(event);
    },
    /** Checks a served revision. Returns whether the page accepted it. */
    async receive(signed: SignedRegistry): Promise<boolean> {
      const next = JSON.parse(signed.document) as Registry;
      const defect = await check(signed, next);
      const isIgnored =
        (bug === 'page-skips-signature' && defect?.includes('not signed')) || (bug === 'page-skips-age' && defect?.includes('is stale'));
      if (bug === 'page-goes-back' && defect?.includes('is older')) Object.assign(registry.current(), next);
      return (defect === null || isIgnored === true) && registry.apply(next);
    },
    /** The guard looks at the page again: a card is tried again. */
    retry(): void {
      if (bug === 'page-alternates') state = { ...state, failed: [] };
      send(bug === 'page-alternates' ? ['update'] : ['retry']);
    },
    close(): void {
      isClosed = true;
      answers.splice(0);
    },
  };
}
export type Page = ReturnType<typeof openPage>;
