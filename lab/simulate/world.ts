import { type Random, random } from '../../api/seed/random';
import { activate } from '../../delivery/src/commands/activate';
import { manualReason, SELF_HEAL_ACTOR } from '../../delivery/src/health/auto-rollback';
import { verifyRegistry } from '../../delivery/src/registry/signatures';
import { createAttacker } from './attacker';
import type { Bug } from './bugs';
import { type Clock, installClock, settle } from './clock';
import { createCrowd, shareOf } from './crowd';
import { installCrypto } from './crypto';
import { createDevice, type Device } from './device';
import { createFileSystem, type FileSystem, installFileSystem } from './file-system';
import { contextOf, createHost, type Host } from './hosts';
import { checkHistory, type Findings, watchDevice, watchRevisions } from './invariants';
import { createScheduler, newMachine } from './machine';
import { createOperators } from './operators';
import { FIRST_VERSIONS, filesOf, keys, MODULE, SHELLS, VERSIONS } from './releases';
import { installResponses } from './responses';
import { createStores } from './stores';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const BEGAN = Date.parse('2026-05-01T12:00:00Z');
const STEPS = 150;
/** Enough for a host to read a revision, and for a page to send its visit to the worker. */
const FOLLOW_MS = 8_000;
/** Enough for a host to repeat a rollback that failed. */
const HEAL_MS = 20_000;
const HOSTS = 2;
const DEVICES = 4;

/** One run with all processes of the delivery in this process. The same seed gives the same run. Returns the broken invariants. */
export async function simulate(seed: number, bug: Bug | null = null): Promise<string[]> {
  const chance = random(seed);
  const clock = installClock(BEGAN);
  const files = createFileSystem(clock.now);
  const installed = [clock, installCrypto(chance), installFileSystem(files), installResponses()];
  try {
    const world = await createWorld({ chance, clock, files, bug });
    for (let step = 0; step < STEPS; step++) await world.step();
    await world.end();
    return [...world.findings].sort();
  } finally {
    for (const { restore } of installed.reverse()) restore();
  }
}

interface WorldParts {
  chance: Random;
  clock: Clock;
  files: FileSystem;
  bug: Bug | null;
}

async function createWorld({ chance, clock, files, bug }: WorldParts) {
  const findings: Findings = new Set();
  const scheduler = createScheduler(clock);
  const stores = createStores({ chance, clock, files, scheduler });

  /** Acts that wait for the end of some steps. */
  const waiting: { left: number; act: () => unknown }[] = [];
  const later = (steps: number, act: () => unknown) => void waiting.push({ left: steps, act });

  // The store and its first revision.
  const ownerMachine = newMachine('owner');
  const owner = stores.open(ownerMachine);
  for (const version of FIRST_VERSIONS) await owner.add(MODULE, version, filesOf(MODULE, version), new Map());
  for (const version of SHELLS) await owner.add('shell', version, filesOf('shell', version), new Map());
  const first = [
    { name: 'shell', version: '1.0.0' },
    { name: MODULE, version: '1.0.0' },
  ];
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
  const attacker = createAttacker({ chance, clock, findings, stores, owner, hosts, devices: () => devices, operators, later });
  for (let at = 0; at < DEVICES; at++) {
    const machineClock = { offsetMs: chance.between(-DAY, DAY), drift: chance.between(-200, 200) / 1e6 };
    const rules = watchDevice(findings);
    const parts = { name: `device-${at}`, bug, chance, clock, machineClock, hosts, rules, isBroken, tamper: attacker.tamper };
    devices.push(createDevice({ ...parts, isGuard: chance.chance(0.75) }));
  }
  const crowd = createCrowd({ findings, isBroken });
  const revisions = watchRevisions(findings, stores, owner);
  for (const device of devices) await device.run(() => void device.open());

  const newestOfHost = hosts.map(() => 0);
  const newestOfPage = new Map<object, number>();
  async function check(): Promise<void> {
    for (const [at, host] of hosts.entries()) {
      const revision = host.live()?.current()?.registry.revision ?? newestOfHost[at] ?? 0;
      if (revision < (newestOfHost[at] ?? 0)) findings.add('a host moved to an older revision');
      newestOfHost[at] = Math.max(newestOfHost[at] ?? 0, revision);
    }
    for (const device of devices) {
      const page = device.page();
      if (!page) continue;
      const { revision } = page.registry.current();
      if (revision < (newestOfPage.get(page) ?? 0)) findings.add('a page moved to an older revision');
      newestOfPage.set(page, revision);
      const { mount, card } = page.state();
      if (!page.isWaiting() && !mount && !card) findings.add('a page is blank');
    }
    await revisions.check();
  }

  /** Runs some waiting operations on the store, in any order. */
  async function runOperations(): Promise<void> {
    const most = stores.kind === 'folder' ? 80 : 30;
    for (let left = chance.between(1, most); left > 0 && scheduler.count() > 0; left--)
      await scheduler.run(chance.between(0, scheduler.count() - 1));
  }
  /** The connections of a host, or of a device, end or begin again. */
  function cutOne(): void {
    const { machine } = chance.pick(hosts);
    if (chance.chance(0.3)) machine.isCut = !machine.isCut;
    chance.pick(devices).setLossRate(chance.pick([0, 0, 0.4, 1]));
  }
  /** The operations of a host wait for some steps. */
  function stallOne(): void {
    const { machine } = chance.pick(hosts);
    if (machine.isScheduled) return;
    machine.isScheduled = true;
    later(chance.between(1, 8), () => scheduler.unblock(machine));
  }
  async function useDevice(device: Device): Promise<void> {
    const act = chance.pick(['open', 'open offline', 'poll', 'poll', 'poll', 'retry', 'move', 'clock', 'stop worker'] as const);
    if (act === 'open') await device.run(() => void device.open());
    else if (act === 'open offline') {
      device.setLossRate(1);
      await device.run(() => void device.open());
      later(chance.between(1, 6), () => device.setLossRate(0));
    } else if (act === 'poll') await device.run(() => device.poll());
    else if (act === 'retry') await device.run(() => device.page()?.retry());
    else if (act === 'move') device.move(chance.pick(hosts));
    else if (act === 'clock') device.setClock(chance.pick([-4 * DAY, -MINUTE, MINUTE, 4 * DAY]));
    else device.stopWorker();
  }
  async function answer(device: Device): Promise<void> {
    const page = device.page();
    if (page && page.answers.length > 0) await device.run(() => page.answer(chance.between(0, page.answers.length - 1)));
  }
  const acts: readonly (() => unknown)[] = [
    ...Array<() => unknown>(5).fill(runOperations),
    ...Array<() => unknown>(3).fill(() => answer(chance.pick(devices))),
    ...Array<() => unknown>(3).fill(() => useDevice(chance.pick(devices))),
    () => (chance.chance(0.8) ? clock.advance(chance.between(1, 60) * 1_000) : clock.sleep(chance.between(1, 10) * MINUTE)),
    ...Array<() => unknown>(2).fill(() => operators.startOne()),
    () => crowd.view(chance.pick(hosts)),
    cutOne,
    stallOne,
    () => attacker.record(),
    () => attacker.attack(),
    () => chance.pick(hosts).start(),
  ];

  async function step(): Promise<void> {
    for (const one of waiting) one.left -= 1;
    for (const one of waiting.filter(({ left }) => left <= 0)) {
      waiting.splice(waiting.indexOf(one), 1);
      await one.act();
    }
    await chance.pick(acts)();
    await settle();
    await check();
  }

  /** All faults end, and each command finishes. */
  async function endFaults(): Promise<void> {
    for (const { act } of waiting.splice(0)) await act();
    for (const { machine } of hosts) {
      machine.isCut = false;
      await scheduler.unblock(machine);
    }
    operators.reconnect();
    for (const device of devices) device.setLossRate(0);
    for (let round = 0; round < 200 && operators.isBusy(); round++) {
      for (let operation = 0; operation < 200 && scheduler.count() > 0; operation++) await scheduler.run(0);
      for (const host of hosts) crowd.view(host);
      await clock.advance(10_000);
    }
    operators.killAll();
    await clock.advance(HEAL_MS);
  }

  /** Each host has the newest revision, and each page runs the best version of it. */
  async function checkConverged(): Promise<void> {
    const final = verifyRegistry((await owner.registry()) ?? '', keys.ops.publicKey).registry;
    const module = final.modules[MODULE];
    const isRunnable = [module?.version, module?.lastGood?.version].some((one) => one !== undefined && !isBroken(one));
    for (const host of hosts)
      if (host.live()?.current()?.registry.revision !== final.revision) findings.add('a host does not reach the newest revision');
    for (const device of devices) {
      const page = device.page();
      if (!page) {
        findings.add('a device does not open the portal');
        continue;
      }
      const { mount, attempt } = page.state();
      const version = mount?.version.version;
      if (page.registry.current().revision !== final.revision) findings.add('a page does not reach the newest revision');
      if (process.env.SIMDBG && version !== undefined && version in (module?.quarantined ?? {}))
        console.log('Q', version, page.registry.current().revision, page.answers, JSON.stringify(page.state()), JSON.stringify(module));
      if (isRunnable && version !== undefined && version in (module?.quarantined ?? {})) findings.add('a page runs a quarantined version');
      if (process.env.SIMDBG && version === undefined)
        console.log(page.isWaiting(), page.answers.length, page.registry.current().revision, JSON.stringify(page.state()));
      if (isRunnable && version === undefined) findings.add('a page shows no version although one works');
      if (isRunnable && attempt && !page.isWaiting()) findings.add('a page does not end its start of a version');
      if (final.workerOff && device.hasWorker()) findings.add('a service worker stays although it is switched off');
    }
  }
  async function followAll(): Promise<void> {
    for (let round = 0; round < 4; round++) {
      for (const [at, device] of devices.entries()) {
        device.move(hosts[(round + at) % HOSTS] as Host);
        if (!device.page()) await device.run(() => void device.open());
        await device.run(() => device.poll());
        const page = device.page();
        await device.run(() => page?.retry());
        for (let answers = 0; answers < 200 && page && page.answers.length > 0; answers++) await device.run(() => page.answer(0));
      }
      await clock.advance(FOLLOW_MS);
    }
    await check();
    await checkConverged();
  }
  /** Each host gets enough reports to judge each version on trial. */
  async function healAll(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      for (const host of hosts) crowd.view(host);
      await clock.advance(HEAL_MS);
    }
    await followAll();
    await checkHealed();
  }
  /** No version on trial fails while a working version could run in its place, unless a person has to decide. */
  async function checkHealed(): Promise<void> {
    const { modules } = verifyRegistry((await owner.registry()) ?? '', keys.ops.publicKey).registry;
    const module = modules[MODULE];
    if (!module) return;
    const history = await owner.history();
    const { version, lastGood, canary } = module;
    const mayHeal = (one: string, isCanary: boolean) => manualReason(history, { name: MODULE, version: one, isCanary }) === null;
    if (isBroken(version) && lastGood && !isBroken(lastGood.version) && mayHeal(version, false))
      findings.add('a broken version stays active');
    if (!canary) return;
    if (Math.abs(shareOf(canary.percent) - canary.percent) > 0.01) findings.add('a canary has another share of all devices');
    const isJudged = crowd.countIn(canary.percent) >= 3;
    if (isJudged && isBroken(canary.version) && !isBroken(version) && mayHeal(canary.version, true))
      findings.add('a broken canary does not end');
  }
  /** Without a network each guard's device opens its stored page. */
  async function openOffline(): Promise<void> {
    for (const device of devices) {
      device.setLossRate(1);
      await device.run(() => void device.open());
      const page = device.page();
      for (let answers = 0; answers < 50 && page && page.answers.length > 0; answers++) await device.run(() => page.answer(0));
      device.setLossRate(0);
    }
    await clock.advance(5_000);
    await check();
  }

  return {
    findings,
    step,
    async end(): Promise<void> {
      await endFaults();
      await followAll();
      await healAll();
      // A person forces a version to run again that self-heal rolled back.
      const healed = (await owner.history()).filter(({ by }) => by === SELF_HEAL_ACTOR).at(-1)?.changes[0]?.from;
      if (healed) {
        await activate(ownerContext, [{ name: MODULE, version: healed }], { by: 'ana', why: 'run again', force: true }).catch(
          () => undefined,
        );
        await clock.advance(FOLLOW_MS);
        await healAll();
      }
      await openOffline();
      await revisions.checkContent();
      await checkHistory(findings, owner, operators.acknowledged);
      if (process.env.SIMDBG)
        console.log(
          stores.kind,
          'broken',
          [...broken].join(),
          (await owner.history())
            .map((l) => l.by[0] + ':' + l.changes.map((c) => c.how + ' ' + c.name[0] + c.from + '>' + c.to + (c.percent ?? '')).join('+'))
            .join(' | '),
          'ack',
          operators.acknowledged.length,
          'versions',
          (await owner.versions(MODULE)).length,
          'workers',
          devices.filter((d) => d.hasWorker()).length,
          devices.map((d) => d.page()?.state().mount?.version.version).join(),
        );
      for (const host of hosts) host.stop();
    },
  };
}
