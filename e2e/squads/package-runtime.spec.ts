import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { MODULES, type ModuleName, type Registry, type SignedRegistry } from '@portal/mf-kit/module';
import { compile } from '@portal/webpack/compile';
import { scriptRule } from '@portal/webpack/preset';
import { BASIC, logInAs } from '../support/api';
import { expect, test } from '../support/fixtures';
import type { Asked } from './asked';

const screens: Record<ModuleName, { path: string; heading?: string | RegExp }> = {
  'mf-onboarding': { path: authPaths.login(), heading: 'Log in' },
  'mf-jobs': { path: jobsPaths.search(), heading: 'Search Jobs' },
  'mf-communication': { path: notificationsPaths.list(), heading: 'Notification Alerts' },
  // A guard's own profile is titled with the guard's name.
  'mf-account': { path: guardsPaths.myProfile.pattern },
  'mf-public': { path: pagesPaths.home(), heading: /guard/i },
};

let script = '';

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const { project, workerIndex } = test.info();
  const filename = `squad-page-${workerIndex}.js`;
  await compile({
    mode: 'production',
    context: import.meta.dirname,
    target: ['web', 'es2022'],
    entry: './page.ts',
    output: { path: project.outputDir, filename },
    devtool: false,
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: { rules: [scriptRule] },
    performance: false,
  });
  script = readFileSync(join(project.outputDir, filename), 'utf8');
});

for (const module of MODULES)
  test(`a page with the federation package's own runtime shows ${module} by its mf-manifest.json`, async ({ page, guard, baseURL }) => {
    const { document } = (await (await page.request.get('/registry.json')).json()) as SignedRegistry;
    const { modules } = JSON.parse(document) as Registry;
    const manifest = `${baseURL}/modules/${module}/${modules[module]?.version}/mf-manifest.json`;
    const login = await logInAs(String(baseURL), guard);
    const asked: Asked = { module, manifest, login, basic: BASIC };
    const inline = JSON.stringify(asked).replaceAll('<', '\\u003c');
    const body = `<!doctype html><div id="place"></div><script type="application/json" id="asked">${inline}</script><script type="module" src="/squad.js"></script>`;
    const path = screens[module].path.replace(':id', login.guard.id);
    const { heading = login.guard.lastName } = screens[module];
    await page.route(`${baseURL}${path}`, (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.route('**/squad.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));

    await page.goto(path);
    await expect(page.locator('#place').getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.evaluate(() => (globalThis as unknown as { leave(): Promise<unknown> }).leave());
    await expect(page.locator('#place')).toBeEmpty();
  });
