import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { findViolations } from '../../e2e/support/axe';
import { findCutOffOn } from '../../e2e/support/largeText';

interface Story {
  id: string;
  title: string;
  name: string;
}

const root = resolve(import.meta.dirname, '../..');
const built = join(root, 'test-results/gallery-site');
const { entries } = JSON.parse(readFileSync(join(built, 'index.json'), 'utf8')) as { entries: Record<string, Story> };

const ADDRESS = 'http://localhost';
const NOW = '2027-03-14T15:00:00.000Z';
const EDGE = 16;
/** Each is checked in both themes. To keep the repository small, two have a recorded picture, in the theme `pictured`. */
const appearances = [
  { name: '360 px', width: 360, height: 740, text: '100%', pictured: 'light' },
  { name: '360 px, 200 % text', width: 360, height: 740, text: '200%' },
  { name: '1280 px', width: 1280, height: 800, text: '100%', pictured: 'dark' },
];

/** Opens a story from the built files, so that no server and no network is needed. Returns the errors that the page logs. */
async function open(page: Page, { id }: Story): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.route('**', (route) => {
    const { origin, pathname } = new URL(route.request().url());
    const path = join(built, pathname);
    return origin === ADDRESS && existsSync(path) ? route.fulfill({ path }) : route.abort();
  });
  await page.clock.setFixedTime(NOW);
  // axe runs here, not by the add-on.
  await page.goto(`${ADDRESS}/iframe.html?id=${id}&viewMode=story&globals=a11y.manual:!true`);
  await expect(page.locator('body.sb-show-main')).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  return errors;
}

/** Changes the page, and waits until it has been painted. */
const set = (page: Page, to: { text?: string; theme?: string }) =>
  page.evaluate(({ text, theme }) => {
    const { style, dataset } = document.documentElement;
    // A phone has no scrollbar that takes space.
    style.setProperty('scrollbar-gutter', 'auto');
    if (text) style.setProperty('font-size', text);
    if (theme) dataset.theme = theme;
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))));
  }, to);

/** The part of the page that the story fills: the whole window if a dialog or a popover is open. */
async function contentOf(page: Page, { width, height }: { width: number; height: number }) {
  const bottom = await page.evaluate(() =>
    document.querySelector('dialog[open], :popover-open')
      ? Infinity
      : document.querySelector('#storybook-root')?.getBoundingClientRect().bottom,
  );
  return { x: 0, y: 0, width, height: bottom === Infinity ? height : Math.ceil(bottom ?? 0) + EDGE };
}

for (const story of Object.values(entries)) {
  test(`${story.title} ${story.name} has no violation, no cut-off text and its recorded pictures`, async ({ page }) => {
    const errors = await open(page, story);
    for (const { name, text, pictured, ...size } of appearances) {
      await page.setViewportSize(size);
      await set(page, { text });
      expect.soft(await findCutOffOn(page), name).toEqual([]);
      expect.soft(await findViolations(page, name)).toEqual([]);
      if (!pictured) continue;
      await set(page, { theme: pictured });
      const picture = [`${size.width}-${pictured}`, `${story.id}.png`];
      await expect.soft(page).toHaveScreenshot(picture, { fullPage: true, clip: await contentOf(page, size) });
    }
    expect(errors).toEqual([]);
  });
}
