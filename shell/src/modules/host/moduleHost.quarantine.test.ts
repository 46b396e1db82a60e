import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as registries from '@portal/testing/registry';
import { advance, createHostFixture, hang, installFakes, type LifecycleFault, outletText } from './moduleHost.fixture';

const open = createHostFixture({ portal: fakePortal(guard()), ...registries });
installFakes();

const fails: LifecycleFault = (step) => (step === 'load' ? Promise.reject(new Error('404')) : undefined);
const hangs: LifecycleFault = (step) => (step === 'load' ? hang() : undefined);
const FIRST_TRIES_MS = 10_000;
const RETRIES_MS = 120_000;

/** 1.1.0 is mounted and becomes quarantined: 1.0.0 is the active version, 0.9.0 the last good version. */
async function openQuarantined(faults: Record<string, LifecycleFault>) {
  const all = open({ faults });
  all.moduleHost.activate();
  await advance();
  const lastGood = registries.moduleVersion('mf-jobs', '0.9.0');
  all.activate('1.0.0', { lastGood, quarantined: { '1.1.0': 'blank list' } });
  await advance(FIRST_TRIES_MS);
  return all;
}
const once = (fault: LifecycleFault): LifecycleFault => {
  let times = 0;
  return (step) => (step === 'load' && times++ === 0 ? fault(step) : undefined);
};

it.each([
  ['fails', fails],
  ['hangs', hangs],
])('replaces a quarantined mount with the last good version when the active version %s', async (_what, fault) => {
  await openQuarantined({ '1.0.0': fault });
  expect(outletText()).toBe('Jobs 0.9.0');
});

it('replaces a quarantined mount when the active version, slow at first, can be loaded', async () => {
  await openQuarantined({ '1.0.0': once(hangs), '0.9.0': fails });
  expect(outletText()).toBe('Jobs 1.1.0');
  await advance(RETRIES_MS);
  expect(outletText()).toBe('Jobs 1.0.0');
});

it('keeps a quarantined mount while all other versions fail, and tries them again', async () => {
  const { log } = await openQuarantined({ '1.0.0': fails, '0.9.0': fails });
  expect(outletText()).toBe('Jobs 1.1.0');
  const tries = () => log.filter((line) => line === 'load 1.0.0').length;
  const before = tries();
  await advance(RETRIES_MS);
  expect(tries()).toBeGreaterThan(before);
  expect(outletText()).toBe('Jobs 1.1.0');
});

it('tries a slow replacement again', async () => {
  const { moduleHost, activate } = open({ faults: { '1.2.0': once(hangs) } });
  moduleHost.activate();
  await advance();
  activate('1.2.0');
  await advance(FIRST_TRIES_MS);
  expect(outletText()).toBe('Jobs 1.1.0');
  await advance(RETRIES_MS);
  expect(outletText()).toBe('Jobs 1.2.0');
});

it('does not try a slow version again after the guard has left', async () => {
  const { moduleHost, activate, log } = open({ faults: { '1.2.0': hangs } });
  moduleHost.activate();
  await advance();
  activate('1.2.0');
  await advance(FIRST_TRIES_MS);
  moduleHost.deactivate();
  await advance(RETRIES_MS);
  expect(log.filter((line) => line === 'load 1.2.0')).toHaveLength(1);
});
