import { FileError } from '@portal/mf-kit/loadFailure';
import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as registries from '@portal/testing/registry';
import { act, screen } from '@testing-library/react';
import { ASKED, advance, createHostFixture, failToFetch, installFakes, network, outletText } from './moduleHost.fixture';

const open = createHostFixture({ portal: fakePortal(guard()), ...registries });
installFakes();

const broken = new Error('undefined is not a list');
const lost = Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' });

async function opened(...opening: Parameters<typeof open>) {
  const all = open(...opening);
  all.moduleHost.activate();
  await advance();
  return all;
}

describe('a mount that falls', () => {
  it.each([
    ['its code', broken, 'forget 1.1.0'],
    ['a file of it', lost, 'retry 1.1.0'],
  ])('by %s is replaced by the last good version, and its code asked for anew', async (_what, error, line) => {
    const { remotes, log } = await opened({ lastGood: true });
    remotes.get('1.1.0')?.props?.onCrash(error);
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.0.0');
    expect(log).toContain(`failed 1.1.0: ${error.message}`);
    expect(log).toContain(line);
  });

  it('for want of a line is nobody’s fault, and waits', async () => {
    const { remotes, log } = await opened({ lastGood: true });
    network.answers = failToFetch;
    remotes.get('1.1.0')?.props?.onCrash(new FileError('no chunk', '/remote.js'));
    await advance();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This page needs a connection');
    expect(log.filter((one) => /^(failed|load 1\.0)/.test(one))).toEqual([]);
  });

  it('after it was left says nothing', async () => {
    const { moduleHost, remotes, log, outlet } = await opened({ lastGood: true });
    const props = remotes.get('1.1.0')?.props;
    moduleHost.deactivate();
    props?.onCrash(broken);
    await advance(1000);
    expect(log).not.toContain(`failed 1.1.0: ${broken.message}`);
    expect(outlet).toBeEmptyDOMElement();
  });
});

describe('a screen that falls', () => {
  const fell = ({ remotes }: ReturnType<typeof open>, error: Error, version = '1.1.0') =>
    remotes.get(version)?.props?.onScreenFailed?.({ pattern: ASKED, error });
  const tell = (log: string[]) => log.filter((line) => /^(failed|screen failed|again|retry|forget)/.test(line));
  const pressRetry = (card: ReturnType<typeof fell>) => {
    const place = document.body.appendChild(document.createElement('div'));
    act(() => void card?.(place, () => undefined));
    act(() => screen.getByRole('button', { name: 'Retry' }).click());
  };

  it('by its code is tried again as it is', async () => {
    const all = await opened();
    pressRetry(fell(all, broken));
    expect(tell(all.log)).toEqual([`screen failed 1.1.0 ${ASKED}: ${broken.message}`]);
  });

  it('by a file that does not come is the release’s, and the file is asked for again', async () => {
    const all = await opened();
    pressRetry(fell(all, lost));
    expect(tell(all.log)).toEqual([`failed 1.1.0: ${lost.message}`, 'again 1.1.0']);
  });

  it.each([
    ['its code', broken, 'forget 1.1.0'],
    ['a file', lost, 'retry 1.1.0'],
  ])('by %s gives way to the last good version, and is not the release’s before that stands', async (_what, error, line) => {
    const all = await opened({ lastGood: true });
    expect(fell(all, error)).toBeNull();
    await advance(1000);
    expect(outletText()).toBe('Jobs 1.0.0');
    expect(tell(all.log)).toContain(`screen failed 1.1.0 ${ASKED}: ${error.message}`);
    expect(tell(all.log)).not.toContain(`failed 1.1.0: ${error.message}`);
    expect(tell(all.log)).toContain(line);
  });

  it('in a mount that was replaced moves nobody', async () => {
    const all = await opened({ lastGood: true });
    all.activate('1.2.0');
    await advance(1000);
    expect(fell(all, broken)).toBeInstanceOf(Function);
    await advance(5000);
    expect(outletText()).toBe('Jobs 1.2.0');
  });

  it('and the guard leaves at once: nothing comes in its place', async () => {
    const all = await opened({ lastGood: true });
    fell(all, broken);
    all.moduleHost.deactivate();
    await advance(1000);
    expect(all.log).not.toContain('load 1.0.0');
    expect(all.outlet).toBeEmptyDOMElement();
  });
});
