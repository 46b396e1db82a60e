import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import type { Page } from '@portal/contracts/_kernel/envelope';
import type { ENote, ENoteJob, listEnotes, writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { enoteLimits, enoteMessages, eventInstant } from '@portal/contracts/enotes/enotes.rules';
import { now, nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { Recording } from '../../platform/files/audio';
import { fail } from '../../platform/http/errors';
import { ReplyWithMessage } from '../../platform/http/routes';
import { notifyChanged, notifyStaff } from '../../platform/live/realtime';
import { postNoteMessage } from '../chat/members.service';
import { recordUpload } from '../media/media.service';
import { firstHeldSince, guardsOfJob, heldSince, heldUntil, judgeEvent, latestOf, shiftAt } from '../shifts/shifts.service';
import * as enotes from './enotes.repository';

/** The most notes of one shift in its record. */
const RECORDED = 500;

/** When the guard was given the job. 404 for another guard's. */
const held = async (guardId: string, jobId: string): Promise<string> =>
  (await heldSince(guardId, jobId)) ?? fail(404, enoteMessages.notYours);

type Written = Input<typeof writeEnote>;

const placeOf = ({ lat, long, accuracy }: Written) =>
  lat === undefined || long === undefined ? { lat: null, long: null, accuracy: null } : { lat, long, accuracy: accuracy ?? null };

async function filesOf(guardId: string, { file, photo }: Written) {
  return {
    file: file ? await recordUpload(file, guardId) : null,
    seconds: file instanceof Recording ? file.seconds : null,
    bytes: file?.size ?? null,
    photo: photo ? await recordUpload(photo, guardId) : null,
  };
}

/**
 * Stores a guard's note on one of their jobs, in any state of the shift and however late it arrives: an event from the time of the award is
 * never refused.
 * It belongs to the named shift, or else to the guard's shift at its time.
 */
export const write = (guardId: string, input: Written): Promise<ReplyWithMessage<Output<typeof writeEnote>>> =>
  transaction(async () => {
    await lock({ guard: guardId });
    const { jobId, title, eventTime = '', type, description = '' } = input;
    const isHeld = (await heldSince(guardId, jobId)) !== null;
    // The note may have waited on the phone while the award was revoked. An event after the revocation is refused.
    const until = isHeld ? null : ((await heldUntil(guardId, jobId)) ?? fail(404, enoteMessages.notYours));
    const isNamed = input.isNamed ?? input.at === undefined;
    const judged = judgeEvent(input.at ?? eventInstant(eventTime, now()), await firstHeldSince(guardId, jobId), isNamed);
    if (until !== null && judged.at > until) fail(404, enoteMessages.notYours);
    const shiftId = await shiftAt(guardId, { jobId, shiftId: input.shiftId, at: judged.at });
    if (isHeld && input.shiftId && !shiftId) fail(404, enoteMessages.notYours);
    const { at, isServerTime, withinMs } = judged;
    // If the clock of the process that stored the award is ahead of this one, the note gets the time of the award.
    const createdAt = latestOf(at, judged.receivedAt) ?? at;
    const note = { jobId, guardId, shiftId, title, eventTime, at, withinMs, type, description, createdAt };
    const id = await enotes.insert({ ...note, ...placeOf(input), ...(await filesOf(guardId, input)) });
    await postNoteMessage(jobId, guardId, title);
    for (const one of await guardsOfJob(jobId)) notifyChanged(one, 'enotes');
    notifyStaff('enote', { enoteId: id, jobId, guardId, title });
    return new ReplyWithMessage({ id, at, isServerTime }, isServerTime ? enoteMessages.serverTime : enoteMessages.saved);
  });

const pageOf = ({ jobId, page, limit, searchBy }: Input<typeof listEnotes>): Promise<Page<ENote>> =>
  enotes.notesOfJob({ jobId, page: page ?? 1, limit: limit ?? enoteLimits.page, searchBy });

/** The notes of one of the guard's jobs. */
export async function list(guardId: string, wanted: Input<typeof listEnotes>): Promise<Page<ENote>> {
  await held(guardId, wanted.jobId);
  return pageOf(wanted);
}

/** The jobs on which the guard may write. */
export const jobs = (guardId: string, pageNumber = 1): Promise<Page<ENoteJob>> =>
  enotes.jobsOf(guardId, pageNumber, enoteLimits.page, nowText());

const found = async (id: string): Promise<ENote> => (await enotes.noteById(id)) ?? fail(404, enoteMessages.unknown);

/** A note of one of the guard's jobs, or the guard's own note. 404 for any other. */
export async function read(guardId: string, id: string): Promise<ENote> {
  const note = await found(id);
  const isTheirs = note.guardId.id === guardId || (await heldSince(guardId, note.jobId)) !== null;
  return isTheirs ? note : fail(404, enoteMessages.unknown);
}

/** The notes of a shift by all its guards or one of them, for its record. */
export const notesOfShift = (shiftId: string, onlyOf: string | null) => enotes.notesOfShift(shiftId, onlyOf, RECORDED);

/** Whether a note gives a guard access to a file: all guards of the job see the job's files. */
export const canViewFile = enotes.canViewFile;

export const listForStaff = pageOf;
export const readForStaff = found;
