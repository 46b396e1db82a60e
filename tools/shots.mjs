// `npm run shots [-- path …]`: pictures of every registered route of the running portal, as visitor and as demo guard, into shots/.
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { tsImport } from 'tsx/esm/api';
import { chromiumArgs, chromiumPath, ensureChromium } from './chromium.mjs';

const root = resolve(import.meta.dirname, '..');
const url = process.env.PORTAL_URL ?? 'http://localhost:8080';
const only = process.argv.slice(2);
const sizes = [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
];
const themes = ['light', 'dark'];
const SETTLED_MS = 8_000;

const load = (path) => tsImport(`../${path}`, import.meta.url);
const { demo } = await load('api/seed/demo.ts');
const { login } = await load('shared/contracts/src/auth/auth.endpoints.ts');
const { authPaths } = await load('shared/contracts/src/auth/auth.paths.ts');
const { routesOf, openable } = await load('e2e/support/routes.ts');

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

const settled = (page) =>
  page.waitForFunction(
    () =>
      document.querySelector('h1') &&
      !document.querySelector('[aria-busy="true"]') &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    null,
    { timeout: SETTLED_MS },
  );

async function shoot(browser, routes, who, session, guardId) {
  const unsettled = [];
  for (const size of sizes) {
    for (const theme of themes) {
      const context = await open(browser, { session, size, theme });
      const page = await context.newPage();
      for (const { pattern } of routes) {
        const path = openable(pattern, guardId);
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        await settled(page).catch(() => unsettled.push(`${path} (${who}, ${size.width}, ${theme})`));
        const name = pattern === '/' ? 'home' : pattern.slice(1).replace(/[/:]+/g, '-');
        await page.screenshot({ path: join(root, 'shots', `${name}.${who}.${size.width}.${theme}.png`), fullPage: true });
      }
      await context.close();
    }
  }
  return unsettled;
}

async function main() {
  const missing = ensureChromium();
  if (missing) throw new Error(missing);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
  try {
    const request = await browser.newContext({ baseURL: url });
    const all = await routesOf(request.request);
    const routes = all.filter(({ pattern }) => only.length === 0 || only.includes(pattern));
    const { session, guardId } = await logIn(browser);
    rmSync(join(root, 'shots'), { recursive: true, force: true });
    mkdirSync(join(root, 'shots'));
    const asVisitor = shoot(
      browser,
      routes.filter(({ access }) => ['public', 'visitor', 'flow'].includes(access)),
      'visitor',
      undefined,
      guardId,
    );
    const asGuard = shoot(
      browser,
      routes.filter(({ access }) => access !== 'visitor'),
      'guard',
      session,
      guardId,
    );
    const unsettled = (await Promise.all([asVisitor, asGuard])).flat();
    for (const line of unsettled) process.stdout.write(`not settled: ${line}\n`);
    process.stdout.write(`${routes.length} routes in shots/\n`);
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
