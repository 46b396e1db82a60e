import assert from 'node:assert/strict';
import { join } from 'node:path';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { buildAs, portalCommandOn } from '../../../e2e/support/portal-command';
import { dropFolder, temporaryFolder } from '../../../shared/testing/src/temporaryFolder.mjs';
import type { Step } from '../environment';
import { link, title } from '../visit';

const portalCommand = portalCommandOn();
const RUNNING = `globalThis.__portal?.executing['mf-jobs']`;

/** Publishes the present sources as another version of mf-jobs. */
async function publishNext(version: string): Promise<void> {
  const folder = temporaryFolder('next');
  try {
    await buildAs('mf-jobs', version, join(folder, 'dist'));
    await portalCommand('publish', 'mf-jobs', '--dir', join(folder, 'dist'));
  } finally {
    dropFolder(folder);
  }
}

export const rollback: Step = {
  name: 'has a new version under an open page, and the old one again after the rollback, without a reload',
  async run(scene) {
    const next = `1.0.1-${scene.engine.name}.${Date.now().toString(36)}`;
    await publishNext(next);
    const guard = await scene.guard();
    const visit = await scene.visitAs(guard);
    await visit.open(jobsPaths.search());
    await visit.sees(link(/^View More/));
    const before = await visit.window.read(RUNNING);
    assert.equal(typeof before, 'string');
    await visit.window.read('(globalThis.__sameDocument = true)');

    await portalCommand('activate', 'mf-jobs', next, '--why', 'engines');
    await visit.comesTo(RUNNING, next);
    await visit.sees(title('Search Jobs'));
    await visit.sees(link(/^View More/));
    await portalCommand('rollback', 'mf-jobs', '--reason', 'engines: blank list');
    await visit.comesTo(RUNNING, before);
    await visit.sees(link(/^View More/));
    assert.equal(await visit.window.read('globalThis.__sameDocument'), true);

    await visit.open(notificationsPaths.list());
    await visit.sees(title('Notification Alerts'));
    await visit.open(jobsPaths.search());
    await visit.sees(link(/^View More/));
    assert.equal(await visit.window.read(RUNNING), before);
  },
};
