import type { Registry } from '@portal/mf-kit/module';
import { activate } from '../../delivery/src/commands/activate';
import { manualReason, SELF_HEAL_ACTOR } from '../../delivery/src/health/auto-rollback';
import { verifyRegistry } from '../../delivery/src/registry/signatures';
import { shareOf } from './crowd';
import type { Device } from './device';
import { checkHistory } from './invariants';
import { keys, MODULE } from './releases';
import type { World } from './world';

/** Enough for a host to read a revision, and for a page to send its visit to the worker. */
const FOLLOW_MS = 8_000;
/** Enough for a host to repeat a rollback that failed. */
const HEAL_MS = 20_000;
/** The rule of self-heal needs as many networks. */
const FEWEST_REPORTS = 3;

/** The end of a run: all faults end, so hosts, pages and workers must reach one state. */
export async function endRun(world: World): Promise<void> {
  const { clock, findings, scheduler, owner, ownerContext, hosts, devices, operators, crowd, isBroken, waiting, check } = world;
  const readRegistry = async (): Promise<Registry> => verifyRegistry((await owner.registry()) ?? '', keys.ops.publicKey).registry;

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

  function checkPage({ page: openPage }: Device, { revision, modules }: Registry): void {
    const page = openPage();
    if (!page) return void findings.add('a device does not open the portal');
    if (page.registry.current().revision !== revision) findings.add('a page does not reach the newest revision');
    const module = modules[MODULE];
    const isRunnable = [module?.version, module?.lastGood?.version].some((one) => one !== undefined && !isBroken(one));
    if (!isRunnable) return;
    const { mount, attempt } = page.state();
    const version = mount?.version.version;
    if (version === undefined) findings.add('a page shows no version although one works');
    else if (version in (module?.quarantined ?? {})) findings.add('a page runs a quarantined version');
    if (attempt && !page.isWaiting()) findings.add('a page does not end its start of a version');
  }
  /** Each host has the newest revision, and each page runs the best version of it. */
  async function checkConverged(): Promise<void> {
    const final = await readRegistry();
    for (const host of hosts) {
      const snapshot = host.live()?.current();
      if (snapshot?.registry.revision !== final.revision) findings.add('a host does not reach the newest revision');
      if (snapshot && snapshot.damaged.length > 0) findings.add('a host does not read its versions again');
    }
    for (const device of devices) {
      checkPage(device, final);
      if (final.workerOff && device.hasWorker()) findings.add('a service worker stays although it is switched off');
    }
  }
  async function answerAll({ page: openPage, run }: Device): Promise<void> {
    const page = openPage();
    for (let answers = 0; answers < 200 && page && page.answers.length > 0; answers++) await run(() => page.answer(0));
  }
  /** Each device gets the newest revision from each host. */
  async function followAll(): Promise<void> {
    for (let round = 0; round < 4; round++) {
      for (const [at, device] of devices.entries()) {
        const host = hosts[(round + at) % hosts.length];
        if (host) device.move(host);
        if (!device.page()) await device.run(() => void device.open());
        await device.run(() => device.poll());
        await device.run(() => device.page()?.retry());
        await answerAll(device);
      }
      await clock.advance(FOLLOW_MS);
    }
    // A page may have begun to try a version again.
    for (const device of devices) await answerAll(device);
    await check();
    await checkConverged();
  }

  /** No version on trial fails while a working version could run in its place, unless a person has to decide. */
  async function checkHealed(): Promise<void> {
    const module = (await readRegistry()).modules[MODULE];
    if (!module) return;
    const history = await owner.history();
    const { version, lastGood, canary } = module;
    const mayHeal = (one: string, isCanary: boolean) => manualReason(history, { name: MODULE, version: one, isCanary }) === null;
    const inCanary = canary ? crowd.countIn(canary.percent) : 0;
    const isActiveJudged = crowd.size - inCanary >= FEWEST_REPORTS;
    if (isActiveJudged && isBroken(version) && lastGood && !isBroken(lastGood.version) && mayHeal(version, false))
      findings.add('a broken version stays active');
    if (!canary) return;
    if (Math.abs(shareOf(canary.percent) - canary.percent) > 0.01) findings.add('a canary has another share of all devices');
    if (inCanary >= FEWEST_REPORTS && isBroken(canary.version) && !isBroken(version) && mayHeal(canary.version, true))
      findings.add('a broken canary does not end');
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
  /** A person forces a version to run again that self-heal rolled back. */
  async function forceHealed(): Promise<void> {
    const healed = (await owner.history()).filter(({ by }) => by === SELF_HEAL_ACTOR).at(-1)?.changes[0]?.from;
    if (!healed) return;
    const info = { by: 'ana', why: 'run again', force: true };
    // Refused if it is active by now.
    await activate(ownerContext, [{ name: MODULE, version: healed }], info).catch(() => undefined);
    await clock.advance(FOLLOW_MS);
    await healAll();
  }
  /** Each device opens its stored page without a network. */
  async function openOffline(): Promise<void> {
    for (const device of devices) {
      device.setLossRate(1);
      await device.run(() => void device.open());
      await answerAll(device);
      device.setLossRate(0);
    }
    await clock.advance(FOLLOW_MS);
    await check();
  }

  await endFaults();
  await followAll();
  await healAll();
  await forceHealed();
  await openOffline();
  await world.checkContent();
  await checkHistory(findings, owner, operators.acknowledged);
  for (const host of hosts) host.stop();
}
