import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as registries from '@portal/testing/registry';
import { Departures } from './departures';
import type { Live } from './parts';
import { ASKED, hang, opener, pass, route, shown, standStill } from './testSlot';

const open = opener({ portal: fakePortal(guard()), ...registries });
standStill();

const OTHER = '/guard/other';
const times = (log: readonly string[], line: string) => log.filter((one) => one === line).length;
/** A step that waits until the test lets it go on. */
function gate() {
  let pass: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    pass = resolve;
  });
  return { opened, pass };
}

it('keeps its mount when the registry returns to that version while another one loads', async () => {
  const { opened, pass: goOn } = gate();
  const { slot, log, activate } = open({ faults: { '1.2.0': (step) => (step === 'bootstrap' ? opened : undefined) } });
  slot.enter();
  await pass();
  activate('1.2.0');
  await pass(10);
  activate('1.1.0');
  await pass(10);
  goOn();
  await pass(1000);
  expect([shown(), times(log, 'mount 1.1.0'), times(log, 'swapped')]).toEqual(['Jobs 1.1.0', 1, 0]);
  activate('1.2.0');
  await pass(1000);
  expect([shown(), times(log, 'swapped')]).toEqual(['Jobs 1.2.0', 1]);
});

it('does not replace its mount by a fallback version that lacks the path to which the guard moved during its load', async () => {
  const { opened, pass: goOn } = gate();
  const { slot, log, page, activate } = open({
    faults: {
      '1.2.0': (step) => (step === 'load' ? Promise.reject(new Error('broken')) : undefined),
      '1.0.0': (step) => (step === 'bootstrap' ? opened : undefined),
    },
    routesOf: { '1.1.0': { [ASKED]: route, [OTHER]: route } },
  });
  slot.enter();
  await pass();
  activate('1.2.0', { quarantined: { '1.1.0': 'bad' } as never, lastGood: registries.moduleVersion('mf-jobs', '1.0.0') });
  await pass(10);
  page.asked = OTHER;
  await slot.revisit();
  goOn();
  await pass(5000);
  expect([shown(), times(log, 'mount 1.0.0')]).toEqual(['Jobs 1.1.0', 0]);
});

it('retries a slow version after the first delay, also when another version was slow several times', async () => {
  const slow = (step: string) => (step === 'load' ? hang() : undefined);
  const { slot, log, activate } = open({ faults: { '1.2.0': slow, '1.3.0': slow } });
  slot.enter();
  await pass();
  activate('1.2.0');
  await pass(120_000);
  expect(times(log, 'load 1.2.0')).toBeGreaterThan(2);
  activate('1.3.0');
  await pass(8_000 + 30_000);
  expect(times(log, 'load 1.3.0')).toBe(2);
});

it('reports an unmount that hangs against the route that the mount showed', async () => {
  const { slot, page, failedRoutes } = open({
    faults: { '1.1.0': (step) => (step === 'unmount' ? hang() : undefined) },
    routesOf: { '1.1.0': { [ASKED]: route, [OTHER]: route } },
  });
  slot.enter();
  await pass();
  page.asked = OTHER;
  await slot.revisit();
  page.asked = null;
  slot.leave();
  await pass(1000);
  expect(failedRoutes).toEqual([OTHER]);
});

it('forgets a mount that was left while it was unmounting', async () => {
  const departures = new Departures('mf-jobs', { onMoving: () => undefined, onFailed: () => undefined }, () => undefined);
  const live = {
    remote: { unmount: async () => undefined },
    props: { domElement: document.createElement('div') },
    scope: { leave: () => undefined, end: () => undefined },
  } as unknown as Live;
  const quit = departures.quit(live);
  departures.leave(live);
  await quit;
  await pass(1000);
  expect(departures.hidden).toBe(0);
});
