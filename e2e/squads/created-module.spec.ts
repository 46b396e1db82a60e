import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { repositoryCopy } from '@portal/testing/repositoryCopy';
import { press } from '../support/chrome';
import { expect, logIn, test } from '../support/fixtures';
import { portalCommandOn } from '../support/portal-command';

const run = promisify(execFile);
const portalCommand = portalCommandOn();

test('a new module is built, published and staged, and a guard opens it from the menu of the portal', async ({ page, guard }) => {
  const copy = repositoryCopy(resolve(import.meta.dirname, '../..'), 'created');
  const node = (...args: string[]) => run(process.execPath, args, { cwd: copy });
  await node('--import', 'tsx', 'tools/create-module/cli.ts', 'mf-created');
  await node('shared/webpack/bin/portal-build.mjs', 'mf-created');
  await portalCommand('publish', 'mf-created', '--dir', join(copy, 'mf-created/dist'));
  // Only this page sees the candidate, so no other portal page has the module.
  const { link } = JSON.parse(await portalCommand('stage', 'mf-created@1.0.0', '--json')) as { link: string };

  await page.goto(link);
  await logIn(page, guard);
  await press(page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Created' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Created' })).toBeVisible();
  await expect(page.locator('main > [data-module="mf-created"]').getByRole('listitem').first()).toBeVisible();
});
