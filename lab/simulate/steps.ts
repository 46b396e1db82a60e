import { settle } from './clock';
import type { Device } from './device';
import type { World } from './world';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** `act` in this number of places of a list, so that it is chosen as often. */
const times = (count: number, act: () => unknown) => Array<() => unknown>(count).fill(act);

/** One step of a run: an actor does something. The seed chooses which. */
export function createStep({ chance, clock, scheduler, stores, hosts, devices, operators, attacker, crowd, waiting, later, check }: World) {
  /** Runs some waiting operations on the store, in any order. */
  async function runOperations(): Promise<void> {
    const most = stores.kind === 'folder' ? 80 : 30;
    for (let left = chance.between(1, most); left > 0 && scheduler.count() > 0; left--)
      await scheduler.run(chance.between(0, scheduler.count() - 1));
  }
  /** The connections of a host, or of a device, end or begin again. */
  function changeConnections(): void {
    const { machine } = chance.pick(hosts);
    if (chance.chance(0.3)) machine.isCut = !machine.isCut;
    chance.pick(devices).setLossRate(chance.pick([0, 0, 0.4, 1]));
  }
  /** The operations of a host wait for some steps. */
  function stallHost(): void {
    const { machine } = chance.pick(hosts);
    if (machine.isScheduled) return;
    machine.isScheduled = true;
    later(chance.between(1, 8), () => scheduler.unblock(machine));
  }
  async function openOffline(device: Device): Promise<void> {
    device.setLossRate(1);
    await device.run(() => void device.open());
    later(chance.between(1, 6), () => device.setLossRate(0));
  }
  const uses: readonly ((device: Device) => unknown)[] = [
    (device) => device.run(() => void device.open()),
    openOffline,
    ...Array<(device: Device) => unknown>(3).fill((device) => device.run(() => device.poll())),
    (device) => device.run(() => device.page()?.retry()),
    (device) => device.move(chance.pick(hosts)),
    (device) => device.setClock(chance.pick([-4 * DAY, -MINUTE, MINUTE, 4 * DAY])),
    (device) => device.stopWorker(),
  ];
  async function answerPage({ page, run }: Device): Promise<void> {
    const open = page();
    if (open && open.answers.length > 0) await run(() => open.answer(chance.between(0, open.answers.length - 1)));
  }
  const acts: readonly (() => unknown)[] = [
    ...times(5, runOperations),
    ...times(3, () => answerPage(chance.pick(devices))),
    ...times(3, () => chance.pick(uses)(chance.pick(devices))),
    () => (chance.chance(0.8) ? clock.advance(chance.between(1, 60) * 1_000) : clock.sleep(chance.between(1, 10) * MINUTE)),
    ...times(2, operators.startOne),
    () => crowd.view(chance.pick(hosts)),
    changeConnections,
    stallHost,
    attacker.record,
    attacker.attack,
    () => chance.pick(hosts).start(),
  ];

  return async function step(): Promise<void> {
    for (const one of waiting) one.left -= 1;
    for (const one of waiting.filter(({ left }) => left <= 0)) {
      waiting.splice(waiting.indexOf(one), 1);
      await one.act();
    }
    await chance.pick(acts)();
    await settle();
    await check();
  };
}
