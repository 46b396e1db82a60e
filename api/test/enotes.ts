import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { listEnotes, writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { fileOf } from './pictures';
import { recordings } from './recordings';
import { arrangeShift, type ExtraInput } from './shifts';
import type { TestApi, TestGuard } from './test-api';

export const bearerHeader = ({ token }: TestGuard) => ({ authorization: `Bearer ${token}` });

const asPicture = (bytes: Uint8Array) => fileOf(bytes, 'note.bin', 'image/png');
/** A recording that is sent with the content type of a picture. */
export const makeSound = async (seconds = 3, kind: keyof typeof recordings = 'webm') => asPicture(await recordings[kind](seconds));
/** An hour in a few packets, so that it is generated quickly. */
export const makeHourOfSound = async () => asPicture(await recordings.webm(3600, 1));

export const noteInput = (jobId: string, extra: ExtraInput = {}) => ({
  jobId,
  title: 'Gate found open',
  eventTime: '18:25:00',
  type: 1,
  description: 'Closed it again.',
  ...extra,
});

/** The calls of a guard about the e-notes of one job; `key` is the idempotency key. */
export function noteCalls(api: TestApi, guard: TestGuard, jobId: string) {
  const call = <In, Out>(endpoint: Endpoint<In, Out>, input: ExtraInput, headers: Record<string, string> = {}) =>
    api.call(endpoint, input as never, { token: guard.token, headers });
  return {
    call,
    write: (extra: ExtraInput = {}, key?: string) => call(writeEnote, noteInput(jobId, extra), key ? { 'idempotency-key': key } : {}),
    list: async (extra: ExtraInput = {}) => (await call(listEnotes, { jobId, ...extra })).data,
    file: (filename: string | null, headers: Record<string, string> = bearerHeader(guard)) =>
      fetch(`${api.url}${fullPath(previewMedia)}?filename=${filename}`, { headers }),
  };
}
export type NoteCalls = ReturnType<typeof noteCalls>;

/** Instants before and during the shift of `createNoterOnShift`. */
export const BEFORE = '2027-03-10T15:00:00.000Z';
export const DURING = '2027-03-10T18:30:00.000Z';

/** A guard on a shift of 2027-03-10 from 12:00 to 20:00 at the site; the clock is an hour and a half after its start. */
export async function createNoterOnShift(api: TestApi) {
  api.clock.set(BEFORE);
  const guard = await api.guard({ firstName: 'Ada', lastName: 'Roy' } as never);
  const given = await arrangeShift(api, guard);
  api.clock.set(DURING);
  return { guard, given, me: noteCalls(api, guard, given.jobId) };
}
