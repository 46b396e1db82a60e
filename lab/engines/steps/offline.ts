import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { openSos } from '@portal/contracts/shifts/shifts.staff';
import type { Step } from '../environment';
import { openLine } from '../network-proxy';
import { button, tab, title } from '../visit';
import { until } from '../wait-until';

/** True when the caches contain the page, this screen's files and the outbox's code, and the outbox has run: it has opened its database. */
const HAS_ALL = `(async () => {
  const page = await (await caches.open('portal-page')).match('/kept-page');
  const files = (await (await caches.open('portal-files')).keys()).map(({ url }) => url);
  const databases = (await indexedDB.databases()).map(({ name }) => name);
  return page !== undefined && databases.includes('portal-outbox') && ['/onJob.', '/outbox.'].every((part) => files.some((file) => file.includes(part)));
})()`;

export const offline: Step = {
  name: 'opens On Job by a reload without a network, and sends the SOS that was held there once there is one',
  async run(scene) {
    // Errors that engines report for a cut connection.
    scene.expected.push(/\/(v1|registry|modules|socket)\//, /NetworkError|connection|connect to|WebSocket|EventSource/i);
    const guard = await scene.guard();
    const job = await scene.job(guard);
    const line = await openLine(scene.url);
    try {
      const visit = await scene.visitAs(guard, line.url);
      await visit.open(jobsPaths.onJob());
      await visit.sees(tab(onJobLabels.sos));
      await visit.comesTo(HAS_ALL, true);

      await line.cut();
      // Reloaded by the page itself, because Firefox's driver reports the network error although the worker serves the page.
      await visit.window.read('void setTimeout(() => location.reload())');
      await visit.sees(title('On Job'));
      await visit.sees({ role: 'status', holds: /^Shown as of \d/ });
      await visit.press(tab(onJobLabels.sos));
      await visit.hold(button(/^SOS/), { role: 'status', holds: /^Not sent yet/ });

      await line.mend();
      await visit.misses({ role: 'status', holds: /^Shown as of \d/ });
      await until('staff to have the SOS', async () =>
        (await scene.staff.call(openSos, {})).some(({ jobTitle }) => jobTitle === job.title),
      );
    } finally {
      await line.cut();
    }
  },
};
