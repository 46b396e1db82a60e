/** @jest-environment node */
import { offlinePagePath } from '@portal/mf-kit/pageLayout';
import { fakeCaches } from '@portal/testing/caches';
import { BEGAN, filesOf, MINUTE, signedHost } from '@portal/testing/signedHost';
import { createOfflineCache } from './offlineCache';

/** A device that stored revision 2, and an attacker who answers in the place of its portal host. */
async function openDevice() {
  const { is, served, keys, newKey, newTimestampKey } = signedHost();
  const clock = { at: BEGAN };
  const { caches, held } = fakeCaches();
  /** The attacker's answers by path; undefined: the portal host answers. */
  const forged = new Map<string, (signal?: AbortSignal | null) => BodyInit>();
  const fetch = async (path: string, options?: RequestInit): Promise<Response> => {
    const body = forged.get(path)?.(options?.signal) ?? served(path);
    const reply = new Response(body ?? 'none', { status: body === undefined ? 404 : 200 });
    options?.signal?.throwIfAborted();
    return reply;
  };
  const cache = createOfflineCache({ caches, keys, now: () => clock.at, fetch });
  const stem = (name: 'shell' | 'mf-jobs') => `/modules/${name}/${is.versions[name]}/${Object.keys(filesOf(name, is.versions[name]))[1]}`;
  const store = () =>
    cache.store({ revision: is.revision, versions: { ...is.versions }, files: [stem('shell'), stem('mf-jobs')], takenBack: {} });
  const shown = async () => Number(/data-revision="(\d+)"/.exec((await (await cache.page())?.text()) ?? '')?.[1] ?? Number.NaN);
  is.revision = 2;
  await store();
  expect(await shown()).toBe(2);
  return {
    is,
    forged,
    store,
    shown,
    served,
    newKey,
    newTimestampKey,
    held,
    clock,
    file: async (path: string) => (await cache.file(path))?.text(),
  };
}

const endless = (sent: { bytes: number }) => () =>
  new ReadableStream({
    pull(controller) {
      sent.bytes += 2 ** 16;
      controller.enqueue(new Uint8Array(2 ** 16));
    },
  });
/** A body that sends its text, a character after each pause. `took`: ms until its end. */
function slow(text: string, pauseMs: number) {
  const took: number[] = [];
  const body = (signal?: AbortSignal | null) => {
    const began = Date.now();
    let at = 0;
    return new ReadableStream({
      start(controller) {
        signal?.addEventListener('abort', () => {
          took.push(Date.now() - began);
          controller.error(signal.reason);
        });
      },
      async pull(controller) {
        await new Promise((next) => setTimeout(next, pauseMs));
        if (signal?.aborted) return;
        controller.enqueue(new TextEncoder().encode(text[at++]));
        if (at < text.length) return;
        took.push(Date.now() - began);
        controller.close();
      },
    });
  };
  return { body, took };
}

/** Moves the fake clock until `act` ends. Returns the reason of a failure. */
async function endOf(act: Promise<unknown>): Promise<string | null> {
  const end: { why?: string | null } = {};
  void act.then(
    () => Object.assign(end, { why: null }),
    (error: Error) => Object.assign(end, { why: error.message }),
  );
  while (end.why === undefined) await jest.advanceTimersByTimeAsync(1_000);
  return end.why;
}

const nextRelease = { revision: 3, versions: { shell: '1.0.0', 'mf-jobs': '1.1.0' } };

afterEach(() => jest.useRealTimers());

describe('the service worker, and an attacker between it and the portal host', () => {
  it('stores no page with a registry that the ops key did not sign', async () => {
    const device = await openDevice();
    Object.assign(device.is, nextRelease);
    device.newKey();
    await device.store();
    expect(await device.shown()).toBe(2);
  });

  it('stores no page with an older revision, and no candidate', async () => {
    const device = await openDevice();
    device.clock.at += 7 * 60 * MINUTE;
    Object.assign(device.is, { revision: 1, wordAt: 7 * 60 });
    await device.store();
    expect(await device.shown()).toBe(2);
    Object.assign(device.is, nextRelease, { candidate: true });
    await device.store();
    expect(await device.shown()).toBe(2);
  });

  it('stores no page with an old timestamp, and serves a stored page for three days only', async () => {
    const device = await openDevice();
    Object.assign(device.is, { revision: 3, wordAt: 5 });
    await device.store();
    expect(await device.shown()).toBe(3);
    Object.assign(device.is, { revision: 4, wordAt: -15 });
    await device.store();
    expect(await device.shown()).toBe(3);
    device.clock.at += 3 * 24 * 60 * MINUTE + MINUTE;
    expect(await device.shown()).toBeNaN();
  });

  it('stores no changed file, and no file of another version', async () => {
    const device = await openDevice();
    Object.assign(device.is, nextRelease);
    for (const [path, text] of [
      ['/modules/mf-jobs/1.1.0/module.json', device.served('/modules/mf-jobs/1.0.0/module.json')],
      ['/modules/mf-jobs/1.1.0/remoteEntry.js', device.served('/modules/mf-jobs/1.0.0/remoteEntry.js')],
      ['/modules/mf-jobs/1.1.0/remoteEntry.js', 'evil 1.1.0!'],
    ] as const) {
      device.forged.set(path, () => text ?? '');
      await expect(device.store()).rejects.toThrow('is not the listed file');
      expect(await device.file(path)).toBeUndefined();
      device.forged.clear();
    }
    await device.store();
    expect(await device.file('/modules/mf-jobs/1.1.0/remoteEntry.js')).toBe('entry 1.1.0');
  });

  it('stores no file that module.json does not list, also if the page loaded it', async () => {
    const device = await openDevice();
    device.forged.set('/modules/mf-jobs/1.0.0/extra.js', () => 'evil()');
    await device.store();
    expect(device.held()['portal-files']?.filter((path) => path.includes('extra'))).toEqual([]);
  });

  it.each([
    ['a page', offlinePagePath, 4 * 2 ** 20],
    ['a module.json', '/modules/mf-jobs/1.1.0/module.json', 4 * 2 ** 20],
    ['a file', '/modules/mf-jobs/1.1.0/remoteEntry.js', 'entry 1.1.0'.length],
  ])('reads no further than the limit of %s that never ends', async (_, path, limit) => {
    const device = await openDevice();
    const sent = { bytes: 0 };
    Object.assign(device.is, nextRelease);
    device.forged.set(path, endless(sent));
    await expect(device.store()).rejects.toThrow(`has more than ${limit} bytes`);
    expect(sent.bytes).toBeLessThan(limit + 2 ** 20);
    device.forged.clear();
    await device.store();
    expect(await device.shown()).toBe(3);
  });

  it.each([
    ['sends nothing for 30 seconds', 40_000, 30_000],
    ['has no end after ten minutes, byte by byte', 20_000, 600_000],
  ])('ends a download that %s, so that the next visit is stored', async (_, pauseMs, ends) => {
    const device = await openDevice();
    Object.assign(device.is, nextRelease);
    jest.useFakeTimers();
    const { body, took } = slow(' '.repeat(1_000), pauseMs);
    device.forged.set(offlinePagePath, body);
    expect([await endOf(device.store()), took]).toEqual([`${offlinePagePath} is too slow`, [ends]]);
    jest.useRealTimers();
    device.forged.clear();
    await device.store();
    expect(await device.shown()).toBe(3);
  });

  it('stores a file that needs 110 seconds on a slow connection', async () => {
    const device = await openDevice();
    Object.assign(device.is, nextRelease);
    const path = '/modules/mf-jobs/1.1.0/remoteEntry.js';
    jest.useFakeTimers();
    const { body, took } = slow('entry 1.1.0', 10_000);
    device.forged.set(path, body);
    expect([await endOf(device.store()), took]).toEqual([null, [110_000]]);
    jest.useRealTimers();
    expect(await device.file(path)).toBe('entry 1.1.0');
    expect(await device.shown()).toBe(3);
  });

  it.each(['timestamp', 'ops'] as const)('stores nothing of an attacker with the stolen %s key', async (stolen) => {
    const device = await openDevice();
    Object.assign(device.is, nextRelease);
    // The attacker replaces the other key by an own one.
    if (stolen === 'timestamp') device.newKey();
    else device.newTimestampKey();
    await device.store();
    expect(await device.shown()).toBe(2);
  });

  it('does not jump to the highest number without the ops key', async () => {
    const device = await openDevice();
    const { ops } = device.is;
    Object.assign(device.is, { revision: Number.MAX_SAFE_INTEGER });
    device.newKey();
    await device.store();
    Object.assign(device.is, nextRelease, { ops });
    await device.store();
    expect(await device.shown()).toBe(3);
  });
});
