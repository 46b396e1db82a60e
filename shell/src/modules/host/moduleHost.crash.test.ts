import { FileError } from '@portal/mf-kit/loadFailure';
import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as registries from '@portal/testing/registry';
import { act, screen } from '@testing-library/react';
import { advance, createHostFixture, failToFetch, installFakes, network, outletText, ROUTE } from './moduleHost.fixture';

const open = createHostFixture({ portal: fakePortal(guard()), ...registries });
installFakes();

const broken = new Error('undefined is not a list');
const lost = Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' });

async function openActive(...opening: Parameters<typeof open>) {
  const all = open(...opening);
  all.moduleHost.activate();
  await advance();
  return all;
}

describe('a mount that crashes', () => {
  it.each([
    ['throws', broken, 'unload 1.1.0'],
    ['lacks a file', lost, 'unload failed 1.1.0'],
  ])('replaces a crashed mount by the last good version, and unloads it, when it %s', async (_what, error, line) => {
    const { remotes, log } = await openActive({ lastGood: true });
    remotes.get('1.1.0')?.props?.onCrash(error);
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.0.0');
    expect(log).toContain(`failed 1.1.0: ${error.message}`);
    expect(log).toContain(line);
  });

  it('shows the offline card and reports no failure when a mount crashes without a connection', async () => {
    const { remotes, log } = await openActive({ lastGood: true });
    network.reply = failToFetch;
    remotes.get('1.1.0')?.props?.onCrash(new FileError('no chunk', '/remote.js'));
    await advance();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This page needs a connection');
    expect(log.filter((line) => /^(failed|load 1\.0)/.test(line))).toEqual([]);
  });

  it('reports no crash of a mount that the guard has left', async () => {
    const { moduleHost, remotes, log, outlet } = await openActive({ lastGood: true });
    const props = remotes.get('1.1.0')?.props;
    moduleHost.deactivate();
    props?.onCrash(broken);
    await advance(1000);
    expect(log).not.toContain(`failed 1.1.0: ${broken.message}`);
    expect(outlet).toBeEmptyDOMElement();
  });
});

describe('a screen that fails', () => {
  const failScreen = ({ remotes }: ReturnType<typeof open>, error: Error, version = '1.1.0') =>
    remotes.get(version)?.props?.onScreenFailed?.({ pattern: ROUTE, error });
  const reports = (log: string[]) => log.filter((line) => /^(failed|screen failed|new URLs|unload)/.test(line));
  const pressRetry = (card: ReturnType<typeof failScreen>) => {
    const place = document.body.appendChild(document.createElement('div'));
    act(() => void card?.(place, () => undefined));
    act(() => screen.getByRole('button', { name: 'Retry' }).click());
  };

  it('renders a screen that threw again with the same files by Retry', async () => {
    const all = await openActive();
    pressRetry(failScreen(all, broken));
    expect(reports(all.log)).toEqual([`screen failed 1.1.0 ${ROUTE}: ${broken.message}`]);
  });

  it('counts a missing file of a screen against the version, and requests it from a new URL at Retry', async () => {
    const all = await openActive();
    pressRetry(failScreen(all, lost));
    expect(reports(all.log)).toEqual([`failed 1.1.0: ${lost.message}`, 'new URLs 1.1.0']);
  });

  it.each([
    ['throws', broken, 'unload 1.1.0'],
    ['lacks a file', lost, 'unload failed 1.1.0'],
  ])('shows the last good version when a screen %s, without counting the failure yet', async (_what, error, line) => {
    const all = await openActive({ lastGood: true });
    expect(failScreen(all, error)).toBeNull();
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.0.0');
    expect(reports(all.log)).toContain(`screen failed 1.1.0 ${ROUTE}: ${error.message}`);
    expect(reports(all.log)).not.toContain(`failed 1.1.0: ${error.message}`);
    expect(reports(all.log)).toContain(line);
  });

  it('keeps the next mount when a screen of the replaced one fails', async () => {
    const all = await openActive({ lastGood: true });
    all.activate('1.2.0');
    await advance(1000);
    expect(failScreen(all, broken)).toBeInstanceOf(Function);
    await advance(5000);
    expect(outletText()).toBe('Jobs 1.2.0');
  });

  it('loads no other version when the guard leaves immediately after a screen failed', async () => {
    const all = await openActive({ lastGood: true });
    failScreen(all, broken);
    all.moduleHost.deactivate();
    await advance(1000);
    expect(all.log).not.toContain('load 1.0.0');
    expect(all.outlet).toBeEmptyDOMElement();
  });
});
