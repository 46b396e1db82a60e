import type { FastifyInstance } from 'fastify';
import { fromNow } from '../../platform/clock';
import { every } from '../../platform/work/queue';
import * as jobs from './jobs.repository';

const HOUR_SECONDS = 3_600;
/** So long a job that is over is Previous to its guards; then it is Closed. */
const KEPT_OPEN_MS = 30 * 24 * HOUR_SECONDS * 1_000;
const AT_ONCE = 500;

/** Closes the jobs that have been over for thirty days, by a few at a time. @returns how many. */
export async function closeOverJobs(stopping?: AbortSignal, atOnce = AT_ONCE): Promise<number> {
  for (let closed = 0; ; ) {
    const count = await jobs.closeOver(fromNow(-KEPT_OPEN_MS), atOnce);
    closed += count;
    if (count < atOnce || stopping?.aborted) return closed;
  }
}

/** Looks every hour until the API closes. */
export const startClosing = (app: FastifyInstance): void =>
  every(app, 'closing', HOUR_SECONDS, (stopping) => closeOverJobs(stopping), 'Jobs that are over were not closed');
