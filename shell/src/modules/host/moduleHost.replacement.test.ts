import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as registries from '@portal/testing/registry';
import { advance, createHostFixture, hang, installFakes, outletText } from './moduleHost.fixture';

const open = createHostFixture({ portal: fakePortal(guard()), ...registries });
installFakes();

/** Version 1.1.0 stands, 1800 px high; 1.2.0 takes its place. */
async function swapped(faults: Parameters<typeof open>[0] = {}) {
  const all = open(faults);
  Object.defineProperty(all.outlet, 'offsetHeight', { value: 1800 });
  all.moduleHost.activate();
  await advance();
  expect(all.outlet.style.minHeight).toBe('');
  all.activate('1.2.0');
  await advance(100);
  return all;
}

/** Lines of the log, with a `frame` wherever the page was painted. */
function withFrames({ log }: ReturnType<typeof open>) {
  const frame = () => {
    log.push('frame');
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  /** What came between two lines. */
  return (from: string, to: string) => log.slice(log.indexOf(from) + 1, log.indexOf(to));
}

it('the code of the new version runs before a frame of the old one, none is without a screen, and behind the new one the old code goes and the guard is told', async () => {
  const all = open();
  all.moduleHost.activate();
  await advance();
  const between = withFrames(all);
  all.activate('1.2.0');
  await advance(100);
  expect(between('load 1.2.0', 'portal left')).toEqual(['frame']);
  expect(between('portal left', 'mount 1.2.0')).toEqual(['unmount 1.1.0', 'portal ended']);
  expect(between('mount 1.2.0', 'swapped')).toEqual(['shown 1.2.0', 'frame', 'forget 1.1.0']);
});

it('what is typed in the last frame of the old version is kept', async () => {
  const all = open();
  all.moduleHost.activate();
  await advance();
  all.activate('1.2.0');
  await advance();
  all.dirty.is = true;
  await advance(1000);
  expect([outletText(), all.log.at(-1)]).toEqual(['Jobs 1.1.0', 'portal ended']);
});

it('what is pressed in the old version has its click before the new one takes its place', async () => {
  const all = open();
  all.moduleHost.activate();
  await advance();
  const button = all.outlet.appendChild(document.createElement('button'));
  button.focus();
  all.activate('1.2.0');
  await advance(1000);
  expect(outletText()).toBe('Jobs 1.1.0');
  button.blur();
  button.click();
  await advance(200);
  expect(outletText()).toBe('Jobs 1.2.0');
});

it('a press that holds up a version is no fault of it', async () => {
  // All that an active version has are 8 seconds.
  const takes = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const all = open({ faults: { '1.2.0': (step) => (step === 'load' ? takes(7000) : step === 'mount' ? takes(500) : undefined) } });
  all.moduleHost.activate();
  await advance();
  const button = all.outlet.appendChild(document.createElement('button'));
  all.activate('1.2.0');
  await advance(6900);
  button.focus();
  await advance(2000);
  expect(outletText()).toBe('Jobs 1.1.0');
  button.blur();
  button.click();
  await advance(1000);
  expect([outletText(), all.log.filter((line) => line.startsWith('failed'))]).toEqual(['Jobs 1.2.0', []]);
});

it('who leaves in the last frame of the old version meets neither', async () => {
  const all = open();
  all.moduleHost.activate();
  await advance();
  all.activate('1.2.0');
  await advance();
  all.page.asked = null;
  all.moduleHost.deactivate();
  await advance(1000);
  expect([all.outlet.childElementCount, all.log.includes('mount 1.2.0')]).toEqual([0, false]);
});

it('where the new version throws in its mount a skeleton stands until the last good one does', async () => {
  const broken = () => Promise.reject(new Error('undefined is not a list'));
  const late = () => new Promise<void>((resolve) => setTimeout(resolve, 1000));
  const { outlet } = await swapped({
    lastGood: true,
    faults: {
      '1.2.0': (step) => (step === 'mount' ? broken() : undefined),
      '1.0.0': (step) => (step === 'load' ? late() : undefined),
    },
  });
  expect(outlet.querySelectorAll('[data-stand-in]')).toHaveLength(1);
  await advance(1000);
  expect([outletText(), outlet.querySelector('[data-stand-in]')]).toEqual(['Jobs 1.0.0', null]);
});

it('a swap has a skeleton while the new version hangs in its mount, and no blank place', async () => {
  const { outlet } = await swapped({ lastGood: true, faults: { '1.2.0': (step) => (step === 'mount' ? hang() : undefined) } });
  expect(outlet.querySelectorAll('[data-stand-in]')).toHaveLength(1);
  await advance(10_000);
  expect(outletText()).toBe('Jobs 1.0.0');
  expect(outlet.querySelector('[data-stand-in]')).toBeNull();
});

it('a swap keeps the height of the page, and so the guard’s place in it, until the new screen has read its data', async () => {
  const { outlet } = await swapped();
  expect([outletText(), outlet.style.minHeight]).toEqual(['Jobs 1.2.0', '1800px']);
  await advance(10_000);
  expect(outlet.style.minHeight).toBe('');
});

it('a guard who leaves takes the height along', async () => {
  const { moduleHost, outlet } = await swapped();
  moduleHost.deactivate();
  expect([outlet.style.minHeight, outlet.querySelector('[data-stand-in]')]).toEqual(['', null]);
});
