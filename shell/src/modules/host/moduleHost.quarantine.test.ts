import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as registries from '@portal/testing/registry';
import { advance, createHostFixture, type Fault, hang, installFakes, outletText } from './moduleHost.fixture';

const open = createHostFixture({ portal: fakePortal(guard()), ...registries });
installFakes();

const fails: Fault = (step) => (step === 'load' ? Promise.reject(new Error('404')) : undefined);
const hangs: Fault = (step) => (step === 'load' ? hang() : undefined);
const SOON = 10_000;
const LATER = 120_000;

/** Version 1.1.0 runs and is taken back: 1.0.0 is active again, 0.9.0 the last good one. */
async function recalled(faults: Record<string, Fault>) {
  const all = open({ faults });
  all.moduleHost.activate();
  await advance();
  const lastGood = registries.moduleVersion('mf-jobs', '0.9.0');
  all.activate('1.0.0', { lastGood, quarantined: { '1.1.0': 'blank list' } });
  await advance(SOON);
  return all;
}
const once = (fault: Fault): Fault => {
  let times = 0;
  return (step) => (step === 'load' && times++ === 0 ? fault(step) : undefined);
};

it.each([
  ['fails', fails],
  ['hangs', hangs],
])('a version that was taken back goes for the last good one when the one that follows it %s', async (_what, fault) => {
  await recalled({ '1.0.0': fault });
  expect(outletText()).toBe('Jobs 0.9.0');
});

it('goes for the one that follows it as soon as that comes', async () => {
  await recalled({ '1.0.0': once(hangs), '0.9.0': fails });
  expect(outletText()).toBe('Jobs 1.1.0');
  await advance(LATER);
  expect(outletText()).toBe('Jobs 1.0.0');
});

it('runs on without a card while nothing else comes, and is tried to be left again and again', async () => {
  const { log } = await recalled({ '1.0.0': fails, '0.9.0': fails });
  expect(outletText()).toBe('Jobs 1.1.0');
  const tries = () => log.filter((line) => line === 'load 1.0.0').length;
  const before = tries();
  await advance(LATER);
  expect(tries()).toBeGreaterThan(before);
  expect(outletText()).toBe('Jobs 1.1.0');
});

it('a version that only was slow under a running one is tried again later', async () => {
  const { moduleHost, activate } = open({ faults: { '1.2.0': once(hangs) } });
  moduleHost.activate();
  await advance();
  activate('1.2.0');
  await advance(SOON);
  expect(outletText()).toBe('Jobs 1.1.0');
  await advance(LATER);
  expect(outletText()).toBe('Jobs 1.2.0');
});

it('is not tried again once the guard has left', async () => {
  const { moduleHost, activate, log } = open({ faults: { '1.2.0': hangs } });
  moduleHost.activate();
  await advance();
  activate('1.2.0');
  await advance(SOON);
  moduleHost.deactivate();
  await advance(LATER);
  expect(log.filter((line) => line === 'load 1.2.0')).toHaveLength(1);
});
