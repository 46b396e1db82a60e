import { copy } from '@portal/contracts/_kernel/copy';
import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { isRunning } from '@portal/contracts/_kernel/shift';
import type { Handover, handoversOfShift, leaveHandover, readHandovers } from '@portal/contracts/handovers/handovers.endpoints';
import { handoverLimits, handoverMessages } from '@portal/contracts/handovers/handovers.rules';
import type { listHandovers } from '@portal/contracts/handovers/handovers.staff';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { shiftLimits } from '@portal/contracts/shifts/shifts.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { now, nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { Recording } from '../../platform/files/audio';
import { fail, failValidation } from '../../platform/http/errors';
import { notifyChanged } from '../../platform/live/realtime';
import { dataUrlOf, deleteOwnFiles, recordUpload } from '../media/media.service';
import { shiftOfAct } from '../shifts/lost-shift.service';
import { jobOfShift, judgeEvent, phaseOf, workedShift } from '../shifts/shifts.service';
import * as handovers from './handovers.repository';

const LISTED = 50;
/** A recorder stops some milliseconds after the limit. */
const SLACK_SECONDS = 1;

const siteOf = async (jobId: string): Promise<string> => (await handovers.siteOf(jobId)) ?? fail(404, jobsMessages.noSuchJob);
type Shift = NonNullable<Awaited<ReturnType<typeof workedShift>>>;
const shiftOf = async (guardId: string, jobId: string, shiftId: string): Promise<Shift> =>
  (await workedShift(guardId, jobId, shiftId)) ?? fail(404, copy.notYourJob);

/** The recording of a new note: a new file, the stored one, or none. */
async function recordingOf(
  guardId: string,
  { recording, keepsRecording }: Pick<Input<typeof leaveHandover>, 'recording' | 'keepsRecording'>,
  before: handovers.StoredNote | null,
): Promise<Pick<handovers.NewNote, 'recording' | 'seconds'>> {
  if (!recording) return keepsRecording && before ? before : { recording: null, seconds: null };
  const seconds = recording instanceof Recording ? recording.seconds : null;
  if ((seconds ?? 0) > handoverLimits.recordingSeconds + SLACK_SECONDS) failValidation({ recording: handoverMessages.tooLong });
  return { recording: await recordUpload(recording, guardId), seconds };
}

/** Refuses a note from before the shift, or from more than an hour after its end. A start or an end may still wait on the device. */
function checkTime({ startsAt, endsAt, endedAt, state }: Shift, at: string): void {
  const isEarly = Date.parse(at) < Date.parse(startsAt) - shiftLimits.startEarly;
  if (isEarly || state === 'on-leave') fail(409, handoverMessages.tooEarly);
  if (!isRunning(state) && Date.parse(at) > Date.parse(endedAt ?? endsAt) + handoverLimits.afterEnd) fail(409, handoverMessages.tooLate);
}

/** Stores the note of a guard's shift for the next guards at its site. Of several versions, the one with the latest time of the guard is kept. */
export const leave = (guardId: string, input: Input<typeof leaveHandover>): Promise<Output<typeof leaveHandover>> =>
  transaction(async () => {
    await lock({ guard: guardId });
    const { jobId, text = '' } = input;
    const { at, receivedAt, withinMs } = judgeEvent(input.at);
    const shift = (await shiftOfAct(guardId, input, at)) ?? fail(404, copy.notYourJob);
    checkTime(shift, at);
    const before = await handovers.noteOf(shift.id);
    if (before && before.at > at) return { version: before.version, at: before.at };
    const locationId = await siteOf(jobId);
    const file = await recordingOf(guardId, input, before);
    if (text === '' && file.recording === null) failValidation({ text: handoverMessages.empty });
    const version = (before?.version ?? 0) + 1;
    const { recording, seconds } = file;
    await handovers.putNote({ assignmentId: shift.id, guardId, locationId, version, text, recording, seconds, at, receivedAt, withinMs });
    if (before?.recording && before.recording !== recording) await deleteOwnFiles(guardId, [before.recording]);
    notifyChanged(guardId, 'shifts');
    for (const guard of await handovers.guardsAt(locationId, nowText())) {
      if (guard === guardId) continue;
      notifyChanged(guard, 'handovers');
      notifyChanged(guard, 'shifts');
    }
    return { version, at };
  });

/** The notes of the last day, or the newest one if all are older. */
function isShown({ at }: { at: string }, place: number): boolean {
  return place === 0 || now().getTime() - Date.parse(at) < handoverLimits.recent;
}

/** The notes of other guards for a guard's shift. 404 after its end, because they are for the post. */
export async function notesOfShift(guardId: string, { shiftId }: Input<typeof handoversOfShift>): Promise<Handover[]> {
  const jobId = (await jobOfShift(guardId, shiftId)) ?? fail(404, copy.notYourJob);
  const shift = await shiftOf(guardId, jobId, shiftId);
  if (phaseOf(shift) === 'over' || shift.state === 'on-leave') fail(404, handoverMessages.over);
  if (Date.parse(shift.startsAt) - now().getTime() > handoverLimits.before) return [];
  const notes = (await handovers.notesFor(guardId, await siteOf(jobId), nowText())).filter(isShown);
  return Promise.all(notes.map(async (note) => ({ ...note, recording: note.recording && (await dataUrlOf(note.recording)) })));
}

/** The guard has read versions of notes. */
export const read = (guardId: string, { notes, at, ...named }: Input<typeof readHandovers>): Promise<Output<typeof readHandovers>> =>
  transaction(async () => {
    await lock({ guard: guardId });
    const judged = judgeEvent(at);
    const shift = (await shiftOfAct(guardId, named, judged.at)) ?? fail(404, copy.notYourJob);
    const reader = { guardId, assignmentId: shift.id, locationId: await siteOf(named.jobId) };
    const reads = await handovers.insertReads(reader, notes, judged);
    const [first] = reads.map((one) => one.at).sort();
    if (!first) return fail(404, handoverMessages.notThere);
    notifyChanged(guardId, 'shifts');
    for (const author of await handovers.authorsOf(reads.map(({ noteId }) => noteId))) notifyChanged(author, 'shifts');
    return { at: first };
  });

/** The handover of a guard's shift. */
export const stateOnShift = (guardId: string, assignmentId: string): Promise<WorkedShift['handover']> =>
  handovers.stateFor(guardId, assignmentId, nowText());

/** The newest notes of a job's site, for staff. */
export const list = async ({ jobId }: Input<typeof listHandovers>): Promise<Output<typeof listHandovers>> =>
  handovers.notesOfSite(await siteOf(jobId), LISTED);
