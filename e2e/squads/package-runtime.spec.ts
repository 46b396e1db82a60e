import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleName, Registry, SignedRegistry } from '@portal/mf-kit/module';
import { compile } from '@portal/webpack/compile';
import { scriptRule } from '@portal/webpack/preset';
import { BASIC, logInAs } from '../support/api';
import { expect, test } from '../support/fixtures';
import { remotes } from '../support/remotes';
import { frontOf, pathFor, routesOf } from '../support/routes';
import type { PageSettings } from './pageSettings';

/** Headings of first pages that differ from the title of the document. */
const headings: Record<ModuleName, (lastName: string) => string | RegExp> = {
  // The title of a guard's own profile is the guard's name.
  'mf-account': (lastName) => lastName,
  'mf-public': () => /guard/i,
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
    module: { rules: [scriptRule(false)] },
    performance: false,
  });
  script = readFileSync(join(project.outputDir, filename), 'utf8');
});

for (const module of remotes)
  test(`a page with the federation package's own runtime shows ${module} by its mf-manifest.json`, async ({ page, guard, baseURL }) => {
    const { document } = (await (await page.request.get('/registry.json')).json()) as SignedRegistry;
    const { modules } = JSON.parse(document) as Registry;
    const manifest = `${baseURL}/modules/${module}/${modules[module]?.version}/mf-manifest.json`;
    const login = await logInAs(String(baseURL), guard);
    const settings: PageSettings = { module, manifest, login, basic: BASIC };
    const inline = JSON.stringify(settings).replaceAll('<', '\\u003c');
    const body = `<!doctype html><div id="place"></div><script type="application/json" id="settings">${inline}</script><script type="module" src="/squad.js"></script>`;
    const { pattern, title } = frontOf(await routesOf(page.request), module);
    const path = pathFor(pattern, login.guard.id);
    const heading = headings[module]?.(login.guard.lastName) ?? title;
    await page.route(`${baseURL}${path}`, (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.route('**/squad.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));

    await page.goto(path);
    await expect(page.locator('#place').getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.evaluate(() => (globalThis as unknown as { leave(): Promise<unknown> }).leave());
    await expect(page.locator('#place')).toBeEmpty();
  });
