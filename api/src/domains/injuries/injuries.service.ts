import { copy } from '@portal/contracts/_kernel/copy';
import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import type { Page } from '@portal/contracts/_kernel/envelope';
import { limits } from '@portal/contracts/_kernel/limits';
import type {
  answerInjury,
  Injury,
  injuryTypes,
  listInjuries,
  openInjuries,
  reportInjury,
} from '@portal/contracts/injuries/injuries.endpoints';
import { injuriesPaths } from '@portal/contracts/injuries/injuries.paths';
import { injuryMessages } from '@portal/contracts/injuries/injuries.rules';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { hold } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import { changed } from '../../platform/live/realtime';
import { sendToTeam } from '../../platform/work/outgoing';
import { guard } from '../guards/guards.service';
import { assignedTitle } from '../jobs/jobs.service';
import { noteUpload } from '../media/media.service';
import { tell } from '../notifications/telling.service';
import * as injuries from './injuries.repository';

const LISTED = 200;

/** Stores a report about one of the guard's own jobs with its pictures, and tells staff. */
export const report = (guardId: string, { file, jobId, title, description }: Input<typeof reportInjury>): Promise<void> =>
  transaction(async () => {
    await hold({ guard: guardId });
    const jobTitle = (await assignedTitle(guardId, jobId)) ?? fail(403, copy.notYourJob);
    const files: string[] = [];
    for (const picture of file) files.push(await noteUpload(picture, guardId));
    await injuries.insertInjury({ guardId, jobId, title, description, files, now: nowText() });
    const { firstName, lastName, email } = await guard(guardId);
    await sendToTeam({
      guardId,
      subject: `Injury: ${title}, ${jobTitle}`,
      body: `${firstName} ${lastName} (${email}), ${jobTitle}\n\n${description}`,
    });
    changed(guardId, 'injuries');
  });

/** The guard's own reports, latest first. */
export const list = (guardId: string, { page = 1, limit = limits.pageSize, searchBy }: Input<typeof listInjuries>): Promise<Page<Injury>> =>
  injuries.injuriesOf(guardId, { page, limit, searchBy });

/** One of the guard's own reports. */
export const detail = async (guardId: string, id: string): Promise<Injury> =>
  (await injuries.injuryOf(guardId, id)) ?? fail(404, injuryMessages.unknown);

/** The titles beside the default one, in their order. */
export const types = (): Promise<Output<typeof injuryTypes>> => injuries.types();

/** Staff answer; the guard reads it among their alerts and on open pages. */
export const answer = (given: Input<typeof answerInjury>): Promise<Output<typeof answerInjury>> =>
  transaction(async () => {
    const guardId = (await injuries.guardOf(given.injuryId)) ?? fail(404, injuryMessages.unknown);
    await hold({ guard: guardId });
    await injuries.insertResponse({ ...given, now: nowText() });
    const injury = await detail(guardId, given.injuryId);
    await tell(guardId, 'other', {
      title: injuryMessages.answered,
      description: `${injury.title}, ${injury.jobId.jobTitle}`,
      to: injuriesPaths.detail({ id: injury.id }),
    });
    changed(guardId, 'injuries');
    return injury;
  });

/** What staff have not answered yet. */
export const open = (): Promise<Output<typeof openInjuries>> => injuries.unanswered(LISTED);
