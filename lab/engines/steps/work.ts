import assert from 'node:assert/strict';
import { applicationMessages } from '@portal/contracts/applications/applications.rules';
import { award } from '@portal/contracts/applications/applications.staff';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { leaveMessages, leaveStatuses } from '@portal/contracts/leave/leave.rules';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { acknowledgeSos, openSos } from '@portal/contracts/shifts/shifts.staff';
import type { Step } from '../environment';
import { features } from '../features';
import { button, dialog, link, tab, title } from '../visit';

const CLOSES_BY_A_TAP = features['dialog closedby'] as string;

const apply: Step = {
  name: 'searches, applies, and asks for leave of the shift',
  async run(scene) {
    const guard = await scene.guard();
    const job = await scene.job();
    const visit = await scene.visitAs(guard);
    await visit.open(jobsPaths.search());
    await visit.fill({ role: 'searchbox' }, job.title);
    await visit.enter({ role: 'searchbox' });
    // A card cannot be clicked while the other cards still move.
    await visit.sees({ text: /^1 job$/ });
    await visit.press(link(`View More: ${job.title}`));
    await visit.sees(title(job.title));
    await visit.press(button(applicationMessages.applyNow));
    await visit.sees({ ...dialog, holds: applicationMessages.applied });
    await visit.tapAboveDialog();
    // If a tap outside does not close the dialog in this engine, its button does.
    if (await visit.window.read(CLOSES_BY_A_TAP)) await visit.misses(dialog);
    else await visit.press({ ...button('Close'), within: dialog });
    await visit.sees(button(applicationMessages.alreadyApplied));
    await scene.staff.call(award, { jobId: job.jobId, guard: guard.id });

    await visit.open(jobsPaths.allJobs());
    await visit.press(link(`View More: ${job.title}`));
    await visit.sees(title(job.title));
    await visit.press(button(new RegExp(`^${leaveMessages.apply}`)));
    await visit.press({ text: 'Other', within: dialog });
    await visit.press({ ...button('Submit'), within: dialog });
    await visit.sees({ text: leaveMessages.blank, within: dialog });
    await visit.fill({ label: /^Description/, within: dialog }, 'My daughter is ill.');
    await visit.press({ ...button('Submit'), within: dialog });
    await visit.sees({ text: leaveStatuses[0] as string });
  },
};

const sos: Step = {
  name: 'holds the SOS button after a page that was left in the midst of reading; staff acknowledge it on the open page',
  async run(scene) {
    const { job, visit } = await scene.atWork();
    await visit.open(jobsPaths.onJob());
    await visit.sees(tab(onJobLabels.sos));
    // The page is left while it reads its outbox: Safari suspends it with its open database connection.
    await visit.window.read(`void setInterval(() => dispatchEvent(new Event('online')), 0)`);
    await visit.open(jobsPaths.onJob());
    await visit.press(tab(onJobLabels.sos));
    await visit.hold(button(/^SOS/), { role: 'status', holds: /^Sent \d/ });
    const sent = (await scene.staff.call(openSos, {})).find(({ jobTitle }) => jobTitle === job.title);
    assert.ok(sent?.isActive);
    await scene.staff.call(acknowledgeSos, { sosId: sent.sosId });
    await visit.sees({ role: 'status', holds: /^Acknowledged \d/ });
  },
};

export const work: readonly Step[] = [apply, sos];
