import { FileError } from '@portal/mf-kit/loadFailure';
import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as registries from '@portal/testing/registry';
import { act, screen } from '@testing-library/react';
import { attemptBudgetMs } from './deadlines';
import {
  advance,
  createHostFixture,
  type Fault,
  failToFetch,
  hang,
  installFakes,
  network,
  outletText,
  type Step,
} from './moduleHost.fixture';

const open = createHostFixture({ portal: fakePortal(guard()), ...registries });
installFakes();

const broken = new Error('undefined is not a list');
const breaks: Fault = (step) => (step === 'mount' ? Promise.reject(broken) : undefined);
const slow =
  (at: Step, ms: number): Fault =>
  (step) =>
    step === at ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined;
const times = (log: string[], line: string) => log.filter((one) => one === line).length;

async function opened(...opening: Parameters<typeof open>) {
  const all = open(...opening);
  all.moduleHost.activate();
  await advance();
  return all;
}

it.each([
  [0, 1, 8000],
  [0, 2, 5000],
  [1, 2, 2500],
])('the version at place %d of %d has %d ms', (place, count, ms) => expect(attemptBudgetMs(place, count)).toBe(ms));

it.each(['load', 'bootstrap', 'mount'] as const)('says which step took too long: %s', async (last) => {
  const { log, moduleHost } = await opened({ faults: { '1.1.0': (step) => (step === last ? hang() : undefined) } });
  expect(moduleHost.mountedVersion).toBe(last === 'mount' ? '1.1.0' : null);
  await advance(10_000);
  expect(log).toContain(`failed 1.1.0: ${last} took more than 8000 ms`);
});

it('each mount has a name and a host of its own', async () => {
  const { moduleHost, remotes, outlet } = await opened();
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

it('a host is busy while another screen of the module is on its way', async () => {
  const { remotes, moves } = await opened();
  const props = remotes.get('1.1.0')?.props;
  props?.onMoving?.('coming');
  expect([props?.domElement.ariaBusy, moves.at(-1)]).toEqual(['true', 'coming']);
  props?.onMoving?.('here');
  expect([props?.domElement.ariaBusy ?? null, moves.at(-1)]).toEqual([null, 'here']);
});

it('leaving ends what was on its way', async () => {
  const { moduleHost, moves } = await opened();
  moduleHost.deactivate();
  expect(moves).toEqual(['here']);
});

describe('a page that was served', () => {
  const served = '<div data-prerendered="mf-jobs">served</div><footer></footer>';

  it('has no skeleton, stays where it is, and is no longer taken for served', async () => {
    const { moduleHost, outlet, remotes } = open();
    outlet.innerHTML = served;
    const host = outlet.firstElementChild;
    moduleHost.activate();
    expect(outlet.querySelector('.stand-in')).toBeNull();
    await advance();
    expect(outlet.firstElementChild).toBe(host);
    expect(host).not.toHaveAttribute('data-prerendered');
    expect(remotes.get('1.1.0')?.props?.hydrate).toBe(true);
  });

  it('is not what a new version swaps into', async () => {
    const { outlet, activate, remotes } = await opened();
    outlet.insertAdjacentHTML('beforeend', served);
    activate('1.2.0');
    await advance(1000);
    expect(remotes.get('1.2.0')?.props?.hydrate).toBe(false);
    expect(outlet.querySelector('[data-prerendered]')).toBeNull();
  });
});

describe('the guard leaves', () => {
  it('while a version boots: it is never mounted, and its portal has ended', async () => {
    const { moduleHost, outlet, log } = await opened({ faults: { '1.1.0': slow('bootstrap', 1000) } });
    moduleHost.deactivate();
    await advance(2000);
    expect([times(log, 'mount 1.1.0'), times(log, 'portal ended')]).toEqual([0, 1]);
    expect(outlet).toBeEmptyDOMElement();
  });

  it('while a version that will fail is loaded: that is no failure', async () => {
    const late: Fault = (step) => (step === 'load' ? new Promise((_, reject) => setTimeout(reject, 1000, broken)) : undefined);
    const { moduleHost, outlet, log } = await opened({ lastGood: true, faults: { '1.1.0': late } });
    moduleHost.deactivate();
    await advance(2000);
    expect(log).toEqual(['load 1.1.0']);
    expect(outlet).toBeEmptyDOMElement();
  });

  it('and comes back soon: what is on its way is not taken as hung', async () => {
    const { moduleHost, log } = await opened({ faults: { '1.1.0': slow('load', 3200) } });
    await advance(3000);
    moduleHost.deactivate();
    moduleHost.activate();
    await advance(10_000);
    expect(log).not.toContain('retry 1.1.0');
    expect(outletText()).toBe('Jobs 1.1.0');
  });

  it('and comes back to a version that is still being left: its code stays', async () => {
    const { moduleHost, log } = await opened({ lastGood: true, faults: { '1.1.0': breaks, '1.0.0': slow('unmount', 400) } });
    moduleHost.deactivate();
    moduleHost.activate();
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.0.0');
    expect(log).not.toContain('forget 1.0.0');
    moduleHost.deactivate();
    await advance(1000);
    expect(times(log, 'forget 1.0.0')).toBe(1);
  });

  it('what failed is not tried again while another version stands in, and is when none does', async () => {
    const { moduleHost, log } = await opened({ lastGood: true, faults: { '1.1.0': breaks } });
    moduleHost.deactivate();
    moduleHost.activate();
    await advance();
    expect([times(log, 'load 1.1.0'), outletText()]).toEqual([1, 'Jobs 1.0.0']);
    const fault = { now: true };
    const alone = await opened({ faults: { '1.1.0': (step) => (fault.now ? breaks(step) : undefined) } });
    fault.now = false;
    act(() => alone.moduleHost.deactivate());
    alone.moduleHost.activate();
    await advance();
    expect(outletText()).toBe('Jobs 1.1.0');
  });
});

describe('a new revision', () => {
  it.each([
    ['the guard is elsewhere', ({ moduleHost }: ReturnType<typeof open>) => moduleHost.deactivate()],
    ['the path is another module’s', ({ page }: ReturnType<typeof open>) => Object.assign(page, { asked: null })],
  ])('loads nothing while %s', async (_what, go) => {
    const all = await opened();
    go(all);
    all.activate('1.2.0');
    await advance(1000);
    await act(() => all.moduleHost.pathChanged());
    expect(all.log).not.toContain('load 1.2.0');
  });

  it('comes up by itself once the line is back', async () => {
    const fault = { now: true };
    const gone: Fault = (step) => (step === 'load' && fault.now ? Promise.reject(new FileError('no chunk', '/remote.js')) : undefined);
    const { activate } = await opened({ faults: { '1.2.0': gone } });
    network.answers = failToFetch;
    activate('1.2.0');
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.1.0');
    fault.now = false;
    network.answers = async () => ({ ok: true });
    await advance(4000);
    expect(outletText()).toBe('Jobs 1.2.0');
  });

  it('that is broken does not wait for the line, nor is it tried again', async () => {
    const { activate, log } = await opened({ faults: { '1.2.0': (step) => (step === 'load' ? Promise.reject(broken) : undefined) } });
    activate('1.2.0');
    await advance(10_000);
    expect([outletText(), times(log, 'load 1.2.0')]).toEqual(['Jobs 1.1.0', 1]);
  });
});

describe('another path of the module', () => {
  it('that the running version has changes nothing', async () => {
    const { moduleHost, log } = await opened();
    await act(() => moduleHost.pathChanged());
    await advance(1000);
    expect(times(log, 'mount 1.1.0')).toBe(1);
    expect(log).not.toContain('unmount 1.1.0');
  });

  it('asked for while the module comes is one arrival', async () => {
    const { moduleHost, log } = await opened({ faults: { '1.1.0': slow('load', 500) } });
    await act(() => moduleHost.pathChanged());
    await advance(2000);
    expect([times(log, 'mount 1.1.0'), outletText()]).toEqual([1, 'Jobs 1.1.0']);
  });
});

describe('without a line', () => {
  async function cut() {
    const fault = { now: true };
    network.answers = failToFetch;
    const gone: Fault = (step) => (step === 'load' && fault.now ? Promise.reject(new FileError('no chunk', '/remote.js')) : undefined);
    const all = await opened({ faults: { '1.1.0': gone } });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This page needs a connection');
    return { ...all, fault };
  }

  it('Retry asks at once', async () => {
    const { fault } = await cut();
    fault.now = false;
    act(() => screen.getByRole('button', { name: 'Retry' }).click());
    await advance();
    expect(outletText()).toBe('Jobs 1.1.0');
  });

  it('a guard who left is not brought back by it', async () => {
    const { fault, moduleHost, outlet, log } = await cut();
    act(() => moduleHost.deactivate());
    fault.now = false;
    network.answers = async () => ({ ok: true });
    await advance(10_000);
    expect(times(log, 'load 1.1.0')).toBe(1);
    expect(outlet).toBeEmptyDOMElement();
  });

  it('a new revision waits with it', async () => {
    const { activate, log } = await cut();
    activate('1.2.0');
    await advance(1000);
    expect(log).not.toContain('load 1.2.0');
  });
});
