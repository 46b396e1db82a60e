import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as registries from '@portal/testing/registry';
import { act, screen } from '@testing-library/react';
import { advance, createHostFixture, installFakes, type LifecycleFault, outletText, route } from './moduleHost.fixture';

const open = createHostFixture({ portal: fakePortal(guard()), ...registries });
installFakes();

const breaks: LifecycleFault = (step) => (step === 'mount' ? Promise.reject(new Error('undefined is not a list')) : undefined);
const slowLoad: LifecycleFault = (step) => (step === 'load' ? new Promise((resolve) => setTimeout(resolve, 3200)) : undefined);
const hasErrorCard = () => screen.queryByText(/not responding/) !== null;

async function openActive(...opening: Parameters<typeof open>) {
  const all = open(...opening);
  all.moduleHost.activate();
  await advance();
  return all;
}

/** Mounts 1.1.0 with unsaved input, so that it stays when 1.2.0 becomes the active version. */
async function openOutdated(...opening: Parameters<typeof open>) {
  const all = await openActive(...opening);
  all.unsaved.isDirty = true;
  all.activate('1.2.0');
  await advance();
  expect(outletText()).toBe('Jobs 1.1.0');
  return all;
}

it('loads nothing for a new revision or a move before its first activation', async () => {
  const { moduleHost, activate, log } = open();
  activate('1.2.0');
  await act(() => moduleHost.pathChanged());
  await advance(1000);
  expect(log).toEqual([]);
});

it('does not repeat a load of two seconds when the guard returns', async () => {
  const { moduleHost, log } = open({ faults: { '1.1.0': slowLoad } });
  await advance(2000);
  moduleHost.activate();
  await advance(2000);
  moduleHost.deactivate();
  moduleHost.activate();
  await advance(5000);
  expect(log).not.toContain('unload failed 1.1.0');
  expect(outletText()).toBe('Jobs 1.1.0');
});

it('mounts nothing when the guard left during the load and then moved', async () => {
  const { moduleHost, log, outlet } = await openActive({ faults: { '1.1.0': slowLoad } });
  moduleHost.deactivate();
  await act(() => moduleHost.pathChanged());
  await advance(5000);
  expect(log).toEqual(['load 1.1.0']);
  expect(outlet).toBeEmptyDOMElement();
});

describe('a move within the module to an outdated mount', () => {
  it('keeps an outdated mount at a move when its manifest cannot be read', async () => {
    const unreadable = Object.defineProperty({}, '1.1.0', {
      get: () => {
        throw new Error('no answer');
      },
    });
    const { moduleHost, log } = await openOutdated({ routesOf: unreadable });
    await act(() => moduleHost.pathChanged());
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.1.0');
    expect(log).not.toContain('unmount 1.1.0');
  });

  it('mounts the active version when an outdated mount lacks the new route', async () => {
    const { moduleHost } = await openOutdated({ routesOf: { '1.1.0': { '/elsewhere': route } } });
    await act(() => moduleHost.pathChanged());
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.2.0');
  });

  it('mounts nothing when the guard leaves during the route check', async () => {
    const { moduleHost, log, outlet } = await openOutdated({ routesOf: { '1.1.0': { '/elsewhere': route } } });
    await act(async () => {
      const moved = moduleHost.pathChanged();
      moduleHost.deactivate();
      await moved;
    });
    await advance(1000);
    expect(log).not.toContain('load 1.2.0');
    expect(outlet).toBeEmptyDOMElement();
  });
});

describe('the error card', () => {
  it('keeps the error card at a revision with the same version', async () => {
    const { activate, log } = await openActive({ faults: { '1.1.0': breaks } });
    expect(hasErrorCard()).toBe(true);
    expect(() => activate('1.1.0')).not.toThrow();
    await advance(1000);
    expect(hasErrorCard()).toBe(true);
    expect(log.filter((line) => line === 'load 1.1.0')).toHaveLength(1);
  });

  it('replaces the error card by another version of a new revision', async () => {
    const { activate } = await openActive({ faults: { '1.1.0': breaks } });
    act(() => void activate('1.2.0'));
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.2.0');
  });
});
