import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { run } from '../../../tools/dev-portal/child-process.mjs';
import { type Lab, root } from '../lab';

/** Limit for a page to apply a release. */
export const WITHIN_MS = 30_000;

/** A second version of one remote, in the composed portal's store. */
export interface Release {
  module: string;
  /** The version that was active before, and is active again after the rollback. */
  good: string;
  bad: string;
}

const released = new WeakMap<object, Promise<Release>>();

async function publish(lab: Lab, module: string): Promise<Release> {
  await lab.composed();
  const status = JSON.parse(await lab.command('status', '--json')) as { modules: Record<string, { version: string }> };
  const good = status.modules[module]?.version;
  if (!good) throw new Error(`${module} does not run in the composed portal`);
  const bad = `9.0.0-bench.${lab.seed}`;
  const out = join(lab.folder, 'releases', bad);
  lab.say(`${module} ${bad}: built and published`);
  await run(['shared/webpack/bin/portal-build.mjs', module, '--version', bad, '--out', out], { cwd: root, env: process.env });
  await lab.command('publish', module, '--dir', out);
  return { module, good, bad };
}

/** A release for rollbacks, made once for all entries. */
export function releaseOf(lab: Lab, module: string): Promise<Release> {
  const known = released.get(lab.browser) ?? publish(lab, module);
  released.set(lab.browser, known);
  return known;
}

interface Reported {
  __portal?: { executing: Record<string, string> };
}

/** The version of the module that the page runs now. */
export const executingVersion = (page: Page, module: string): Promise<string | undefined> =>
  page.evaluate((name) => (globalThis as Reported).__portal?.executing[name], module);

/** Resolves when the page runs that version of the module. Rejects after `within` ms. */
export async function waitUntilExecuting(page: Page, module: string, version: string, within: number): Promise<void> {
  const runs = ([name, wanted]: [string, string]) => (globalThis as Reported).__portal?.executing[name] === wanted;
  await page.waitForFunction(runs, [module, version] as [string, string], { timeout: within, polling: 20 });
}

/** Resolves when the host serves this version of the module in new pages. Rejects at `until`, in the time of performance.now(). */
export async function waitUntilServed(url: string, module: string, version: string, until: number): Promise<void> {
  while (performance.now() < until) {
    const html = await (await fetch(url + jobsPaths.search())).text();
    if (html.includes(`/modules/${module}/${version}/`)) return;
  }
  throw new Error(`the host does not serve ${module} ${version}`);
}
