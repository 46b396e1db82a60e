import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { FileError } from '@portal/mf-kit/loadFailure';
import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as registries from '@portal/testing/registry';
import { act, screen } from '@testing-library/react';
import {
  ASKED,
  advance,
  createHostFixture,
  type Fault,
  failToFetch,
  hang,
  installFakes,
  network,
  outletText,
  route,
  type Step,
} from './moduleHost.fixture';

const open = createHostFixture({ portal: fakePortal(guard()), ...registries });
installFakes();

it('a fall to last good lasts: input that is sent or cleared does not bring the fallen version back, nor forget the one that runs', async () => {
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

describe('within ten seconds', () => {
  it('the card stands, though both versions hang', async () => {
    const { moduleHost } = open({ lastGood: true, faults: { '1.1.0': hang, '1.0.0': hang } });
    moduleHost.activate();
    await advance(10_000);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('not responding');
  });

  it.each(['load', 'bootstrap', 'mount'] as const)('the card stands, though %s alone takes most of the time', async (last) => {
    const steps: Step[] = ['load', 'bootstrap', 'mount'];
    const slow: Fault = (step) =>
      step === last ? hang() : new Promise((resolve) => setTimeout(resolve, steps.indexOf(last) > 0 ? 2000 : 0));
    const { moduleHost } = open({ faults: { '1.1.0': slow } });
    moduleHost.activate();
    await advance(10_000);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('not responding');
  });

  it('what hung when the guard left is asked for anew', async () => {
    let isHung = true;
    const { moduleHost, log } = open({ faults: { '1.1.0': (step) => (step === 'bootstrap' && isHung ? hang() : undefined) } });
    moduleHost.activate();
    await advance(3500);
    moduleHost.deactivate();
    isHung = false;
    moduleHost.activate();
    await advance();
    expect(log).toContain('retry 1.1.0');
    expect(outletText()).toBe('Jobs 1.1.0');
  });
});

describe('a path that the last good version does not have', () => {
  const routesOf = { '1.0.0': { [jobsPaths.allJobs.pattern]: route } };
  const breaks: Fault = (step) => (step === 'mount' ? Promise.reject(new Error('broken')) : undefined);

  it('gets the card, not an empty page', async () => {
    const { moduleHost, log } = open({ lastGood: true, routesOf, faults: { '1.1.0': breaks } });
    moduleHost.activate();
    await advance();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('not responding');
    expect(log).not.toContain('shown 1.0.0');
  });

  it('gets it, too, when the guard goes there from one that it has', async () => {
    const { moduleHost, page } = open({ lastGood: true, routesOf, faults: { '1.1.0': breaks } });
    page.asked = jobsPaths.allJobs.pattern;
    moduleHost.activate();
    await advance();
    expect(outletText()).toBe('Jobs 1.0.0');
    page.asked = ASKED;
    act(() => void moduleHost.pathChanged());
    await advance(1000);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('not responding');
    page.asked = jobsPaths.allJobs.pattern;
    act(() => void moduleHost.pathChanged());
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.0.0');
  });

  it.each([
    ['still comes for another one', 6000],
    ['is not asked for yet: whose fault it is that the active one hangs is being asked', 5500],
  ])('gets it, too, when the guard goes there while it %s', async (_, ms) => {
    const answersLate = () => new Promise<{ ok: boolean }>((resolve) => setTimeout(resolve, 900, { ok: true }));
    network.answers = answersLate;
    const slow: Fault = (step) => (step === 'load' ? new Promise((resolve) => setTimeout(resolve, 1000)) : undefined);
    const { moduleHost, page, log } = open({ lastGood: true, routesOf, faults: { '1.1.0': hang, '1.0.0': slow } });
    page.asked = jobsPaths.allJobs.pattern;
    moduleHost.activate();
    await advance(ms);
    page.asked = ASKED;
    act(() => void moduleHost.pathChanged());
    await advance(10_000);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('not responding');
    expect(log).not.toContain('shown 1.0.0');
  });
});

it('a version that fails while the one before it is being unmounted leaves a card, not an empty page', async () => {
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
  const gone: Fault = (step) =>
    step === 'load' ? Promise.reject(new FileError('no chunk', '/modules/mf-jobs/1.1.0/remote.js')) : undefined;

  it('no version is at fault; the page says that it needs one, and goes on by itself', async () => {
    let isGone = true;
    network.answers = failToFetch;
    const { moduleHost, log } = open({ lastGood: true, faults: { '1.1.0': (step) => (isGone ? gone(step) : undefined) } });
    moduleHost.activate();
    await advance();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This page needs a connection');
    expect(log.filter((line) => /^(failed|retry|load 1\.0)/.test(line))).toEqual([]);
    isGone = false;
    network.answers = async () => ({ ok: true });
    await advance(4000);
    expect(outletText()).toBe('Jobs 1.1.0');
  });

  it('goes on though the browser says that there is no network: a portal on the same machine needs none', async () => {
    const isOnline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    let isGone = true;
    network.answers = failToFetch;
    const { moduleHost } = open({ faults: { '1.1.0': (step) => (isGone ? gone(step) : undefined) } });
    moduleHost.activate();
    await advance();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This page needs a connection');
    isGone = false;
    network.answers = async () => ({ ok: true });
    await advance(4000);
    isOnline.mockRestore();
    expect(outletText()).toBe('Jobs 1.1.0');
  });

  it('a new version waits, and what runs stays', async () => {
    const { moduleHost, activate } = open({ faults: { '1.2.0': gone } });
    moduleHost.activate();
    await advance();
    network.answers = failToFetch;
    activate('1.2.0');
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.1.0');
  });
});

describe('a screen that fell', () => {
  const broken = new Error('undefined is not a list');
  const retryLine = (log: string[]) => log.filter((line) => /^(failed|screen failed|shown|unmount)/.test(line));

  it('keeps its module: a card in its place, and the version is not at fault', async () => {
    const { moduleHost, remotes, log } = open();
    moduleHost.activate();
    await advance();
    const card = remotes.get('1.1.0')?.props?.onScreenFailed?.({ pattern: ASKED, error: broken });
    const place = document.body.appendChild(document.createElement('div'));
    const retry = jest.fn();
    act(() => void card?.(place, retry));
    expect(screen.getByRole('heading', { level: 1, name: 'This page is not working right now' })).toBeVisible();
    act(() => screen.getByRole('button', { name: 'Retry' }).click());
    expect(retry).toHaveBeenCalled();
    await advance(5000);
    expect(outletText()).toBe('Jobs 1.1.0');
    expect(retryLine(log)).toEqual(['shown 1.1.0', `screen failed 1.1.0 ${ASKED}: ${broken.message}`]);
  });

  it('is laid to the release once the last good version has shown it', async () => {
    const { moduleHost, remotes, log } = open({ lastGood: true });
    moduleHost.activate();
    await advance();
    expect(remotes.get('1.1.0')?.props?.onScreenFailed?.({ pattern: ASKED, error: broken })).toBeNull();
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.0.0');
    expect(log).not.toContain(`failed 1.1.0: ${broken.message}`);
    await advance(3000);
    expect(log).toContain(`failed 1.1.0: ${broken.message}`);
  });

  it.each(['deactivate', 'pathChanged'] as const)(
    'is not laid to the release when the guard moves on before the proof: %s',
    async (move) => {
      const { moduleHost, remotes, log } = open({ lastGood: true });
      moduleHost.activate();
      await advance();
      remotes.get('1.1.0')?.props?.onScreenFailed?.({ pattern: ASKED, error: broken });
      await advance(1000);
      expect(outletText()).toBe('Jobs 1.0.0');
      act(() => void moduleHost[move]());
      await advance(5000);
      expect(log.filter((line) => line.startsWith('failed'))).toEqual([]);
    },
  );

  it("is nobody's fault when the last good version falls on the same: its card stands, no version is marked", async () => {
    const { moduleHost, remotes, log } = open({ lastGood: true });
    moduleHost.activate();
    await advance();
    remotes.get('1.1.0')?.props?.onScreenFailed?.({ pattern: ASKED, error: broken });
    await advance(1000);
    expect(remotes.get('1.0.0')?.props?.onScreenFailed?.({ pattern: ASKED, error: broken })).toBeInstanceOf(Function);
    await advance(5000);
    expect(log.filter((line) => line.startsWith('failed'))).toEqual([]);
    moduleHost.deactivate();
    moduleHost.activate();
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.1.0');
    // Nor does it count as good.
    expect(log.filter((line) => line === 'shown 1.1.0')).toHaveLength(1);
  });

  it('goes to the card when the last good version has no such path', async () => {
    const { moduleHost, remotes, log } = open({ lastGood: true, routesOf: { '1.0.0': {} } });
    moduleHost.activate();
    await advance();
    remotes.get('1.1.0')?.props?.onScreenFailed?.({ pattern: ASKED, error: broken });
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.1.0');
    expect(remotes.get('1.1.0')?.props?.onScreenFailed?.({ pattern: ASKED, error: broken })).toBeInstanceOf(Function);
    expect(log.filter((line) => line.startsWith('failed'))).toEqual([]);
  });
});
