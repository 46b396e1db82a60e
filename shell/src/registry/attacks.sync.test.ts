import { ReadableStream } from 'node:stream/web';
import { waitFor } from '@testing-library/react';
import { goOnline, keyless, openPage, replyOf, revision } from './registrySync.fixture';

afterEach(() => jest.restoreAllMocks());

it('a page reads four megabytes of a registry.json that never ends, and follows the next reply', async () => {
  let sent = 0;
  const body = () =>
    new ReadableStream({
      pull(controller) {
        sent += 2 ** 16;
        controller.enqueue(new Uint8Array(2 ** 16));
      },
    });
  const { refused, serve, registry } = openPage(keyless, { ok: true, url: '/registry.json', body: body() });
  await waitFor(() => expect(refused).toEqual(['/registry.json has more than 4194304 bytes']));
  expect(sent).toBeLessThan(5 * 2 ** 20);
  serve(replyOf(revision(2)));
  goOnline();
  await waitFor(() => expect(registry.current().revision).toBe(2));
});

it('a page ends the request of a registry.json that arrives byte by byte after 30 seconds, and follows the next reply', async () => {
  const aborts: (() => void)[] = [];
  const timeouts: number[] = [];
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    timeouts.push(ms);
    aborts.push(() => controller.abort());
    return controller.signal;
  });
  const { refused, serve, registry } = openPage(keyless, replyOf(revision(1)));
  jest.mocked(globalThis.fetch).mockImplementation(async (_url, options) => {
    const body = new ReadableStream({
      start: (controller) => options?.signal?.addEventListener('abort', () => controller.error(new Error('signal timed out'))),
    });
    return { ok: true, url: '/registry.json', body } as unknown as Response;
  });
  goOnline();
  await waitFor(() => expect(aborts.length).toBeGreaterThan(1));
  expect(new Set(timeouts)).toEqual(new Set([30_000]));
  for (const abort of aborts) abort();
  await waitFor(() => expect(refused).toEqual(['signal timed out']));
  serve(replyOf(revision(2)));
  goOnline();
  await waitFor(() => expect(registry.current().revision).toBe(2));
});
