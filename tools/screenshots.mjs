// `node tools/screenshots.mjs`: takes pictures of the screens in screens.mjs of the running portal, in both sizes and themes, into shots/ (or
// `--to FOLDER`). `node tools/screenshots.mjs NAME …`: of the screens with these name prefixes. `node tools/screenshots.mjs --routes [path …]`: of
// every registered route, as visitor and guard.
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { tsImport } from 'tsx/esm/api';
import { chromiumArgs, chromiumPath, ensureChromium } from './chromium.mjs';
import { photograph, screens } from './screens.mjs';

const root = resolve(import.meta.dirname, '..');
const url = process.env.PORTAL_URL ?? 'http://localhost:8080';
const { values: options, positionals: only } = parseArgs({
  allowPositionals: true,
  options: { to: { type: 'string', default: join(root, 'shots') }, routes: { type: 'boolean', default: false } },
});
const folder = resolve(options.to);
const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];
const themes = ['light', 'dark'];
const SETTLED_MS = 8_000;

const load = (path) => tsImport(`../${path}`, import.meta.url);
const { demo } = await load('api/seed/demo.ts');
const { login } = await load('shared/contracts/src/auth/auth.endpoints.ts');
const { authPaths } = await load('shared/contracts/src/auth/auth.paths.ts');
const { routesOf, pathFor } = await load('e2e/support/routes.ts');

/** A context of one guard or visitor, size and theme. */
async function open(browser, { session, size, theme }) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: size,
    colorScheme: theme,
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    ...(session && { storageState: session }),
    isMobile: size.width < 640,
    hasTouch: size.width < 640,
  });
  await context.addCookies([{ name: 'theme', value: theme, url }]);
  return context;
}

/** Logs the demo guard in through the screen; returns the stored session and the guard's id. */
async function logIn(browser) {
  const context = await open(browser, { size: sizes[1], theme: 'light' });
  const page = await context.newPage();
  await page.goto(authPaths.login());
  await page.getByLabel('Email').fill(demo.email);
  await page.getByLabel('Password', { exact: true }).fill(demo.password);
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(login.path));
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  const { code, message } = await (await answered).json();
  if (code !== 200) throw new Error(`the demo guard cannot log in: ${code} ${message}`);
  await page.waitForFunction(() => localStorage.getItem('guardId') !== null);
  const session = await context.storageState();
  const guardId = await page.evaluate(() => localStorage.getItem('guardId'));
  await context.close();
  return { session, guardId };
}

/** The address of a screen. Throws if the page has no link to it. */
async function pathOf(page, at, guardId) {
  if (typeof at === 'string') return pathFor(at, guardId);
  await page.goto(pathFor(at.page, guardId), { waitUntil: 'domcontentloaded' });
  return page.locator(at.link).first().getAttribute('href', { timeout: SETTLED_MS });
}

/** Opens a screen and takes its picture. Returns null, or the reason why there is none. */
async function shootScreen(page, { at, heading }, guardId, file) {
  try {
    const path = await pathOf(page, at, guardId);
    // Changing only the fragment would not load a page.
    await page.goto('about:blank');
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    return await photograph(page, { path, heading, file, withinMs: SETTLED_MS });
  } catch (error) {
    return error.message.split('\n')[0];
  }
}

/** Takes the pictures of one visitor or guard; returns a line for each that is missing. */
async function shoot(browser, wanted, { session, guardId }) {
  const problems = [];
  for (const size of sizes) {
    for (const theme of themes) {
      const context = await open(browser, { session, size, theme });
      const page = await context.newPage();
      for (const screen of wanted) {
        const file = `${screen.name}.${size.width}.${theme}.png`;
        const problem = await shootScreen(page, screen, guardId, join(folder, file));
        if (problem) problems.push(`${file}: ${problem}`);
      }
      await context.close();
    }
  }
  return problems;
}

/** Every registered route as a screen, once for a visitor and once for a guard where both may open it. */
async function routeScreens(browser) {
  const { request } = await browser.newContext({ baseURL: url });
  const routes = (await routesOf(request)).filter(({ pattern }) => only.length === 0 || only.includes(pattern));
  const nameOf = (pattern) => (pattern === '/' ? 'home' : pattern.slice(1).replace(/[/:]+/g, '-'));
  const as = (who, accesses) =>
    routes
      .filter(({ access }) => accesses.includes(access))
      .map(({ pattern }) => ({ name: `${nameOf(pattern)}.${who}`, who, at: pattern }));
  return [...as('visitor', ['public', 'visitor', 'flow']), ...as('guard', ['public', 'flow', 'session', 'held', 'guard'])];
}

const namedScreens = () => screens.filter(({ name }) => only.length === 0 || only.some((start) => name.startsWith(start)));

async function main() {
  const missing = ensureChromium();
  if (missing) throw new Error(missing);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
  try {
    const wanted = options.routes ? await routeScreens(browser) : namedScreens();
    const visitors = wanted.filter(({ who }) => who === 'visitor');
    const guards = wanted.filter(({ who }) => who !== 'visitor');
    const guard = guards.length > 0 ? await logIn(browser) : {};
    if (only.length === 0) rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const problems = (await Promise.all([shoot(browser, visitors, {}), shoot(browser, guards, guard)])).flat();
    for (const line of problems) process.stdout.write(`missing ${line}\n`);
    process.stdout.write(`${wanted.length} screens in ${folder}\n`);
    // A route may redirect; a named screen has a fixed address.
    if (!options.routes && problems.length > 0) process.exitCode = 1;
  } finally {
    await browser.close();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`shots: ${error.message.split('\n')[0]} (is the portal running at ${url}?)\n`);
  process.exitCode = 1;
}
