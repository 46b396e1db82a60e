import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as registries from '@portal/testing/registry';
import { act, screen } from '@testing-library/react';
import { type Fault, hang, opener, pass, shown, standStill } from './testSlot';

const open = opener({ portal: fakePortal(guard()), ...registries });
standStill();

it('shows the active version, with a skeleton until it is there', async () => {
  const { slot, outlet } = open();
  slot.enter();
  expect(outlet.querySelector('.stand-in')).toBeInTheDocument();
  await pass();
  expect(shown()).toBe('Jobs 1.1.0');
  expect(outlet.querySelector('.stand-in')).toBeNull();
  expect(slot.executing).toBe('1.1.0');
});

describe.each(['load', 'bootstrap', 'mount'] as const)('when %s goes wrong', (step) => {
  const throws: Fault = (now) => (now === step ? Promise.reject(new Error('broken')) : undefined);
  const hangs: Fault = (now) => (now === step ? hang() : undefined);

  it.each([
    ['throws', throws],
    ['hangs', hangs],
  ])('%s: the last good version stands in', async (_, fault) => {
    const { slot } = open({ lastGood: true, faults: { '1.1.0': fault } });
    slot.enter();
    await pass(9000);
    expect(shown()).toBe('Jobs 1.0.0');
  });

  it('shows a card with a retry that works', async () => {
    let isBroken = true;
    const { slot, log } = open({ faults: { '1.1.0': (now) => (isBroken ? throws(now) : undefined) } });
    slot.enter();
    await pass();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('not responding');
    isBroken = false;
    act(() => screen.getByRole('button', { name: 'Retry' }).click());
    await pass();
    expect(shown()).toBe('Jobs 1.1.0');
    expect(log).toContain('retry 1.1.0');
  });
});

it('falls back when a screen crashes later, and unmounts what crashed once', async () => {
  const { slot, remotes, log } = open({ lastGood: true });
  slot.enter();
  await pass();
  remotes.get('1.1.0')?.props?.onCrash(new Error('undefined is not a list'));
  await pass(1000);
  expect(shown()).toBe('Jobs 1.0.0');
  slot.leave();
  await pass(1000);
  expect(log.filter((line) => line === 'unmount 1.1.0')).toHaveLength(1);
});

it('gives a module that is down another chance on its next path', async () => {
  let isBroken = true;
  const { slot } = open({ faults: { '1.1.0': () => (isBroken ? Promise.reject(new Error('broken')) : undefined) } });
  slot.enter();
  await pass();
  isBroken = false;
  act(() => void slot.revisit());
  await pass();
  expect(shown()).toBe('Jobs 1.1.0');
});

it('never waits for a module that hangs on leaving', async () => {
  const { slot, outlet } = open({ faults: { '1.1.0': (step) => (step === 'unmount' ? hang() : undefined) } });
  slot.enter();
  await pass();
  slot.leave();
  expect(outlet.firstElementChild).not.toBeVisible();
  await pass(600);
  expect(outlet).toBeEmptyDOMElement();
});

describe('a module that is left', () => {
  const gone = (log: readonly string[]) => log.filter((line) => /^portal|unmount/.test(line));

  it('is out of sight at once and gives back what it holds; it is taken down once what comes instead is painted', async () => {
    const { slot, outlet, log } = open();
    slot.enter();
    await pass();
    slot.leave();
    expect(outlet.firstElementChild).not.toBeVisible();
    expect(gone(log)).toEqual(['portal left']);
    await pass(100);
    expect(outlet).toBeEmptyDOMElement();
    expect(gone(log)).toEqual(['portal left', 'unmount 1.1.0', 'portal ended']);
  });

  it('ends its portal after 500 ms when its unmount hangs', async () => {
    const { slot, log } = open({ faults: { '1.1.0': (step) => (step === 'unmount' ? hang() : undefined) } });
    slot.enter();
    await pass();
    slot.leave();
    await pass(450);
    expect(gone(log)).toEqual(['portal left', 'unmount 1.1.0']);
    await pass(100);
    expect(gone(log).at(-1)).toBe('portal ended');
  });

  it('keeps its code while it is the active version: the guard may come back', async () => {
    const { slot, log } = open();
    slot.enter();
    await pass();
    slot.leave();
    await pass(1000);
    expect(log).not.toContain('forget 1.1.0');
  });

  it('is taken down before it comes up again', async () => {
    const { slot, log } = open();
    slot.enter();
    await pass();
    slot.leave();
    slot.enter();
    expect(gone(log)).toEqual(['portal left', 'unmount 1.1.0']);
    await pass();
    expect(log.filter((line) => line.startsWith('mount'))).toHaveLength(2);
  });

  it('is taken down at once where a dialog of it is open, which makes the page inert', async () => {
    const { slot, outlet, log } = open();
    slot.enter();
    await pass();
    outlet.firstElementChild?.append(Object.assign(document.createElement('dialog'), { open: true }));
    slot.leave();
    expect(gone(log)).toEqual(['portal left', 'unmount 1.1.0']);
  });
});

it('drops an answer that comes after the guard has left', async () => {
  const { slot, outlet, log } = open();
  slot.enter();
  slot.leave();
  await pass(1000);
  expect(outlet).toBeEmptyDOMElement();
  expect(log).not.toContain('shown 1.1.0');
});

it('leaves one host after many quick visits', async () => {
  const { slot, outlet } = open();
  for (let count = 0; count < 50; count++) {
    slot.enter();
    if (count % 3 === 0) await pass();
    slot.leave();
  }
  slot.enter();
  await pass(1000);
  expect(outlet.childElementCount).toBe(1);
  expect(shown()).toBe('Jobs 1.1.0');
});

describe('a new revision under an open page', () => {
  it('swaps at once, says so, and forgets the version that left', async () => {
    const { slot, log, activate } = open();
    slot.enter();
    await pass();
    activate('1.2.0');
    await pass(1000);
    expect(shown()).toBe('Jobs 1.2.0');
    expect(log).toContain('forget 1.1.0');
    expect(log.filter((line) => line === 'swapped')).toHaveLength(1);
  });

  it('waits while input is unsaved, and takes the new version on the next visit', async () => {
    const { slot, dirty, activate } = open();
    slot.enter();
    await pass();
    dirty.is = true;
    activate('1.2.0');
    await pass(1000);
    expect(shown()).toBe('Jobs 1.1.0');
    dirty.is = false;
    slot.leave();
    slot.enter();
    await pass(1000);
    expect(shown()).toBe('Jobs 1.2.0');
  });

  const coming = async () => {
    let come: () => void = () => undefined;
    const waits: Fault = (step) => (step === 'load' ? new Promise<void>((resolve) => (come = resolve)) : undefined);
    const all = open({ lastGood: true, faults: { '1.2.0': waits } });
    all.slot.enter();
    await pass();
    return { ...all, come: () => come() };
  };

  it('takes nothing away that was begun while it came, and comes once nothing is unsaved', async () => {
    const { slot, dirty, activate, come, log } = await coming();
    activate('1.2.0');
    await pass(2000);
    dirty.is = true;
    come();
    await pass(1000);
    expect([shown(), slot.executing]).toEqual(['Jobs 1.1.0', '1.1.0']);
    expect(log.filter((line) => /^(failed|swapped|unmount|load 1\.0)/.test(line))).toEqual([]);
    dirty.is = false;
    slot.follow();
    await pass();
    come();
    await pass(1000);
    expect(shown()).toBe('Jobs 1.2.0');
  });

  it.each([
    ['what was typed goes when the guard lets it go', { is: true }, 'Jobs 1.2.0'],
    ['what is held or on its way stays though the guard let go what was typed', { isHeld: true }, 'Jobs 1.1.0'],
  ])('%s', async (_what, begun, left) => {
    const { slot, dirty, activate, come } = await coming();
    dirty.is = true;
    activate('1.2.0');
    slot.follow(true);
    await pass(2000);
    Object.assign(dirty, begun);
    come();
    await pass(1000);
    expect(shown()).toBe(left);
  });

  it('keeps what runs when the new version does not come up', async () => {
    const { slot, activate } = open({ faults: { '1.2.0': (step) => (step === 'load' ? Promise.reject(new Error('404')) : undefined) } });
    slot.enter();
    await pass();
    activate('1.2.0');
    await pass(1000);
    expect(shown()).toBe('Jobs 1.1.0');
  });
});

describe('the portal of a mount', () => {
  const ended = (log: string[]) => log.filter((line) => line === 'portal ended').length;

  it('is left when the guard leaves, before the remote can hang', async () => {
    const { slot, log } = open({ faults: { '1.1.0': (step) => (step === 'unmount' ? hang() : undefined) } });
    slot.enter();
    await pass();
    expect(ended(log)).toBe(0);
    slot.leave();
    expect(log.at(-1)).toBe('portal left');
    await pass(1000);
    expect(ended(log)).toBe(1);
  });

  it('ends for a version that never came up, and stays for the one in its place', async () => {
    const { slot, log } = open({
      lastGood: true,
      faults: { '1.1.0': (step) => (step === 'bootstrap' ? Promise.reject(new Error('no')) : undefined) },
    });
    slot.enter();
    await pass();
    expect([ended(log), shown()]).toEqual([1, 'Jobs 1.0.0']);
  });
});
