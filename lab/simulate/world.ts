import type { Random } from '../../api/seed/random';
import { activate } from '../../delivery/src/commands/activate';
import type { CommandContext } from '../../delivery/src/registry/update-registry';
import type { Store } from '../../delivery/src/store/store';
import { type Attacker, createAttacker } from './attacker';
import type { Bug } from './bugs';
import type { Clock } from './clock';
import { type Crowd, createCrowd } from './crowd';
import { createDevice, type Device } from './device';
import type { FileSystem } from './file-system';
import { contextOf, createHost, type Host } from './hosts';
import { type Findings, watchDevice, watchPositions, watchRevisions } from './invariants';
import { createScheduler, newMachine, type Scheduler } from './machine';
import { createOperators, type Operators } from './operators';
import { FIRST_VERSIONS, filesOf, MODULE, SHELLS, VERSIONS } from './releases';
import { createStores, type Stores } from './stores';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const HOSTS = 2;
const DEVICES = 4;

export interface WorldParts {
  chance: Random;
  clock: Clock;
  files: FileSystem;
  bug: Bug | null;
}

/** All actors of one run, and what they broke. */
export interface World {
  chance: Random;
  clock: Clock;
  findings: Findings;
  scheduler: Scheduler;
  stores: Stores;
  /** The store without waiting and faults. */
  owner: Store;
  ownerContext: CommandContext;
  hosts: readonly Host[];
  devices: readonly Device[];
  operators: Operators;
  attacker: Attacker;
  crowd: Crowd;
  /** The versions that cannot be mounted. */
  isBroken: (version: string) => boolean;
  /** Acts that wait for the end of some steps. */
  waiting: { left: number; act: () => unknown }[];
  later: (steps: number, act: () => unknown) => void;
  /** Checks the invariants that hold after each step. */
  check: () => Promise<void>;
  /** Checks that the content of published versions did not change. */
  checkContent: () => Promise<void>;
}

/** Creates the store with its first revision, and all actors. */
export async function createWorld({ chance, clock, files, bug }: WorldParts): Promise<World> {
  const findings: Findings = new Set();
  const scheduler = createScheduler(clock);
  const stores = createStores({ chance, clock, files, scheduler });
  const waiting: World['waiting'] = [];
  const later: World['later'] = (steps, act) => void waiting.push({ left: steps, act });

  const ownerMachine = newMachine('owner');
  const owner = stores.open(ownerMachine);
  for (const version of FIRST_VERSIONS) await owner.add(MODULE, version, filesOf(MODULE, version), new Map());
  for (const version of SHELLS) await owner.add('shell', version, filesOf('shell', version), new Map());
  const first = ['shell', MODULE].map((name) => ({ name, version: '1.0.0' }));
  const ownerContext = contextOf({ clock, stores }, ownerMachine, owner);
  await activate(ownerContext, first, { by: 'ana', why: 'the first set' });
  const broken = new Set(VERSIONS.slice(1).filter(() => chance.chance(0.35)));
  const isBroken = (version: string) => broken.has(version);
  stores.plant(bug);

  const hosts: Host[] = [];
  for (let at = 0; at < HOSTS; at++) {
    const machine = newMachine(`host-${at}`, {
      clock: { offsetMs: chance.between(-2 * MINUTE, 2 * MINUTE), drift: chance.between(-50, 50) / 1e6 },
      staleMs: stores.kind === 'folder' && chance.chance(0.5) ? chance.between(100, 3_000) : 0,
    });
    const host = createHost({ clock, stores, machine, bug });
    await host.start();
    hosts.push(host);
  }
  const operators = createOperators({ chance, clock, stores, bug, later });
  const devices: Device[] = [];
  const attacker = createAttacker({ chance, clock, findings, stores, owner, hosts, devices, operators, later });
  for (let at = 0; at < DEVICES; at++) {
    const machineClock = { offsetMs: chance.between(-DAY, DAY), drift: chance.between(-200, 200) / 1e6 };
    const rules = watchDevice(findings);
    const parts = { name: `device-${at}`, bug, chance, clock, machineClock, hosts, rules, isBroken, tamper: attacker.tamper };
    devices.push(createDevice({ ...parts, isGuard: chance.chance(0.75) }));
  }
  for (const device of devices) await device.run(() => void device.open());
  const revisions = watchRevisions(findings, stores, owner);
  const checkPositions = watchPositions(findings, hosts, devices);

  return {
    ...{ chance, clock, findings, scheduler, stores, owner, ownerContext, hosts, devices, operators, attacker, isBroken, waiting, later },
    crowd: createCrowd({ findings, isBroken }),
    async check() {
      checkPositions();
      await revisions.check();
    },
    checkContent: revisions.checkContent,
  };
}
