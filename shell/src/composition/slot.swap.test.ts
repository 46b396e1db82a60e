import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as registries from '@portal/testing/registry';
import { hang, opener, pass, shown, standStill } from './testSlot';

const open = opener({ portal: fakePortal(guard()), ...registries });
standStill();

/** Version 1.1.0 stands, 1800 px high; 1.2.0 takes its place. */
async function swapped(faults: Parameters<typeof open>[0] = {}) {
  const all = open(faults);
  Object.defineProperty(all.outlet, 'offsetHeight', { value: 1800 });
  all.slot.enter();
  await pass();
  expect(all.outlet.style.minHeight).toBe('');
  all.activate('1.2.0');
  await pass();
  return all;
}

it('a swap has a skeleton while the new version hangs in its mount, and no blank place', async () => {
  const { outlet } = await swapped({ lastGood: true, faults: { '1.2.0': (step) => (step === 'mount' ? hang() : undefined) } });
  expect(outlet.querySelectorAll('[data-stand-in]')).toHaveLength(1);
  await pass(10_000);
  expect(shown()).toBe('Jobs 1.0.0');
  expect(outlet.querySelector('[data-stand-in]')).toBeNull();
});

it('a swap keeps the height of the page, and so the guard’s place in it, until the new screen has read its data', async () => {
  const { outlet } = await swapped();
  expect([shown(), outlet.style.minHeight]).toEqual(['Jobs 1.2.0', '1800px']);
  await pass(10_000);
  expect(outlet.style.minHeight).toBe('');
});

it('a guard who leaves takes the height along', async () => {
  const { slot, outlet } = await swapped();
  slot.leave();
  expect([outlet.style.minHeight, outlet.querySelector('[data-stand-in]')]).toEqual(['', null]);
});
