import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as registries from '@portal/testing/registry';
import { act, screen } from '@testing-library/react';
import { advance, createHostFixture, type Fault, installFakes, outletText, route } from './moduleHost.fixture';

const open = createHostFixture({ portal: fakePortal(guard()), ...registries });
installFakes();

const breaks: Fault = (step) => (step === 'mount' ? Promise.reject(new Error('undefined is not a list')) : undefined);
const slowLoad: Fault = (step) => (step === 'load' ? new Promise((resolve) => setTimeout(resolve, 3200)) : undefined);
const isDown = () => screen.queryByText(/not responding/) !== null;

async function opened(...opening: Parameters<typeof open>) {
  const all = open(...opening);
  all.moduleHost.activate();
  await advance();
  return all;
}

/** A version that runs on although another one is the active one, because something unsaved would be lost. */
async function outlived(...opening: Parameters<typeof open>) {
  const all = await opened(...opening);
  all.dirty.is = true;
  all.activate('1.2.0');
  await advance();
  expect(outletText()).toBe('Jobs 1.1.0');
  return all;
}

it('nobody was there yet: a new revision and another path load nothing', async () => {
  const { moduleHost, activate, log } = open();
  activate('1.2.0');
  await act(() => moduleHost.pathChanged());
  await advance(1000);
  expect(log).toEqual([]);
});

it('what has come for two seconds of an open page is not taken as hung when the guard comes back to it', async () => {
  const { moduleHost, log } = open({ faults: { '1.1.0': slowLoad } });
  await advance(2000);
  moduleHost.activate();
  await advance(2000);
  moduleHost.deactivate();
  moduleHost.activate();
  await advance(5000);
  expect(log).not.toContain('retry 1.1.0');
  expect(outletText()).toBe('Jobs 1.1.0');
});

it('who left while it came is not brought back by another path', async () => {
  const { moduleHost, log, outlet } = await opened({ faults: { '1.1.0': slowLoad } });
  moduleHost.deactivate();
  await act(() => moduleHost.pathChanged());
  await advance(5000);
  expect(log).toEqual(['load 1.1.0']);
  expect(outlet).toBeEmptyDOMElement();
});

describe('another path, of a version that is not the active one any more', () => {
  it('it stays when nobody can say whether it has the path', async () => {
    const unread = Object.defineProperty({}, '1.1.0', {
      get: () => {
        throw new Error('no answer');
      },
    });
    const { moduleHost, log } = await outlived({ routesOf: unread });
    await act(() => moduleHost.pathChanged());
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.1.0');
    expect(log).not.toContain('unmount 1.1.0');
  });

  it('it makes room when it has not', async () => {
    const { moduleHost } = await outlived({ routesOf: { '1.1.0': { '/elsewhere': route } } });
    await act(() => moduleHost.pathChanged());
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.2.0');
  });

  it('nothing comes for a guard who left while it was asked', async () => {
    const { moduleHost, log, outlet } = await outlived({ routesOf: { '1.1.0': { '/elsewhere': route } } });
    await act(async () => {
      const revisited = moduleHost.pathChanged();
      moduleHost.deactivate();
      await revisited;
    });
    await advance(1000);
    expect(log).not.toContain('load 1.2.0');
    expect(outlet).toBeEmptyDOMElement();
  });
});

describe('while the module is down', () => {
  it('a revision of the same version changes nothing', async () => {
    const { activate, log } = await opened({ faults: { '1.1.0': breaks } });
    expect(isDown()).toBe(true);
    expect(() => activate('1.1.0')).not.toThrow();
    await advance(1000);
    expect(isDown()).toBe(true);
    expect(log.filter((line) => line === 'load 1.1.0')).toHaveLength(1);
  });

  it('another version comes up at once', async () => {
    const { activate } = await opened({ faults: { '1.1.0': breaks } });
    act(() => void activate('1.2.0'));
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.2.0');
  });
});
