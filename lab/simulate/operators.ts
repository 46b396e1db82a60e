import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import type { Random } from '../../api/seed/random';
import { activate } from '../../delivery/src/commands/activate';
import { canary, promote, stopCanary } from '../../delivery/src/commands/canary';
import { rollback } from '../../delivery/src/commands/rollback';
import { rollout } from '../../delivery/src/commands/rollout';
import { setServiceWorker } from '../../delivery/src/commands/service-worker';
import { signRegistry } from '../../delivery/src/registry/signatures';
import type { ChangeResult, CommandContext } from '../../delivery/src/registry/update-registry';
import { numberIn, readManifest, type Store } from '../../delivery/src/store/store';
import type { Bug } from './bugs';
import type { Clock } from './clock';
import { contextOf, onceOnly } from './hosts';
import type { Acknowledged } from './invariants';
import { type Machine, newMachine } from './machine';
import { filesOf, keys, LATER_VERSIONS, MODULE, SHELLS, VERSIONS } from './releases';
import type { Stores } from './stores';

const HOUR = 3_600_000;
/** The shares of devices of a canary, in percent. */
const SHARES = [20, 50, 90];
const MOST_BUSY = 3;

export interface OperatorParts {
  chance: Random;
  clock: Clock;
  stores: Stores;
  bug: Bug | null;
  /** Runs `act` after so many steps of the run. */
  later: (steps: number, act: () => unknown) => void;
}

/** Two people at two computers. They publish, activate, roll back and start canaries; a command may be killed or lose its connection. */
export function createOperators({ chance, clock, stores, bug, later }: OperatorParts) {
  const computers = ['ana', 'ben'].map((name) => ({
    name,
    clock: { offsetMs: chance.between(-HOUR, HOUR), drift: chance.between(-100, 100) / 1e6 },
    staleMs: stores.kind === 'folder' && chance.chance(0.5) ? chance.between(100, 3_000) : 0,
  }));
  const acknowledged: Acknowledged[] = [];
  const running = new Set<Machine>();
  let started = 0;

  function startProcess(): Machine {
    const { name, ...computer } = chance.pick(computers);
    const machine = newMachine(`${name}-${++started}`, { computer: name, isScheduled: true, ...computer });
    running.add(machine);
    if (chance.chance(0.15))
      later(chance.between(1, 20), () => {
        if (chance.chance(0.3)) machine.isCut = true;
        else {
          machine.isKilled = true;
          running.delete(machine);
        }
      });
    return machine;
  }
  function planted(store: Store): Store {
    if (bug === 'command-ignores-race') return ignoringRaces(store);
    return bug === 'half-version-activates' ? completing(store) : store;
  }

  function run(act: (context: CommandContext) => Promise<ChangeResult | null | undefined>): void {
    const machine = startProcess();
    const context = contextOf({ clock, stores }, machine, planted(stores.open(machine)));
    void clock.runOn(machine.clock, () => {
      act(context)
        .then((made) => {
          for (const { name, to } of made?.changes.slice(0, 1) ?? [])
            acknowledged.push({ revision: made?.registry.revision ?? 0, name, to });
        })
        .catch((error: Error) => {
          if (bug === 'command-hides-race' && /someone else/.test(error.message))
            acknowledged.push({ revision: -1, name: MODULE, to: 'lost' });
        })
        .finally(() => running.delete(machine));
    });
  }

  const anyVersion = () => ({ name: MODULE, version: chance.pick(VERSIONS) });
  const force = () => chance.chance(0.3);

  /** The same steps on the store as `publish`, without the compression and the check of the types. */
  const publishOne = () =>
    run(async ({ store }) => {
      const version = chance.pick(LATER_VERSIONS);
      const files = filesOf(MODULE, version, chance.between(0, 1));
      const there = await readManifest(store, MODULE, version);
      if (bug === 'publisher-replaces' && there) for (const [file, bytes] of files) await stores.putFile(MODULE, version, file, bytes);
      if (there) return null;
      if (bug === 'half-version-activates')
        return void (await stores.putFile(MODULE, version, 'module.json', files.get('module.json') ?? new Uint8Array()));
      await store.versions(MODULE);
      await store.add(MODULE, version, files, new Map([[`${MODULE}.map`, Buffer.from('{}')]]));
      return null;
    });
  const endOne = (planted: boolean, act: (context: CommandContext) => Promise<ChangeResult>) =>
    run((context) => act(planted ? { ...context, store: withoutQuarantine(context.store) } : context));
  const rollBackOne = () =>
    endOne(bug === 'rollback-keeps-version', (context) => rollback(context, MODULE, undefined, { by: 'ben', why: 'a rollback' }));
  const stopOne = () =>
    endOne(bug === 'canary-stop-keeps', (context) => stopCanary(context, { name: MODULE }, { by: 'ben', why: 'a canary ends' }));
  const rollOutOne = () =>
    run((context) => {
      const plan = { stages: [...SHARES, 100], stageMs: chance.between(5, 60) * 1_000, views: chance.between(0, 3) };
      const surroundings = {
        wait: (ms: number) => new Promise((next) => setTimeout(next, ms)),
        say: () => undefined,
        readServed: async () => context.served,
      };
      return rollout(context, anyVersion(), plan, { by: 'ana', why: 'a rollout' }, surroundings);
    });
  const acts: readonly (() => void)[] = [
    ...Array<() => void>(7).fill(() => activateOne(chance.pick(VERSIONS), force())),
    ...Array<() => void>(3).fill(rollBackOne),
    ...Array<() => void>(4).fill(() =>
      run((context) => canary(context, anyVersion(), chance.pick(SHARES), { by: 'ana', why: 'a canary', force: force() })),
    ),
    stopOne,
    () => run((context) => promote(context, { name: MODULE }, { by: 'ana', why: 'the canary was good' })),
    ...Array<() => void>(2).fill(rollOutOne),
    ...Array<() => void>(4).fill(publishOne),
    () => run((context) => setServiceWorker(context, chance.pick(['on', 'off']), { by: 'ana', why: 'a test' })),
    () =>
      run((context) => activate(context, [{ name: 'shell', version: chance.pick(SHELLS) }], { by: 'ana', why: 'a shell', force: force() })),
    () => run((context) => rollback(context, 'shell', undefined, { by: 'ben', why: 'a rollback' })),
  ];
  function activateOne(version: string, isForced: boolean): void {
    run((context) => activate(context, [{ name: MODULE, version }], { by: 'ana', why: 'a release', force: isForced }));
  }

  return {
    acknowledged,
    isBusy: () => running.size > 0,
    startOne(): void {
      if (running.size < MOST_BUSY) chance.pick(acts)();
    },
    activateOne,
    /** Kills each command that still runs. */
    killAll(): void {
      for (const machine of running) machine.isKilled = true;
      running.clear();
    },
    /** The connections of all commands work again. */
    reconnect(): void {
      for (const machine of running) machine.isCut = false;
    },
  };
}
export type Operators = ReturnType<typeof createOperators>;

/** A command that writes onto the revision that it read first, although it is no longer the newest. */
function ignoringRaces(store: Store): Store {
  const registry = onceOnly(store.registry);
  return {
    ...store,
    registry,
    latestRevision: async () => ({ ...(await store.latestRevision()), active: numberIn((await registry()) ?? '') ?? 0 }),
    appendRevision: async (_expected, next, line) => store.appendRevision(await store.registry(), next, line),
  };
}

/** A store that has each file of a version that has a `module.json`. */
const completing = (store: Store): Store => ({
  ...store,
  async read(name, version, file, encoding) {
    const found = await store.read(name, version, file, encoding);
    if (found || encoding || !(await store.read(name, version, 'module.json'))) return found;
    const all = [0, 1].map((build) => filesOf(name, version, build));
    const listing = await store.read(name, version, 'module.json');
    return all.find((files) => Buffer.from(files.get('module.json') ?? '').equals(Buffer.from(listing ?? '')))?.get(file) ?? null;
  },
});

/** A store whose new revisions do not quarantine the version that ended. */
const withoutQuarantine = (store: Store): Store => ({
  ...store,
  appendRevision(expected, next, line) {
    const registry = JSON.parse((JSON.parse(next) as SignedRegistry).document) as Registry;
    for (const { name, from } of line.changes) delete registry.modules[name]?.quarantined[from ?? ''];
    return store.appendRevision(expected, JSON.stringify(signRegistry(registry, keys.ops)), line);
  },
});
