import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as registries from '@portal/testing/registry';
import { advance, createHostFixture, hang, installFakes, outletText } from './moduleHost.fixture';

const open = createHostFixture({ portal: fakePortal(guard()), ...registries });
installFakes();

/** 1.1.0 is mounted and 1800 px high; 1.2.0 replaces it. */
async function openReplaced(options: Parameters<typeof open>[0] = {}) {
  const all = open(options);
  Object.defineProperty(all.outlet, 'offsetHeight', { value: 1800 });
  all.moduleHost.activate();
  await advance();
  expect(all.outlet.style.minHeight).toBe('');
  all.activate('1.2.0');
  await advance(100);
  return all;
}

/** Logs each painted frame. */
function logFrames({ log }: ReturnType<typeof open>) {
  const frame = () => {
    log.push('frame');
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  /** The log between two lines. */
  return (from: string, to: string) => log.slice(log.indexOf(from) + 1, log.indexOf(to));
}

it('paints a frame after the load and none between the mounts, then unloads the old version and announces the replacement', async () => {
  const all = open();
  all.moduleHost.activate();
  await advance();
  const between = logFrames(all);
  all.activate('1.2.0');
  await advance(100);
  expect(between('load 1.2.0', 'handle left')).toEqual(['frame']);
  expect(between('handle left', 'mount 1.2.0')).toEqual(['unmount 1.1.0', 'handle ended']);
  expect(between('mount 1.2.0', 'replaced')).toEqual(['shown 1.2.0', 'frame', 'unload 1.1.0']);
});

it('does not replace the mount when input becomes unsaved in its last frame', async () => {
  const all = open();
  all.moduleHost.activate();
  await advance();
  all.activate('1.2.0');
  await advance();
  all.unsaved.isDirty = true;
  await advance(1000);
  expect([outletText(), all.log.at(-1)]).toEqual(['Jobs 1.1.0', 'handle ended']);
});

it('replaces a mount with a pressed button after its click', async () => {
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

it('does not charge the wait for a pressed button to the new version', async () => {
  // The budget of an active version without a last good one is 8 seconds.
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const all = open({ faults: { '1.2.0': (step) => (step === 'load' ? pause(7000) : step === 'mount' ? pause(500) : undefined) } });
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

it('mounts nothing when the guard leaves in the last frame before the replacement', async () => {
  const all = open();
  all.moduleHost.activate();
  await advance();
  all.activate('1.2.0');
  await advance();
  all.page.route = null;
  all.moduleHost.deactivate();
  await advance(1000);
  expect([all.outlet.childElementCount, all.log.includes('mount 1.2.0')]).toEqual([0, false]);
});

it('shows a skeleton after the new version throws in its mount until the last good version is mounted', async () => {
  const broken = () => Promise.reject(new Error('undefined is not a list'));
  const late = () => new Promise<void>((resolve) => setTimeout(resolve, 1000));
  const { outlet } = await openReplaced({
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

it('shows a skeleton while the new version hangs in its mount', async () => {
  const { outlet } = await openReplaced({ lastGood: true, faults: { '1.2.0': (step) => (step === 'mount' ? hang() : undefined) } });
  expect(outlet.querySelectorAll('[data-stand-in]')).toHaveLength(1);
  await advance(10_000);
  expect(outletText()).toBe('Jobs 1.0.0');
  expect(outlet.querySelector('[data-stand-in]')).toBeNull();
});

it('keeps the height of the page, and so the scroll position, for ten seconds after a replacement', async () => {
  const { outlet } = await openReplaced();
  expect([outletText(), outlet.style.minHeight]).toEqual(['Jobs 1.2.0', '1800px']);
  await advance(10_000);
  expect(outlet.style.minHeight).toBe('');
});

it('releases the height of the page when the guard leaves', async () => {
  const { moduleHost, outlet } = await openReplaced();
  moduleHost.deactivate();
  expect([outlet.style.minHeight, outlet.querySelector('[data-stand-in]')]).toEqual(['', null]);
});
