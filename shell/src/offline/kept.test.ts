/** @jest-environment node */
import { ApiError, type CallOptions, type Client } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import * as applications from '@portal/contracts/applications/applications.endpoints';
import * as auth from '@portal/contracts/auth/auth.endpoints';
import * as chat from '@portal/contracts/chat/chat.endpoints';
import * as documents from '@portal/contracts/documents/documents.endpoints';
import * as earnings from '@portal/contracts/earnings/earnings.endpoints';
import * as enotes from '@portal/contracts/enotes/enotes.endpoints';
import * as guards from '@portal/contracts/guards/guards.endpoints';
import * as jobs from '@portal/contracts/jobs/jobs.endpoints';
import * as media from '@portal/contracts/media/media.endpoints';
import * as shifts from '@portal/contracts/shifts/shifts.endpoints';
import { createShelves } from '@portal/device/shelf';
import { fakeCaches } from '@portal/testing/caches';
import { withKept } from './kept';

const { currentShift } = shifts;
const asked = { shiftId: undefined };
const refusal = (code: number) => new ApiError({ code, message: 'no', data: null });

/** A phone whose portal answers with what `is.answer` says. */
function phone() {
  const is = { guard: 'ana' as string | null, mayKeep: true, answer: (): Promise<unknown> => Promise.resolve({ shift: 'Gate watch' }) };
  const sent: CallOptions[] = [];
  const { caches, held } = fakeCaches();
  const shelves = createShelves({ prefix: 'portal-data-', maxAgeMs: 86_400_000, caches });
  const shown: [string, number][] = [];
  const fresh: string[] = [];
  const client = {
    send: async (_endpoint: unknown, _input: unknown, options: CallOptions = {}) => {
      sent.push(options);
      const given = new Promise<never>((_, reject) => options.signal?.addEventListener('abort', () => reject(new Error('given up'))));
      return { code: 200, message: 'ok', data: await Promise.race([is.answer(), given]) };
    },
    file: async () => new Blob(),
  } as unknown as Client;
  const kept = withKept(client, {
    shelves,
    guardId: () => is.guard,
    mayKeep: () => is.mayKeep,
    onKept: (name, at) => shown.push([name, at]),
    onFresh: (name) => fresh.push(name),
  });
  const read = (endpoint: Endpoint<never, unknown> = currentShift as never) => kept.send(endpoint, asked as never);
  return { is, sent, held, shown, fresh, read, settled: () => new Promise((resolve) => setTimeout(resolve)) };
}

it.each([0, 502, 503, 504])('when nobody answers (%i) the last reply stands in, and says since when', async (code) => {
  const { is, read, shown, settled } = phone();
  await read();
  await settled();
  is.answer = () => Promise.reject(refusal(code));
  const reply = await read();
  expect(reply).toMatchObject({ code: 200, message: 'ok', data: { shift: 'Gate watch' } });
  expect(Date.now() - (reply.keptAt ?? 0)).toBeLessThan(5_000);
  expect(shown).toEqual([[`shifts.current {}`, reply.keptAt]]);
});

it.each([400, 401, 403, 404, 500])('what the portal refuses (%i) is refused, and kept no longer', async (code) => {
  const { is, read, settled } = phone();
  await read();
  await settled();
  is.answer = () => Promise.reject(refusal(code));
  await expect(read()).rejects.toMatchObject({ code });
  await settled();
  is.answer = () => Promise.reject(refusal(0));
  await expect(read()).rejects.toMatchObject({ code: 0 });
});

it('the answer of the portal goes before what is kept', async () => {
  const { is, read, fresh, settled } = phone();
  await read();
  await settled();
  is.answer = () => Promise.resolve({ shift: 'Night watch' });
  expect(await read()).toEqual({ code: 200, message: 'ok', data: { shift: 'Night watch' } });
  expect(fresh).toHaveLength(2);
});

it('a line that brings no answer in 8 s is none, where something is kept, and only there', async () => {
  const { is, read, settled } = phone();
  await read();
  await settled();
  is.answer = () => new Promise(() => undefined);
  jest.useFakeTimers();
  const waiting = read();
  await jest.advanceTimersByTimeAsync(7_999);
  await jest.advanceTimersByTimeAsync(1);
  jest.useRealTimers();
  expect(await waiting).toMatchObject({ data: { shift: 'Gate watch' } });
});

it.each<[string, (is: ReturnType<typeof phone>['is']) => void]>([
  ['another guard', (is) => (is.guard = 'ben')],
  ['nobody', (is) => (is.guard = null)],
  ['the same guard once phones may keep nothing', (is) => (is.mayKeep = false)],
])('%s finds nothing of it', async (_who, change) => {
  const { is, read, settled } = phone();
  await read();
  await settled();
  change(is);
  is.answer = () => Promise.reject(refusal(0));
  await expect(read()).rejects.toMatchObject({ code: 0 });
});

it('the late answer to a guard who left leaves nothing on the phone', async () => {
  const { is, read, held, settled } = phone();
  is.answer = async () => {
    is.guard = null;
    return { shift: 'Gate watch' };
  };
  await read();
  await settled();
  expect(held()).toEqual({});
});

const every = [applications, auth, chat, documents, earnings, enotes, guards, jobs, media, shifts].flatMap(
  (domain) => Object.values(domain) as Partial<Endpoint>[],
);

it('what is kept is what a guard needs at a site: nothing that pays, proves who somebody is, or was said between people', async () => {
  const kept = every.filter(({ keptOnDevice }) => keptOnDevice);
  expect(kept.map(({ id }) => id).sort()).toEqual([
    'enotes.jobs',
    'enotes.list',
    'shifts.break-reasons',
    'shifts.current',
    'shifts.end-job-reasons',
  ]);
  expect(kept.map(({ method }) => method)).toEqual(kept.map(() => 'GET'));
});

it('every other call is handed on as it is', async () => {
  const { read, sent, held, settled } = phone();
  await read(documents.listDocuments as never);
  await settled();
  expect([sent, held()]).toEqual([[{}], {}]);
});
