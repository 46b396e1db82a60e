// `node tools/share-images.mjs`: draws the icons of the installed portal, and the preview picture of each public page of the running portal. Both are committed
// and depend on tokens, typeface, logo, the home page's drawings and the pages' titles.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { tsImport } from 'tsx/esm/api';
import { chromiumArgs, chromiumPath, ensureChromium } from './chromium.mjs';

const root = resolve(import.meta.dirname, '..');
const url = process.env.PORTAL_URL ?? 'http://localhost:8080';
const load = (path) => tsImport(`../${path}`, import.meta.url);
const { ICONS } = await load('delivery/src/host/web-manifest.ts');
const { sharedPicture, previewPictureSize } = await load('shared/mf-kit/src/module.ts');
const { module } = await load('mf-public/module.ts');
const { BRAND } = await load('shared/mf-kit/src/pageLayout.ts');

const MOST_BYTES = 40_000;

/** A palette suffices for flat drawings and makes the file small. The title contains the drawn text, for the test. */
async function write(file, bytes, title) {
  const packed = await sharp(bytes)
    .png({ palette: true, quality: 90, effort: 10, compressionLevel: 9 })
    .withExif({ IFD0: { ImageDescription: title } })
    .toBuffer();
  if (packed.length > MOST_BYTES) throw new Error(`${file} has ${packed.length} bytes; the most is ${MOST_BYTES}`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, packed);
  process.stdout.write(`${file.slice(root.length + 1)}  ${(packed.length / 1000).toFixed(1)} kB\n`);
}

async function drawIcons(browser) {
  for (const { file, size, mark } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body{margin:0}svg{display:block;inline-size:100vw}</style>${mark}`);
    await write(join(root, 'delivery/src/host/icons', file), await page.screenshot({ omitBackground: true }), BRAND);
    await page.close();
  }
}

const card = `
  .shared { position: fixed; inset: 0; z-index: 999; display: flex; flex-direction: column; isolation: isolate; overflow: hidden; padding: 60px 72px;
    background: linear-gradient(165deg, var(--color-chrome), var(--color-chrome-raised)); color: var(--color-on-chrome); font-family: var(--font); }
  .shared > svg:first-child { position: absolute; inset: auto 0 0; inline-size: 100%; block-size: 200px; z-index: -1; }
  .shared > svg:nth-child(2) { position: absolute; inset: 96px 40px auto auto; inline-size: 480px; max-inline-size: none; margin: 0; block-size: auto; z-index: -1; }
  .shared > svg:nth-child(2) path { fill: var(--color-chrome-raised); stroke: var(--color-on-chrome-soft); stroke-opacity: 0.35; }
  .shared .brand { margin: 0; font-size: 34px; gap: 16px; }
  .shared .brand-mark { scale: 1.5; margin-inline: 6px 8px; }
  .shared h1 { margin: 64px 0 24px; max-inline-size: 760px; font-size: 76px; line-height: 1.06; letter-spacing: -0.03em; font-weight: 700; text-wrap: balance; }
  .shared p { margin: 0; max-inline-size: 700px; font-size: 30px; line-height: 1.35; color: var(--color-on-chrome-soft); text-wrap: balance; }`;

/** Runs in the page: adds the preview above the page's content, with the page's own drawings and tokens. */
function compose({ title, description }) {
  document.querySelector('.shared')?.remove();
  const drawing = (viewBox) => {
    const found = document.querySelector(`main svg[viewBox="${viewBox}"]`);
    if (!found) throw new Error(`the home page has no drawing of ${viewBox}`);
    return found.cloneNode(true);
  };
  const shared = Object.assign(document.createElement('div'), { className: 'shared' });
  const brand = document.querySelector('.brand').cloneNode(true);
  const [heading, text] = ['h1', 'p'].map((tag) => document.createElement(tag));
  heading.textContent = title;
  text.textContent = description;
  shared.append(drawing('0 0 1440 220'), drawing('0 0 370 240'), brand, heading, text);
  document.body.append(shared);
}

/** The pages for search engines, with their title and description. */
function publicPages() {
  return Object.entries(module.routes).flatMap(([pattern, route]) => {
    if (route.access !== 'public' || route.notFound || pattern === '*') return [];
    const pages = pattern.includes('/:') ? Object.entries(route.pages ?? {}) : [[pattern, route]];
    return pages.filter(([, { description }]) => description);
  });
}

async function drawPages(browser) {
  const context = await browser.newContext({ viewport: previewPictureSize, bypassCSP: true, colorScheme: 'light' });
  const page = await context.newPage();
  await page.goto(url);
  // Reloads, because a page uses its optional typeface from the first frame only if an earlier page loaded it.
  await page.reload({ waitUntil: 'networkidle' });
  const hasTypeface = await page.evaluate(async () => (await document.fonts.load('700 76px "Public Sans"')).length > 0);
  if (!hasTypeface) throw new Error('the page has not loaded the typeface');
  await page.addStyleTag({ content: card });
  const folder = join(root, 'mf-public/public');
  rmSync(join(folder, 'shared'), { recursive: true, force: true });
  for (const [address, facts] of publicPages()) {
    await page.evaluate(compose, facts);
    await write(join(folder, sharedPicture(address)), await page.screenshot(), facts.title);
  }
}

async function main() {
  const missing = ensureChromium();
  if (missing) throw new Error(missing);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
  try {
    await drawIcons(browser);
    await drawPages(browser);
  } finally {
    await browser.close();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`pictures: ${error.message.split('\n')[0]} (is the portal running at ${url}?)\n`);
  process.exitCode = 1;
}
