import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { Page } from '@portal/contracts/_kernel/envelope';
import { limits } from '@portal/contracts/_kernel/limits';
import type { Application, applyForJob, cancelApplication, myApplications } from '@portal/contracts/applications/applications.endpoints';
import { applicationMessages, maxApplicants } from '@portal/contracts/applications/applications.rules';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail, failValidation } from '../../platform/http/errors';
import { notifyChanged } from '../../platform/live/realtime';
import * as jobs from '../jobs/jobs.service';
import * as shifts from '../shifts/shifts.service';
import * as applications from './applications.repository';

/**
 * Applies for a job. 404 already applied, 410 gone, 409 full or begun. Job and guard are locked first, so that the second of two concurrent
 * calls reads the result of the first; database constraints enforce the same.
 */
export const apply = (guardId: string, { jobId, shiftId }: Input<typeof applyForJob>): Promise<void> =>
  transaction(async () => {
    await lock({ job: jobId, guard: guardId });
    const job = await jobs.storedJob(jobId);
    if (await applications.liveApplication(jobId, guardId)) fail(404, applicationMessages.alreadyApplied);
    const start = job?.status === 1 ? await shifts.shiftStart(jobId, shiftId) : null;
    if (!start) return fail(410, applicationMessages.gone);
    if (start <= nowText()) fail(409, applicationMessages.passed);
    if ((await applications.countLive(jobId)) >= maxApplicants) fail(409, applicationMessages.full);
    await applications.insertApplication(jobId, guardId, shiftId, nowText());
    notifyChanged(guardId, 'applications');
    notifyChanged(guardId, 'jobs');
  });

/** The reasons for cancelling an application. */
export const reasons = applications.allReasons;

/** Withdraws the guard's application before the job begins: its place is free again. 404 not applied, 409 awarded or begun. */
export const cancel = (guardId: string, { jobId, shiftId, reasonId, comment }: Input<typeof cancelApplication>): Promise<void> =>
  transaction(async () => {
    await lock({ job: jobId, guard: guardId });
    const live = await applications.liveApplication(jobId, guardId);
    if (!live) return fail(404, applicationMessages.notApplied);
    if (live.state === 'awarded') fail(409, applicationMessages.awardedToYou);
    // The shift of the application counts, not the one in the call: another shift of the job may be weeks away.
    if (live.startsAt <= nowText() || !(await shifts.shiftStart(jobId, shiftId))) fail(409, applicationMessages.begun);
    if (!(await applications.hasReason(reasonId))) failValidation({ reasonId: applicationMessages.chooseReason });
    await applications.setWithdrawn({ jobId, guardId, reasonId, comment: comment ?? null, now: nowText() });
    notifyChanged(guardId, 'applications');
    notifyChanged(guardId, 'jobs');
  });

/** The guard's own applications with their outcomes, pending ones first, then the latest. */
export const mine = (guardId: string, { page = 1, limit = limits.pageSize }: Input<typeof myApplications>): Promise<Page<Application>> =>
  applications.applicationsOf(guardId, { page, limit, now: nowText() });
