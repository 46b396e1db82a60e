import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as registries from '@portal/testing/registry';
import { act, screen } from '@testing-library/react';
import { advance, createHostFixture, type Fault, hang, installFakes, outletText } from './moduleHost.fixture';

const open = createHostFixture({ portal: fakePortal(guard()), ...registries });
installFakes();

it('shows the active version, with a skeleton until it is there', async () => {
  const { moduleHost, outlet } = open();
  moduleHost.activate();
  expect(outlet.querySelector('.stand-in')).toBeInTheDocument();
  await advance();
  expect(outletText()).toBe('Jobs 1.1.0');
  expect(outlet.querySelector('.stand-in')).toBeNull();
  expect(moduleHost.mountedVersion).toBe('1.1.0');
});

describe.each(['load', 'bootstrap', 'mount'] as const)('when %s goes wrong', (step) => {
  const throws: Fault = (now) => (now === step ? Promise.reject(new Error('broken')) : undefined);
  const hangs: Fault = (now) => (now === step ? hang() : undefined);

  it.each([
    ['throws', throws],
    ['hangs', hangs],
  ])('%s: the last good version stands in', async (_, fault) => {
    const { moduleHost } = open({ lastGood: true, faults: { '1.1.0': fault } });
    moduleHost.activate();
    await advance(9000);
    expect(outletText()).toBe('Jobs 1.0.0');
  });

  it('shows a card with a retry that works', async () => {
    let isBroken = true;
    const { moduleHost, log } = open({ faults: { '1.1.0': (now) => (isBroken ? throws(now) : undefined) } });
    moduleHost.activate();
    await advance();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('not responding');
    isBroken = false;
    act(() => screen.getByRole('button', { name: 'Retry' }).click());
    await advance();
    expect(outletText()).toBe('Jobs 1.1.0');
    expect(log).toContain('retry 1.1.0');
  });
});

it('falls back when a screen crashes later, and unmounts what crashed once', async () => {
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

it('gives a module that is down another chance on its next path', async () => {
  let isBroken = true;
  const { moduleHost } = open({ faults: { '1.1.0': () => (isBroken ? Promise.reject(new Error('broken')) : undefined) } });
  moduleHost.activate();
  await advance();
  isBroken = false;
  act(() => void moduleHost.pathChanged());
  await advance();
  expect(outletText()).toBe('Jobs 1.1.0');
});

it('never waits for a module that hangs on leaving', async () => {
  const { moduleHost, outlet } = open({ faults: { '1.1.0': (step) => (step === 'unmount' ? hang() : undefined) } });
  moduleHost.activate();
  await advance();
  moduleHost.deactivate();
  expect(outlet.firstElementChild).not.toBeVisible();
  await advance(600);
  expect(outlet).toBeEmptyDOMElement();
});

describe('a module that is left', () => {
  const gone = (log: readonly string[]) => log.filter((line) => /^portal|unmount/.test(line));

  it('is out of sight at once and gives back what it holds; it is taken down once what comes instead is painted', async () => {
    const { moduleHost, outlet, log } = open();
    moduleHost.activate();
    await advance();
    moduleHost.deactivate();
    expect(outlet.firstElementChild).not.toBeVisible();
    expect(gone(log)).toEqual(['portal left']);
    await advance(100);
    expect(outlet).toBeEmptyDOMElement();
    expect(gone(log)).toEqual(['portal left', 'unmount 1.1.0', 'portal ended']);
  });

  it('ends its portal after 500 ms when its unmount hangs', async () => {
    const { moduleHost, log } = open({ faults: { '1.1.0': (step) => (step === 'unmount' ? hang() : undefined) } });
    moduleHost.activate();
    await advance();
    moduleHost.deactivate();
    await advance(450);
    expect(gone(log)).toEqual(['portal left', 'unmount 1.1.0']);
    await advance(100);
    expect(gone(log).at(-1)).toBe('portal ended');
  });

  it('keeps its code while it is the active version: the guard may come back', async () => {
    const { moduleHost, log } = open();
    moduleHost.activate();
    await advance();
    moduleHost.deactivate();
    await advance(1000);
    expect(log).not.toContain('forget 1.1.0');
  });

  it('is taken down before it comes up again', async () => {
    const { moduleHost, log } = open();
    moduleHost.activate();
    await advance();
    moduleHost.deactivate();
    moduleHost.activate();
    expect(gone(log)).toEqual(['portal left', 'unmount 1.1.0']);
    await advance();
    expect(log.filter((line) => line.startsWith('mount'))).toHaveLength(2);
  });

  it('is taken down at once where a dialog of it is open, which makes the page inert', async () => {
    const { moduleHost, outlet, log } = open();
    moduleHost.activate();
    await advance();
    outlet.firstElementChild?.append(Object.assign(document.createElement('dialog'), { open: true }));
    moduleHost.deactivate();
    expect(gone(log)).toEqual(['portal left', 'unmount 1.1.0']);
  });
});

it('drops an answer that comes after the guard has left', async () => {
  const { moduleHost, outlet, log } = open();
  moduleHost.activate();
  moduleHost.deactivate();
  await advance(1000);
  expect(outlet).toBeEmptyDOMElement();
  expect(log).not.toContain('shown 1.1.0');
});

it('leaves one host after many quick visits', async () => {
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

describe('a new revision under an open page', () => {
  it('swaps at once, says so, and forgets the version that left', async () => {
    const { moduleHost, log, activate } = open();
    moduleHost.activate();
    await advance();
    activate('1.2.0');
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.2.0');
    expect(log).toContain('forget 1.1.0');
    expect(log.filter((line) => line === 'swapped')).toHaveLength(1);
  });

  it('waits while input is unsaved, and takes the new version on the next visit', async () => {
    const { moduleHost, dirty, activate } = open();
    moduleHost.activate();
    await advance();
    dirty.is = true;
    activate('1.2.0');
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.1.0');
    dirty.is = false;
    moduleHost.deactivate();
    moduleHost.activate();
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.2.0');
  });

  const coming = async () => {
    let come: () => void = () => undefined;
    const waits: Fault = (step) => (step === 'load' ? new Promise<void>((resolve) => (come = resolve)) : undefined);
    const all = open({ lastGood: true, faults: { '1.2.0': waits } });
    all.moduleHost.activate();
    await advance();
    return { ...all, come: () => come() };
  };

  it('takes nothing away that was begun while it came, and comes once nothing is unsaved', async () => {
    const { moduleHost, dirty, activate, come, log } = await coming();
    activate('1.2.0');
    await advance(2000);
    dirty.is = true;
    come();
    await advance(1000);
    expect([outletText(), moduleHost.mountedVersion]).toEqual(['Jobs 1.1.0', '1.1.0']);
    expect(log.filter((line) => /^(failed|swapped|unmount|load 1\.0)/.test(line))).toEqual([]);
    dirty.is = false;
    moduleHost.update();
    await advance();
    come();
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.2.0');
  });

  it.each([
    ['what was typed goes when the guard lets it go', { is: true }, 'Jobs 1.2.0'],
    ['what is held or on its way stays though the guard let go what was typed', { isHeld: true }, 'Jobs 1.1.0'],
  ])('%s', async (_what, begun, left) => {
    const { moduleHost, dirty, activate, come } = await coming();
    dirty.is = true;
    activate('1.2.0');
    moduleHost.update(true);
    await advance(2000);
    Object.assign(dirty, begun);
    come();
    await advance(1000);
    expect(outletText()).toBe(left);
  });

  it('keeps what runs when the new version does not come up', async () => {
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

describe('the portal of a mount', () => {
  const ended = (log: string[]) => log.filter((line) => line === 'portal ended').length;

  it('is left when the guard leaves, before the remote can hang', async () => {
    const { moduleHost, log } = open({ faults: { '1.1.0': (step) => (step === 'unmount' ? hang() : undefined) } });
    moduleHost.activate();
    await advance();
    expect(ended(log)).toBe(0);
    moduleHost.deactivate();
    expect(log.at(-1)).toBe('portal left');
    await advance(1000);
    expect(ended(log)).toBe(1);
  });

  it('ends for a version that never came up, and stays for the one in its place', async () => {
    const { moduleHost, log } = open({
      lastGood: true,
      faults: { '1.1.0': (step) => (step === 'bootstrap' ? Promise.reject(new Error('no')) : undefined) },
    });
    moduleHost.activate();
    await advance();
    expect([ended(log), outletText()]).toEqual([1, 'Jobs 1.0.0']);
  });
});
