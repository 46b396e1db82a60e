import { type ENoteJob, enoteJobs, listEnotes, writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { type ENoteForm, enoteLimits, enoteMessages, enoteOrder, eventInstant } from '@portal/contracts/enotes/enotes.rules';
import { readEarly } from '@portal/mf-kit/earlyReads';
import { failureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { PressContext } from '@portal/mf-kit/remote';
import { useIdempotencyKey } from '@portal/mf-kit/useIdempotencyKey';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useEffect, useState } from 'react';

/** An event up to one minute in the future means a fast clock, not the day before. */
const AHEAD_MS = 60_000;

/** One page of the guard's jobs; the previous page stays while the next one is read. */
export const useENoteJobs = (pageNumber: number) =>
  useQuery(enoteJobs, { pageNumber }, { keepPrevious: true, follows: ['shifts', 'applications', 'jobs'] });
export const readENoteJobsEarly = (pageNumber: number, by: PressContext): void => readEarly(enoteJobs, { pageNumber }, by);

/** The largest number of jobs in a list to choose from. */
const MAX_JOBS = 200;

/** The jobs after the first page, read page by page, because a choice or a search needs all of them. */
export function useLaterENoteJobs(total: number) {
  const [jobs, setJobs] = useState<readonly ENoteJob[]>([]);
  const isReading = enoteLimits.page + jobs.length < Math.min(total, MAX_JOBS);
  const pageNumber = 2 + Math.ceil(jobs.length / enoteLimits.page);
  const { hasData, data, error } = useQuery(enoteJobs, isReading ? { pageNumber } : null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    if (isReading && hasData) setJobs((before) => [...before, ...data.docs]);
  }, [hasData, pageNumber]);
  const isEnd = error !== null || (hasData && data.docs.length === 0);
  return { jobs, isReading: isReading && !isEnd };
}

/** One page of a job's notes. It is read again when the guard or a colleague writes one. */
export const useENotes = (jobId: string | null, page: number) =>
  useQuery(listEnotes, jobId ? { jobId, limit: enoteLimits.page, page } : null, { keepPrevious: true });

/** The input of the call. The draft's own fields are left out. */
function inputOf({ jobId = '', place, pieces: _pieces, seconds: _seconds, openedAt, ...note }: ENoteForm, now: Date) {
  const where = place ? { lat: place.latitude, long: place.longitude, accuracy: place.accuracy } : {};
  const isNamed = note.eventTime !== openedAt?.slice(11, 19);
  return { ...note, ...where, ...(isNamed && { isNamed }), jobId, at: eventInstant(note.eventTime ?? '', now, AHEAD_MS) };
}

/**
 * Writes a note. Without a reply the note is queued with its recording and photo (ENOTE-16). A refusal is one line of the form, without a
 * toast.
 */
export function useWriteENote() {
  const portal = usePortal();
  const { sendOrQueue: keep, failure } = useWrite(writeEnote);
  const keyOf = useIdempotencyKey<ReturnType<typeof inputOf>>();
  const write = async (note: ENoteForm, key: string) => {
    const input = inputOf(note, portal.now());
    const durable = { what: `E-note: ${note.title}` };
    const result = await keep(input, { order: enoteOrder(input.jobId), durable, key });
    if (result.ok && !result.kept && result.data.isServerTime) portal.toast('info', result.message);
    else if (result.ok) portal.announce(result.kept ? enoteMessages.kept : result.message);
    return result;
  };
  return {
    write,
    keyOf: (note: ENoteForm) => keyOf(inputOf(note, portal.now())),
    notSent: failure && failureText(failure, enoteMessages.notSent),
  };
}
