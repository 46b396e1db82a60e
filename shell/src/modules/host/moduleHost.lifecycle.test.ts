import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as registries from '@portal/testing/registry';
import { act, screen } from '@testing-library/react';
import { advance, createHostFixture, hang, installFakes, type LifecycleFault, outletText } from './moduleHost.fixture';

const open = createHostFixture({ portal: fakePortal(guard()), ...registries });
installFakes();

it('shows a skeleton until the active version is mounted', async () => {
  const { moduleHost, outlet } = open();
  moduleHost.activate();
  expect(outlet.querySelector('.stand-in')).toBeInTheDocument();
  await advance();
  expect(outletText()).toBe('Jobs 1.1.0');
  expect(outlet.querySelector('.stand-in')).toBeNull();
  expect(moduleHost.mountedVersion).toBe('1.1.0');
});

describe.each(['load', 'bootstrap', 'mount'] as const)('a failure in %s', (step) => {
  const throws: LifecycleFault = (current) => (current === step ? Promise.reject(new Error('broken')) : undefined);
  const hangs: LifecycleFault = (current) => (current === step ? hang() : undefined);

  it.each([
    ['throws', throws],
    ['hangs', hangs],
  ])('mounts the last good version when the step %s', async (_, fault) => {
    const { moduleHost } = open({ lastGood: true, faults: { '1.1.0': fault } });
    moduleHost.activate();
    await advance(9000);
    expect(outletText()).toBe('Jobs 1.0.0');
  });

  it('shows an error card with a Retry that mounts the version', async () => {
    let isBroken = true;
    const { moduleHost, log } = open({ faults: { '1.1.0': (current) => (isBroken ? throws(current) : undefined) } });
    moduleHost.activate();
    await advance();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('not responding');
    isBroken = false;
    act(() => screen.getByRole('button', { name: 'Retry' }).click());
    await advance();
    expect(outletText()).toBe('Jobs 1.1.0');
    expect(log).toContain('unload failed 1.1.0');
  });
});

it('mounts the last good version after a crash, and unmounts the crashed mount once', async () => {
  const { moduleHost, remotes, log } = open({ lastGood: true });
  moduleHost.activate();
  await advance();
  remotes.get('1.1.0')?.props?.onCrash(new Error('undefined is not a list'));
  await advance(1000);
  expect(outletText()).toBe('Jobs 1.0.0');
  moduleHost.deactivate();
  await advance(1000);
  expect(log.filter((line) => line === 'unmount 1.1.0')).toHaveLength(1);
});

it('tries a failed version again when the guard moves within the module', async () => {
  let isBroken = true;
  const { moduleHost } = open({ faults: { '1.1.0': () => (isBroken ? Promise.reject(new Error('broken')) : undefined) } });
  moduleHost.activate();
  await advance();
  isBroken = false;
  act(() => void moduleHost.pathChanged());
  await advance();
  expect(outletText()).toBe('Jobs 1.1.0');
});

it('hides a mount immediately when its unmount hangs', async () => {
  const { moduleHost, outlet } = open({ faults: { '1.1.0': (step) => (step === 'unmount' ? hang() : undefined) } });
  moduleHost.activate();
  await advance();
  moduleHost.deactivate();
  expect(outlet.firstElementChild).not.toBeVisible();
  await advance(600);
  expect(outlet).toBeEmptyDOMElement();
});

describe('a mount that the guard leaves', () => {
  const endings = (log: readonly string[]) => log.filter((line) => /^handle|unmount/.test(line));

  it('hides a mount and closes its handle when the guard leaves, and unmounts it after the next paint', async () => {
    const { moduleHost, outlet, log } = open();
    moduleHost.activate();
    await advance();
    moduleHost.deactivate();
    expect(outlet.firstElementChild).not.toBeVisible();
    expect(endings(log)).toEqual(['handle left']);
    await advance(100);
    expect(outlet).toBeEmptyDOMElement();
    expect(endings(log)).toEqual(['handle left', 'unmount 1.1.0', 'handle ended']);
  });

  it('ends the handle of a mount after 500 ms when its unmount hangs', async () => {
    const { moduleHost, log } = open({ faults: { '1.1.0': (step) => (step === 'unmount' ? hang() : undefined) } });
    moduleHost.activate();
    await advance();
    moduleHost.deactivate();
    await advance(450);
    expect(endings(log)).toEqual(['handle left', 'unmount 1.1.0']);
    await advance(100);
    expect(endings(log).at(-1)).toBe('handle ended');
  });

  it('keeps the code of the active version when the guard leaves', async () => {
    const { moduleHost, log } = open();
    moduleHost.activate();
    await advance();
    moduleHost.deactivate();
    await advance(1000);
    expect(log).not.toContain('unload 1.1.0');
  });

  it('unmounts a hidden mount before the next mount of the module', async () => {
    const { moduleHost, log } = open();
    moduleHost.activate();
    await advance();
    moduleHost.deactivate();
    moduleHost.activate();
    expect(endings(log)).toEqual(['handle left', 'unmount 1.1.0']);
    await advance();
    expect(log.filter((line) => line.startsWith('mount'))).toHaveLength(2);
  });

  it('unmounts a mount with an open dialog immediately, because the dialog makes the page inert', async () => {
    const { moduleHost, outlet, log } = open();
    moduleHost.activate();
    await advance();
    outlet.firstElementChild?.append(Object.assign(document.createElement('dialog'), { open: true }));
    moduleHost.deactivate();
    expect(endings(log)).toEqual(['handle left', 'unmount 1.1.0']);
  });
});

it('ignores a load that ends after the guard has left', async () => {
  const { moduleHost, outlet, log } = open();
  moduleHost.activate();
  moduleHost.deactivate();
  await advance(1000);
  expect(outlet).toBeEmptyDOMElement();
  expect(log).not.toContain('shown 1.1.0');
});

it('shows one mount after 50 quick visits', async () => {
  const { moduleHost, outlet } = open();
  for (let count = 0; count < 50; count++) {
    moduleHost.activate();
    if (count % 3 === 0) await advance();
    moduleHost.deactivate();
  }
  moduleHost.activate();
  await advance(1000);
  expect(outlet.childElementCount).toBe(1);
  expect(outletText()).toBe('Jobs 1.1.0');
});

describe('a new revision in an open page', () => {
  it('replaces the mount, announces it, and unloads the old version', async () => {
    const { moduleHost, log, activate } = open();
    moduleHost.activate();
    await advance();
    activate('1.2.0');
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.2.0');
    expect(log).toContain('unload 1.1.0');
    expect(log.filter((line) => line === 'replaced')).toHaveLength(1);
  });

  it('mounts a new version at the next visit when input is unsaved', async () => {
    const { moduleHost, unsaved, activate } = open();
    moduleHost.activate();
    await advance();
    unsaved.isDirty = true;
    activate('1.2.0');
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.1.0');
    unsaved.isDirty = false;
    moduleHost.deactivate();
    moduleHost.activate();
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.2.0');
  });

  const openWithSlowLoad = async () => {
    let finish: () => void = () => undefined;
    const waits: LifecycleFault = (step) => (step === 'load' ? new Promise<void>((resolve) => (finish = resolve)) : undefined);
    const all = open({ lastGood: true, faults: { '1.2.0': waits } });
    all.moduleHost.activate();
    await advance();
    return { ...all, finishLoad: () => finish() };
  };

  it('does not replace the mount when input becomes unsaved during the load, and replaces it after the input is saved', async () => {
    const { moduleHost, unsaved, activate, finishLoad, log } = await openWithSlowLoad();
    activate('1.2.0');
    await advance(2000);
    unsaved.isDirty = true;
    finishLoad();
    await advance(1000);
    expect([outletText(), moduleHost.mountedVersion]).toEqual(['Jobs 1.1.0', '1.1.0']);
    expect(log.filter((line) => /^(failed|replaced|unmount|load 1\.0)/.test(line))).toEqual([]);
    unsaved.isDirty = false;
    moduleHost.update();
    await advance();
    finishLoad();
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.2.0');
  });

  it.each([
    ['replaces a mount with unsaved input', { isDirty: true }, 'Jobs 1.2.0'],
    ['does not replace a locked mount', { isLocked: true }, 'Jobs 1.1.0'],
  ])('%s when the guard agreed to lose input', async (_what, change, text) => {
    const { moduleHost, unsaved, activate, finishLoad } = await openWithSlowLoad();
    unsaved.isDirty = true;
    activate('1.2.0');
    moduleHost.update(true);
    await advance(2000);
    Object.assign(unsaved, change);
    finishLoad();
    await advance(1000);
    expect(outletText()).toBe(text);
  });

  it('keeps the mount when the new version cannot be loaded', async () => {
    const { moduleHost, activate } = open({
      faults: { '1.2.0': (step) => (step === 'load' ? Promise.reject(new Error('404')) : undefined) },
    });
    moduleHost.activate();
    await advance();
    activate('1.2.0');
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.1.0');
  });
});

describe('the portal handle of a mount', () => {
  const endCount = (log: string[]) => log.filter((line) => line === 'handle ended').length;

  it('closes the handle when the guard leaves, before an unmount that hangs', async () => {
    const { moduleHost, log } = open({ faults: { '1.1.0': (step) => (step === 'unmount' ? hang() : undefined) } });
    moduleHost.activate();
    await advance();
    expect(endCount(log)).toBe(0);
    moduleHost.deactivate();
    expect(log.at(-1)).toBe('handle left');
    await advance(1000);
    expect(endCount(log)).toBe(1);
  });

  it('ends the handle of a version that failed, and keeps that of the last good version', async () => {
    const { moduleHost, log } = open({
      lastGood: true,
      faults: { '1.1.0': (step) => (step === 'bootstrap' ? Promise.reject(new Error('no')) : undefined) },
    });
    moduleHost.activate();
    await advance();
    expect([endCount(log), outletText()]).toEqual([1, 'Jobs 1.0.0']);
  });
});
