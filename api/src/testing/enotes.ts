import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { listEnotes, writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import type { TestApi, TestGuard } from './api';
import { fileOf } from './pictures';
import { recordings } from './recordings';
import type { Extra } from './shifts';

export const bearer = ({ token }: TestGuard) => ({ authorization: `Bearer ${token}` });

/** A recording that says it were a picture. */
export const sound = async (seconds = 3, kind: keyof typeof recordings = 'webm') =>
  fileOf(await recordings[kind](seconds), 'note.bin', 'image/png');

export const noteOn = (jobId: string, extra: Extra = {}) => ({
  jobId,
  title: 'Gate found open',
  eventTime: '18:25:00',
  type: 1,
  description: 'Closed it again.',
  ...extra,
});

/** What a guard does with the e-notes of one job; `key` is the idempotency key. */
export function noter(api: TestApi, guard: TestGuard, jobId: string) {
  const call = <In, Out>(endpoint: Endpoint<In, Out>, input: Extra, headers: Record<string, string> = {}) =>
    api.call(endpoint, input as never, { token: guard.token, headers });
  return {
    call,
    write: (extra: Extra = {}, key?: string) => call(writeEnote, noteOn(jobId, extra), key ? { 'idempotency-key': key } : {}),
    list: async (extra: Extra = {}) => (await call(listEnotes, { jobId, ...extra })).data,
    file: (filename: string | null, headers: Record<string, string> = bearer(guard)) =>
      fetch(`${api.url}${fullPath(previewMedia)}?filename=${filename}`, { headers }),
  };
}
export type Noter = ReturnType<typeof noter>;
