import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as registries from '@portal/testing/registry';
import { advance, createHostFixture, hang, installFakes, outletText, ROUTE, route } from './moduleHost.fixture';
import type { Mount } from './mount';
import { createUnmounting } from './unmounting';

const open = createHostFixture({ portal: fakePortal(guard()), ...registries });
installFakes();

const OTHER = '/guard/other';
const times = (log: readonly string[], line: string) => log.filter((entry) => entry === line).length;
/** A step that waits for the test. */
function createPausedStep() {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { finished, finish };
}

it('keeps its mount when the registry returns to that version while another one loads', async () => {
  const { finished, finish } = createPausedStep();
  const { moduleHost, log, activate } = open({ faults: { '1.2.0': (step) => (step === 'bootstrap' ? finished : undefined) } });
  moduleHost.activate();
  await advance();
  activate('1.2.0');
  await advance(10);
  activate('1.1.0');
  await advance(10);
  finish();
  await advance(1000);
  expect([outletText(), times(log, 'mount 1.1.0'), times(log, 'replaced')]).toEqual(['Jobs 1.1.0', 1, 0]);
  activate('1.2.0');
  await advance(1000);
  expect([outletText(), times(log, 'replaced')]).toEqual(['Jobs 1.2.0', 1]);
});

it('does not replace its mount by a fallback version that lacks the path to which the guard moved during its load', async () => {
  const { finished, finish } = createPausedStep();
  const { moduleHost, log, page, activate } = open({
    faults: {
      '1.2.0': (step) => (step === 'load' ? Promise.reject(new Error('broken')) : undefined),
      '1.0.0': (step) => (step === 'bootstrap' ? finished : undefined),
    },
    routesOf: { '1.1.0': { [ROUTE]: route, [OTHER]: route } },
  });
  moduleHost.activate();
  await advance();
  activate('1.2.0', { quarantined: { '1.1.0': 'bad' } as never, lastGood: registries.moduleVersion('mf-jobs', '1.0.0') });
  await advance(10);
  page.route = OTHER;
  await moduleHost.pathChanged();
  finish();
  await advance(5000);
  expect([outletText(), times(log, 'mount 1.0.0')]).toEqual(['Jobs 1.1.0', 0]);
});

it('retries a slow version after the first delay, also when another version was slow several times', async () => {
  const slow = (step: string) => (step === 'load' ? hang() : undefined);
  const { moduleHost, log, activate } = open({ faults: { '1.2.0': slow, '1.3.0': slow } });
  moduleHost.activate();
  await advance();
  activate('1.2.0');
  await advance(120_000);
  expect(times(log, 'load 1.2.0')).toBeGreaterThan(2);
  activate('1.3.0');
  await advance(8_000 + 30_000);
  expect(times(log, 'load 1.3.0')).toBe(2);
});

it('reports an unmount that hangs against the route that the mount showed', async () => {
  const { moduleHost, page, failedRoutes } = open({
    faults: { '1.1.0': (step) => (step === 'unmount' ? hang() : undefined) },
    routesOf: { '1.1.0': { [ROUTE]: route, [OTHER]: route } },
  });
  moduleHost.activate();
  await advance();
  page.route = OTHER;
  await moduleHost.pathChanged();
  page.route = null;
  moduleHost.deactivate();
  await advance(1000);
  expect(failedRoutes).toEqual([OTHER]);
});

it('does not list a mount as hidden when the guard leaves it during its unmount', async () => {
  const unmounting = createUnmounting({ onMoving: () => undefined, onFailed: () => undefined, onGone: () => undefined });
  const mount = {
    remote: { unmount: async () => undefined },
    props: { domElement: document.createElement('div') },
    handle: { leave: () => undefined, end: () => undefined },
  } as unknown as Mount;
  const unmounted = unmounting.unmount(mount);
  unmounting.hide(mount);
  await unmounted;
  await advance(1000);
  expect(unmounting.hidden.size).toBe(0);
});
