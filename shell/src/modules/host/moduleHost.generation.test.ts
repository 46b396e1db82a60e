import { FileError } from '@portal/mf-kit/loadFailure';
import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as registries from '@portal/testing/registry';
import { act, screen } from '@testing-library/react';
import {
  advance,
  createHostFixture,
  failToFetch,
  hang,
  installFakes,
  type LifecycleFault,
  type LifecycleStep,
  network,
  outletText,
} from './moduleHost.fixture';

const open = createHostFixture({ portal: fakePortal(guard()), ...registries });
installFakes();

const broken = new Error('undefined is not a list');
const breaks: LifecycleFault = (step) => (step === 'mount' ? Promise.reject(broken) : undefined);
const slow =
  (at: LifecycleStep, ms: number): LifecycleFault =>
  (step) =>
    step === at ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined;
const times = (log: string[], line: string) => log.filter((entry) => entry === line).length;

async function openActive(...opening: Parameters<typeof open>) {
  const all = open(...opening);
  all.moduleHost.activate();
  await advance();
  return all;
}

it.each(['load', 'bootstrap', 'mount'] as const)('reports the step that exceeded the budget: %s', async (last) => {
  const { log, moduleHost } = await openActive({ faults: { '1.1.0': (step) => (step === last ? hang() : undefined) } });
  expect(moduleHost.mountedVersion).toBe(last === 'mount' ? '1.1.0' : null);
  await advance(10_000);
  expect(log).toContain(`failed 1.1.0: ${last} took more than 8000 ms`);
});

it('gives each mount another name and element', async () => {
  const { moduleHost, remotes, outlet } = await openActive();
  const first = remotes.get('1.1.0')?.props;
  moduleHost.deactivate();
  moduleHost.activate();
  await advance();
  const second = remotes.get('1.1.0')?.props;
  expect([first?.name, second?.name]).toEqual([expect.stringMatching(/^mf-jobs#\d+$/), expect.stringMatching(/^mf-jobs#\d+$/)]);
  expect(Number(second?.name.slice(8))).toBe(Number(first?.name.slice(8)) + 1);
  expect([first?.hydrate, second?.hydrate]).toEqual([false, false]);
  expect(second?.domElement).not.toBe(first?.domElement);
  expect(outlet.firstElementChild).toBe(second?.domElement);
  expect(second?.domElement.dataset.module).toBe('mf-jobs');
});

it('marks the element as busy while another screen of the module loads', async () => {
  const { remotes, moves } = await openActive();
  const props = remotes.get('1.1.0')?.props;
  props?.onMoving?.('coming');
  expect([props?.domElement.ariaBusy, moves.at(-1)]).toEqual(['true', 'coming']);
  props?.onMoving?.('here');
  expect([props?.domElement.ariaBusy ?? null, moves.at(-1)]).toEqual([null, 'here']);
});

it('ends the report of a loading screen when the guard leaves', async () => {
  const { moduleHost, moves } = await openActive();
  moduleHost.deactivate();
  expect(moves).toEqual(['here']);
});

describe('prerendered HTML', () => {
  const prerendered = '<div data-prerendered="mf-jobs">prerendered</div><footer></footer>';

  it('hydrates prerendered HTML in its place without a skeleton, and removes its mark', async () => {
    const { moduleHost, outlet, remotes } = open();
    outlet.innerHTML = prerendered;
    const element = outlet.firstElementChild;
    moduleHost.activate();
    expect(outlet.querySelector('.stand-in')).toBeNull();
    await advance();
    expect(outlet.firstElementChild).toBe(element);
    expect(element).not.toHaveAttribute('data-prerendered');
    expect(remotes.get('1.1.0')?.props?.hydrate).toBe(true);
  });

  it('hydrates no prerendered HTML in a replacement', async () => {
    const { outlet, activate, remotes } = await openActive();
    outlet.insertAdjacentHTML('beforeend', prerendered);
    activate('1.2.0');
    await advance(1000);
    expect(remotes.get('1.2.0')?.props?.hydrate).toBe(false);
    expect(outlet.querySelector('[data-prerendered]')).toBeNull();
  });
});

describe('the guard leaves', () => {
  it('never mounts a version, and ends its handle, when the guard leaves during its bootstrap', async () => {
    const { moduleHost, outlet, log } = await openActive({ faults: { '1.1.0': slow('bootstrap', 1000) } });
    moduleHost.deactivate();
    await advance(2000);
    expect([times(log, 'mount 1.1.0'), times(log, 'handle ended')]).toEqual([0, 1]);
    expect(outlet).toBeEmptyDOMElement();
  });

  it('reports no failure of a load after the guard has left', async () => {
    const late: LifecycleFault = (step) => (step === 'load' ? new Promise((_, reject) => setTimeout(reject, 1000, broken)) : undefined);
    const { moduleHost, outlet, log } = await openActive({ lastGood: true, faults: { '1.1.0': late } });
    moduleHost.deactivate();
    await advance(2000);
    expect(log).toEqual(['load 1.1.0']);
    expect(outlet).toBeEmptyDOMElement();
  });

  it('does not repeat a load of at most three seconds when the guard leaves and returns', async () => {
    const { moduleHost, log } = await openActive({ faults: { '1.1.0': slow('load', 3200) } });
    await advance(3000);
    moduleHost.deactivate();
    moduleHost.activate();
    await advance(10_000);
    expect(log).not.toContain('unload failed 1.1.0');
    expect(outletText()).toBe('Jobs 1.1.0');
  });

  it('keeps the code of a version that is being unmounted when the guard returns', async () => {
    const { moduleHost, log } = await openActive({ lastGood: true, faults: { '1.1.0': breaks, '1.0.0': slow('unmount', 400) } });
    moduleHost.deactivate();
    moduleHost.activate();
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.0.0');
    expect(log).not.toContain('unload 1.0.0');
    moduleHost.deactivate();
    await advance(1000);
    expect(times(log, 'unload 1.0.0')).toBe(1);
  });

  it('tries a failed version again at the next visit only if no other version is eligible', async () => {
    const { moduleHost, log } = await openActive({ lastGood: true, faults: { '1.1.0': breaks } });
    moduleHost.deactivate();
    moduleHost.activate();
    await advance();
    expect([times(log, 'load 1.1.0'), outletText()]).toEqual([1, 'Jobs 1.0.0']);
    const fault = { now: true };
    const alone = await openActive({ faults: { '1.1.0': (step) => (fault.now ? breaks(step) : undefined) } });
    fault.now = false;
    act(() => alone.moduleHost.deactivate());
    alone.moduleHost.activate();
    await advance();
    expect(outletText()).toBe('Jobs 1.1.0');
  });
});

describe('a new revision', () => {
  it.each([
    ['the module is inactive', ({ moduleHost }: ReturnType<typeof open>) => moduleHost.deactivate()],
    ['the path belongs to another module', ({ page }: ReturnType<typeof open>) => Object.assign(page, { route: null })],
  ])('does not load a new revision while %s', async (_what, leave) => {
    const all = await openActive();
    leave(all);
    all.activate('1.2.0');
    await advance(1000);
    await act(() => all.moduleHost.pathChanged());
    expect(all.log).not.toContain('load 1.2.0');
  });

  it('mounts a new revision when the connection returns', async () => {
    const fault = { now: true };
    const unreachable: LifecycleFault = (step) =>
      step === 'load' && fault.now ? Promise.reject(new FileError('no chunk', '/remote.js')) : undefined;
    const { activate } = await openActive({ faults: { '1.2.0': unreachable } });
    network.reply = failToFetch;
    activate('1.2.0');
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.1.0');
    fault.now = false;
    network.reply = async () => ({ ok: true });
    await advance(4000);
    expect(outletText()).toBe('Jobs 1.2.0');
  });

  it('does not try a new revision again that throws during its load', async () => {
    const { activate, log } = await openActive({ faults: { '1.2.0': (step) => (step === 'load' ? Promise.reject(broken) : undefined) } });
    activate('1.2.0');
    await advance(10_000);
    expect([outletText(), times(log, 'load 1.2.0')]).toEqual(['Jobs 1.1.0', 1]);
  });
});

describe('a move within the module', () => {
  it('keeps the mount when the guard moves within the module', async () => {
    const { moduleHost, log } = await openActive();
    await act(() => moduleHost.pathChanged());
    await advance(1000);
    expect(times(log, 'mount 1.1.0')).toBe(1);
    expect(log).not.toContain('unmount 1.1.0');
  });

  it('mounts once when the guard moves within the module during the load', async () => {
    const { moduleHost, log } = await openActive({ faults: { '1.1.0': slow('load', 500) } });
    await act(() => moduleHost.pathChanged());
    await advance(2000);
    expect([times(log, 'mount 1.1.0'), outletText()]).toEqual([1, 'Jobs 1.1.0']);
  });
});

describe('the offline card', () => {
  async function openOffline() {
    const fault = { now: true };
    network.reply = failToFetch;
    const unreachable: LifecycleFault = (step) =>
      step === 'load' && fault.now ? Promise.reject(new FileError('no chunk', '/remote.js')) : undefined;
    const all = await openActive({ faults: { '1.1.0': unreachable } });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This page needs a connection');
    return { ...all, fault };
  }

  it('loads the version immediately by Retry of the offline card', async () => {
    const { fault } = await openOffline();
    fault.now = false;
    act(() => screen.getByRole('button', { name: 'Retry' }).click());
    await advance();
    expect(outletText()).toBe('Jobs 1.1.0');
  });

  it('loads nothing when the connection returns after the guard has left', async () => {
    const { fault, moduleHost, outlet, log } = await openOffline();
    act(() => moduleHost.deactivate());
    fault.now = false;
    network.reply = async () => ({ ok: true });
    await advance(10_000);
    expect(times(log, 'load 1.1.0')).toBe(1);
    expect(outlet).toBeEmptyDOMElement();
  });

  it('keeps the offline card at a new revision', async () => {
    const { activate, log } = await openOffline();
    activate('1.2.0');
    await advance(1000);
    expect(log).not.toContain('load 1.2.0');
  });
});
