import { addDays, torontoDate } from '@portal/contracts/_kernel/clock';
import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { canChangeTo, jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import type {
  approveJob,
  cancelJob as cancelJobEndpoint,
  postJob as postJobEndpoint,
  rejectJob,
  removeJob as removeJobEndpoint,
  setPostingFacts as setPostingFactsEndpoint,
  setSitePhone as setSitePhoneEndpoint,
  waitingJobs,
} from '@portal/contracts/jobs/jobs.staff';
import { now, nowText } from '../../platform/clock';
import { currentServices } from '../../platform/context';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail, failValidation } from '../../platform/http/errors';
import { notifyChanged } from '../../platform/live/realtime';
import * as chat from '../chat/members.service';
import { notifyGuard } from '../notifications/notify.service';
import { placeNamed } from '../places/places.service';
import * as shifts from '../shifts/shifts.service';
import { cities } from './cities';
import * as jobs from './jobs.repository';
import { queueNewJobAlerts } from './new-job-alerts.service';

const DAY = 86_400_000;
const LISTED = 200;
const [WAITING, APPROVED, REJECTED] = [0, 1, 2];

/** 1 one day, 2 every day of a range, 3 dates with gaps. */
function jobTypeOf(dates: readonly string[]): number {
  const span = (Date.parse(dates.at(-1) ?? '') - Date.parse(dates[0] ?? '')) / DAY + 1;
  return dates.length === 1 ? 1 : span === dates.length ? 2 : 3;
}

/** The site of a job in a place without listed streets. */
function siteIn(wanted: string): jobs.NewJob['city'] | null {
  const found = placeNamed(wanted);
  return found && { name: found.name, lat: found.lat, long: found.lng, streets: ['Main Street'] };
}

/** Posts a job: approved, unless the input requests an approval. Defaults: Toronto, tomorrow, 09:00 to 17:00, $25 an hour, any transport. */
export const postJob = (input: Input<typeof postJobEndpoint>): Promise<Output<typeof postJobEndpoint>> =>
  transaction(async () => {
    if (input.siteOf && !(await jobs.storedJob(input.siteOf))) return failValidation({ siteOf: jobsMessages.noSuchJob });
    const wanted = input.city ?? 'Toronto';
    const city = cities.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()) ?? siteIn(wanted);
    if (!city) return failValidation({ city: jobsMessages.unknownCity });
    const speciality = await jobs.findSpeciality(input.speciality ?? null);
    if (speciality === undefined) return failValidation({ speciality: jobsMessages.unknownSpeciality });
    const dates = [...new Set(input.dates ?? [addDays(torontoDate(now()), 1)])].sort();
    const status = input.awaitsApproval ? WAITING : APPROVED;
    const jobId = await jobs.insertJob({
      title: input.jobTitle,
      description: input.description ?? '',
      jobType: jobTypeOf(dates),
      hourlyRate: input.hourlyRate ?? 25,
      status,
      dressCode: input.dressCode ?? 2,
      transportation: input.transportation ?? 3,
      speciality,
      city,
      siteOf: input.siteOf ?? null,
      sitePhone: input.sitePhone ?? null,
      hasVacancy: input.hasVacancy ?? true,
      usesAi: input.usesAi ?? false,
      isTest: input.isTest ?? false,
      now: nowText(),
    });
    await lock({ job: jobId });
    const shiftIds = await shifts.addShifts({ jobId, dates, start: input.start ?? '09:00', end: input.end ?? '17:00' });
    // A test removes its job afterwards, so it is not announced.
    if (status === APPROVED && !input.isTest) await queueNewJobAlerts(jobId);
    return { jobId, shiftIds, jobStatus: status };
  });

async function held(jobId: string): Promise<jobs.StoredJob> {
  await lock({ job: jobId });
  return (await jobs.storedJob(jobId)) ?? fail(404, jobsMessages.noSuchJob);
}

/** Cancels an approved job; everyone who applied or works it is notified. */
export const cancelJob = ({ jobId, reason }: Input<typeof cancelJobEndpoint>): Promise<Output<typeof cancelJobEndpoint>> =>
  transaction(async () => {
    const job = await held(jobId);
    if (!canChangeTo(job.status, 3)) fail(409, jobsMessages.cannotChange);
    await jobs.setStatus(jobId, 3);
    await currentServices().hooks.endCoverOffers({ jobId }, 'job');
    for (const guardId of await jobs.guardsOn(jobId)) {
      await notifyGuard(guardId, 'jobCancel', {
        title: jobsMessages.cancelled,
        description: reason ? `${job.title}: ${reason}` : job.title,
        to: jobsPaths.allJobs(),
      });
      notifyChanged(guardId, 'jobs');
      notifyChanged(guardId, 'applications');
    }
    await chat.close(jobId);
    return { jobId, shiftIds: await jobs.shiftIds(jobId), jobStatus: 3 };
  });

/** Cancels a job because of a report, unless `reason` is null or the job is over. @returns its stored status. */
export async function cancelReported(jobId: string, reason: string | null): Promise<number> {
  const { status } = await held(jobId);
  if (reason === null || !canChangeTo(status, 3)) return status;
  return (await cancelJob({ jobId, reason })).jobStatus;
}

/** Decides a job that awaits its approval. 404 no such job, 409 decided before. */
async function decide(jobId: string, status: number): Promise<jobs.StoredJob> {
  const job = await held(jobId);
  if (!canChangeTo(job.status, status)) fail(409, jobsMessages.notWaiting);
  await jobs.setStatus(jobId, status);
  return job;
}

/** Approves a job, and announces it like a newly posted one. */
export const approve = ({ jobId }: Input<typeof approveJob>): Promise<Output<typeof approveJob>> =>
  transaction(async () => {
    const { isTest, poster } = await decide(jobId, APPROVED);
    if (!isTest) await queueNewJobAlerts(jobId);
    return { jobId, jobStatus: APPROVED, poster };
  });

/** Rejects a job that awaits its approval: no guard sees it. */
export const reject = ({ jobId }: Input<typeof rejectJob>): Promise<Output<typeof rejectJob>> =>
  transaction(async () => {
    const { poster } = await decide(jobId, REJECTED);
    return { jobId, jobStatus: REJECTED, poster };
  });

/** The jobs that await their approval. */
export const listWaiting = (): Promise<Output<typeof waitingJobs>> => jobs.waitingJobs(LISTED);

/** Stores or removes the phone number of a job's site, and refreshes the open pages of its guards. 404 no such job. */
export const setSitePhone = (input: Input<typeof setSitePhoneEndpoint>): Promise<Output<typeof setSitePhoneEndpoint>> =>
  transaction(async () => {
    const { jobId } = input;
    const sitePhone = input.sitePhone ?? null;
    await held(jobId);
    await jobs.setSitePhone(jobId, sitePhone);
    for (const guardId of await jobs.guardsOn(jobId)) notifyChanged(guardId, 'shifts');
    return { jobId, sitePhone };
  });

/** Corrects what a posting states, and refreshes the open pages of its guards. 404 no such job. */
export const setPostingFacts = ({
  jobId,
  hasVacancy,
  usesAi,
}: Input<typeof setPostingFactsEndpoint>): Promise<Output<typeof setPostingFactsEndpoint>> =>
  transaction(async () => {
    await held(jobId);
    const facts = await jobs.setPostingFacts(jobId, { hasVacancy: hasVacancy ?? null, usesAi: usesAi ?? null });
    for (const guardId of await jobs.guardsOn(jobId)) notifyChanged(guardId, 'jobs');
    return { jobId, ...(facts ?? fail(404, jobsMessages.noSuchJob)) };
  });

/** Removes a job that was posted as a test, with all its rows; refuses any other (409). */
export const removeJob = ({ jobId }: Input<typeof removeJobEndpoint>): Promise<Output<typeof removeJobEndpoint>> =>
  transaction(async () => {
    if (!(await held(jobId)).isTest) fail(409, jobsMessages.notATest);
    await jobs.deleteJob(jobId);
    return { removed: [jobId] };
  });
