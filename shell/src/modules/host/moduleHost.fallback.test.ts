import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
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
  ROUTE,
  route,
} from './moduleHost.fixture';

const open = createHostFixture({ portal: fakePortal(guard()), ...registries });
installFakes();

it('keeps the last good version mounted after a fallback when input is saved', async () => {
  const { moduleHost, log } = open({
    lastGood: true,
    faults: { '1.1.0': (step) => (step === 'mount' ? Promise.reject(new Error('broken')) : undefined) },
  });
  moduleHost.activate();
  await advance();
  expect(outletText()).toBe('Jobs 1.0.0');
  const before = [...log];
  moduleHost.update();
  await advance(1000);
  expect(outletText()).toBe('Jobs 1.0.0');
  expect(log).toEqual(before);
});

describe('the attempt budget', () => {
  it('shows the error card within ten seconds when both versions hang', async () => {
    const { moduleHost } = open({ lastGood: true, faults: { '1.1.0': hang, '1.0.0': hang } });
    moduleHost.activate();
    await advance(10_000);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('not responding');
  });

  it.each(['load', 'bootstrap', 'mount'] as const)(
    'shows the error card within ten seconds when %s hangs after slow steps',
    async (last) => {
      const steps: LifecycleStep[] = ['load', 'bootstrap', 'mount'];
      const slow: LifecycleFault = (step) =>
        step === last ? hang() : new Promise((resolve) => setTimeout(resolve, steps.indexOf(last) > 0 ? 2000 : 0));
      const { moduleHost } = open({ faults: { '1.1.0': slow } });
      moduleHost.activate();
      await advance(10_000);
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('not responding');
    },
  );

  it('unloads and loads a version that hung when the guard left', async () => {
    let isHung = true;
    const { moduleHost, log } = open({ faults: { '1.1.0': (step) => (step === 'bootstrap' && isHung ? hang() : undefined) } });
    moduleHost.activate();
    await advance(3500);
    moduleHost.deactivate();
    isHung = false;
    moduleHost.activate();
    await advance();
    expect(log).toContain('unload failed 1.1.0');
    expect(outletText()).toBe('Jobs 1.1.0');
  });
});

describe('a route that the last good version lacks', () => {
  const routesOf = { '1.0.0': { [jobsPaths.allJobs.pattern]: route } };
  const breaks: LifecycleFault = (step) => (step === 'mount' ? Promise.reject(new Error('broken')) : undefined);

  it('shows the error card when the active version fails at a route that the last good version lacks', async () => {
    const { moduleHost, log } = open({ lastGood: true, routesOf, faults: { '1.1.0': breaks } });
    moduleHost.activate();
    await advance();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('not responding');
    expect(log).not.toContain('shown 1.0.0');
  });

  it('shows the error card when the guard moves from the last good version to a route that it lacks', async () => {
    const { moduleHost, page } = open({ lastGood: true, routesOf, faults: { '1.1.0': breaks } });
    page.route = jobsPaths.allJobs.pattern;
    moduleHost.activate();
    await advance();
    expect(outletText()).toBe('Jobs 1.0.0');
    page.route = ROUTE;
    act(() => void moduleHost.pathChanged());
    await advance(1000);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('not responding');
    page.route = jobsPaths.allJobs.pattern;
    act(() => void moduleHost.pathChanged());
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.0.0');
  });

  it.each([
    ['the last good version is loading', 6000],
    ['the failure of the active version is being attributed', 5500],
  ])('shows the error card when the guard moves to a route that the last good version lacks while %s', async (_, ms) => {
    const replyLate = () => new Promise<{ ok: boolean }>((resolve) => setTimeout(resolve, 900, { ok: true }));
    network.reply = replyLate;
    const slow: LifecycleFault = (step) => (step === 'load' ? new Promise((resolve) => setTimeout(resolve, 1000)) : undefined);
    const { moduleHost, page, log } = open({ lastGood: true, routesOf, faults: { '1.1.0': hang, '1.0.0': slow } });
    page.route = jobsPaths.allJobs.pattern;
    moduleHost.activate();
    await advance(ms);
    page.route = ROUTE;
    act(() => void moduleHost.pathChanged());
    await advance(10_000);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('not responding');
    expect(log).not.toContain('shown 1.0.0');
  });
});

it('shows the error card when a version fails while the previous mount is being unmounted', async () => {
  const { moduleHost, activate } = open({
    faults: {
      '1.1.0': (step) => (step === 'unmount' ? hang() : undefined),
      '1.3.0': (step) => (step === 'load' ? Promise.reject(new Error('404')) : undefined),
    },
  });
  moduleHost.activate();
  await advance();
  activate('1.2.0');
  await advance(100);
  activate('1.3.0');
  await advance(1000);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('not responding');
});

describe('without a connection', () => {
  const unreachable: LifecycleFault = (step) =>
    step === 'load' ? Promise.reject(new FileError('no chunk', '/modules/mf-jobs/1.1.0/remote.js')) : undefined;

  it('shows the offline card, reports no failure, and mounts the version when the portal host replies', async () => {
    let isOffline = true;
    network.reply = failToFetch;
    const { moduleHost, log } = open({ lastGood: true, faults: { '1.1.0': (step) => (isOffline ? unreachable(step) : undefined) } });
    moduleHost.activate();
    await advance();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This page needs a connection');
    expect(log.filter((line) => /^(failed|unload failed|load 1\.0)/.test(line))).toEqual([]);
    isOffline = false;
    network.reply = async () => ({ ok: true });
    await advance(4000);
    expect(outletText()).toBe('Jobs 1.1.0');
  });

  it('mounts the version when a portal host on the same machine replies without a network', async () => {
    const isOnline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    let isOffline = true;
    network.reply = failToFetch;
    const { moduleHost } = open({ faults: { '1.1.0': (step) => (isOffline ? unreachable(step) : undefined) } });
    moduleHost.activate();
    await advance();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This page needs a connection');
    isOffline = false;
    network.reply = async () => ({ ok: true });
    await advance(4000);
    isOnline.mockRestore();
    expect(outletText()).toBe('Jobs 1.1.0');
  });

  it('keeps its mount when a new version cannot be loaded without a connection', async () => {
    const { moduleHost, activate } = open({ faults: { '1.2.0': unreachable } });
    moduleHost.activate();
    await advance();
    network.reply = failToFetch;
    activate('1.2.0');
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.1.0');
  });
});

describe('a screen that fails', () => {
  const broken = new Error('undefined is not a list');
  const reports = (log: string[]) => log.filter((line) => /^(failed|screen failed|shown|unmount)/.test(line));

  it('shows a card in place of a failed screen, and does not count the failure', async () => {
    const { moduleHost, remotes, log } = open();
    moduleHost.activate();
    await advance();
    const card = remotes.get('1.1.0')?.props?.onScreenFailed?.({ pattern: ROUTE, error: broken });
    const place = document.body.appendChild(document.createElement('div'));
    const retry = jest.fn();
    act(() => void card?.(place, retry));
    expect(screen.getByRole('heading', { level: 1, name: 'This page is not working right now' })).toBeVisible();
    act(() => screen.getByRole('button', { name: 'Retry' }).click());
    expect(retry).toHaveBeenCalled();
    await advance(5000);
    expect(outletText()).toBe('Jobs 1.1.0');
    expect(reports(log)).toEqual(['shown 1.1.0', `screen failed 1.1.0 ${ROUTE}: ${broken.message}`]);
  });

  it('counts a failed screen after the last good version has shown it for three seconds', async () => {
    const { moduleHost, remotes, log } = open({ lastGood: true });
    moduleHost.activate();
    await advance();
    expect(remotes.get('1.1.0')?.props?.onScreenFailed?.({ pattern: ROUTE, error: broken })).toBeNull();
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.0.0');
    expect(log).not.toContain(`failed 1.1.0: ${broken.message}`);
    await advance(3000);
    expect(log).toContain(`failed 1.1.0: ${broken.message}`);
  });

  it.each(['deactivate', 'pathChanged'] as const)(
    'does not count a failed screen when the guard moves before the proof: %s',
    async (move) => {
      const { moduleHost, remotes, log } = open({ lastGood: true });
      moduleHost.activate();
      await advance();
      remotes.get('1.1.0')?.props?.onScreenFailed?.({ pattern: ROUTE, error: broken });
      await advance(1000);
      expect(outletText()).toBe('Jobs 1.0.0');
      act(() => void moduleHost[move]());
      await advance(5000);
      expect(log.filter((line) => line.startsWith('failed'))).toEqual([]);
    },
  );

  it('counts a screen that fails in both versions against neither', async () => {
    const { moduleHost, remotes, log } = open({ lastGood: true });
    moduleHost.activate();
    await advance();
    remotes.get('1.1.0')?.props?.onScreenFailed?.({ pattern: ROUTE, error: broken });
    await advance(1000);
    expect(remotes.get('1.0.0')?.props?.onScreenFailed?.({ pattern: ROUTE, error: broken })).toBeInstanceOf(Function);
    await advance(5000);
    expect(log.filter((line) => line.startsWith('failed'))).toEqual([]);
    moduleHost.deactivate();
    moduleHost.activate();
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.1.0');
    // The retried version is not reported as shown again.
    expect(log.filter((line) => line === 'shown 1.1.0')).toHaveLength(1);
  });

  it('shows the card of a failed screen when the last good version lacks the route', async () => {
    const { moduleHost, remotes, log } = open({ lastGood: true, routesOf: { '1.0.0': {} } });
    moduleHost.activate();
    await advance();
    remotes.get('1.1.0')?.props?.onScreenFailed?.({ pattern: ROUTE, error: broken });
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.1.0');
    expect(remotes.get('1.1.0')?.props?.onScreenFailed?.({ pattern: ROUTE, error: broken })).toBeInstanceOf(Function);
    expect(log.filter((line) => line.startsWith('failed'))).toEqual([]);
  });
});
