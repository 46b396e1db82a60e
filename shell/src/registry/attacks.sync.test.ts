import { ReadableStream } from 'node:stream/web';
import { waitFor } from '@testing-library/react';
import { goOnline, keyless, openPage, replyOf, revision } from './registrySync.fixture';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

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

it.each([
  ['sends nothing', 600_000],
  ['sends byte by byte', 20_000],
])('a page ends the request of a registry.json that %s after two minutes, and follows the next reply', async (_, pauseMs) => {
  jest.useFakeTimers();
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), ms);
    return controller.signal;
  });
  const { refused, serve, registry } = openPage(keyless, replyOf(revision(1)));
  jest.mocked(globalThis.fetch).mockImplementation(async (_url, options) => {
    const body = new ReadableStream({
      start: (controller) => options?.signal?.addEventListener('abort', () => controller.error(new Error('is too slow'))),
      async pull(controller) {
        await new Promise((next) => setTimeout(next, pauseMs));
        if (!options?.signal?.aborted) controller.enqueue(new Uint8Array([32]));
      },
    });
    return { ok: true, url: '/registry.json', body } as unknown as Response;
  });
  goOnline();
  await jest.advanceTimersByTimeAsync(119_000);
  expect(refused).toEqual([]);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(refused).toEqual(['is too slow']);
  jest.useRealTimers();
  serve(replyOf(revision(2)));
  goOnline();
  await waitFor(() => expect(registry.current().revision).toBe(2));
});
