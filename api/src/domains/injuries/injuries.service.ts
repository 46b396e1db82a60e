import { copy } from '@portal/contracts/_kernel/copy';
import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import type { Page } from '@portal/contracts/_kernel/envelope';
import { limits } from '@portal/contracts/_kernel/limits';
import type { Injury, injuryTypes, listInjuries, reportInjury } from '@portal/contracts/injuries/injuries.endpoints';
import { injuriesPaths } from '@portal/contracts/injuries/injuries.paths';
import { injuryMessages } from '@portal/contracts/injuries/injuries.rules';
import type { answerInjury, openInjuries } from '@portal/contracts/injuries/injuries.staff';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import { notifyChanged } from '../../platform/live/realtime';
import { mailSupport } from '../../platform/messages/message-queue';
import { guard } from '../guards/guards.service';
import { assignedTitle } from '../jobs/jobs.service';
import { recordUpload } from '../media/media.service';
import { notifyGuard } from '../notifications/notify.service';
import * as injuries from './injuries.repository';

const LISTED = 200;

/** Stores a report about one of the guard's own jobs with its pictures, and mails staff. */
export const report = (guardId: string, { file, jobId, title, description }: Input<typeof reportInjury>): Promise<void> =>
  transaction(async () => {
    await lock({ guard: guardId });
    const jobTitle = (await assignedTitle(guardId, jobId)) ?? fail(403, copy.notYourJob);
    const files: string[] = [];
    for (const picture of file) files.push(await recordUpload(picture, guardId));
    await injuries.insertInjury({ guardId, jobId, title, description, files, now: nowText() });
    const { firstName, lastName, email } = await guard(guardId);
    await mailSupport({
      guardId,
      subject: `Injury: ${title}, ${jobTitle}`,
      body: `${firstName} ${lastName} (${email}), ${jobTitle}\n\n${description}`,
    });
    notifyChanged(guardId, 'injuries');
  });

/** The guard's own reports, latest first. */
export const list = (guardId: string, { page = 1, limit = limits.pageSize, searchBy }: Input<typeof listInjuries>): Promise<Page<Injury>> =>
  injuries.injuriesOf(guardId, { page, limit, searchBy });

/** One of the guard's own reports. */
export const detail = async (guardId: string, id: string): Promise<Injury> =>
  (await injuries.injuryOf(guardId, id)) ?? fail(404, injuryMessages.unknown);

/** The titles except the default one, in their order. */
export const listTypes = (): Promise<Output<typeof injuryTypes>> => injuries.allTypes();

/** Staff answer a report; the guard gets an alert, and open pages are notified. */
export const answer = (given: Input<typeof answerInjury>): Promise<Output<typeof answerInjury>> =>
  transaction(async () => {
    const guardId = (await injuries.guardOf(given.injuryId)) ?? fail(404, injuryMessages.unknown);
    await lock({ guard: guardId });
    await injuries.insertResponse({ ...given, now: nowText() });
    const injury = await detail(guardId, given.injuryId);
    await notifyGuard(guardId, 'other', {
      title: injuryMessages.answered,
      description: `${injury.title}, ${injury.jobId.jobTitle}`,
      to: injuriesPaths.detail({ id: injury.id }),
    });
    notifyChanged(guardId, 'injuries');
    return injury;
  });

/** The reports without an answer, for staff. */
export const listOpen = (): Promise<Output<typeof openInjuries>> => injuries.unansweredInjuries(LISTED);
