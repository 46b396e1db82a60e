import type { BrowserContextOptions } from '@playwright/test';
import type { Lab } from '../lab';
import { openPage, type Site, type StorageState, sessionFor } from './visit';

/** A screen of both sites, opened as a visitor, as the site's guard, or with this session. */
export type ComparedScreen = { path: string } & ({ asGuard: boolean } | { session: StorageState | null });

const WITHIN_MS = 30_000;
/** New data may arrive between two reads, so a difference is checked again. */
const LOOKS = 3;

/** Opens a page with the session of the screen. */
async function open(lab: Lab, site: Site, screen: ComparedScreen, options?: BrowserContextOptions) {
  if ('asGuard' in screen) return openPage(await lab.browser(), site, screen.asGuard, options);
  const { session } = screen;
  const as = session ? { ...site, session: sessionFor(session, site.url) } : site;
  return openPage(await lab.browser(), as, session !== null, options);
}

/** The page's content as served, before any script runs. */
async function servedBy(lab: Lab, site: Site, screen: ComparedScreen): Promise<string> {
  const { context, page } = await open(lab, site, screen, { javaScriptEnabled: false });
  try {
    await page.goto(screen.path);
    return await page.locator('body').ariaSnapshot();
  } finally {
    await context.close();
  }
}

async function shownBy(lab: Lab, site: Site, screen: ComparedScreen): Promise<string> {
  const { context, page } = await open(lab, site, screen);
  try {
    await page.goto(screen.path);
    await page.locator('main h1').first().waitFor({ timeout: WITHIN_MS });
    await page.waitForLoadState('networkidle');
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached', timeout: WITHIN_MS });
    return await page.locator('body').ariaSnapshot();
  } finally {
    await context.close();
  }
}

/** All content of a screen, one line per element. */
const contentOf = async (lab: Lab, site: Site, screen: ComparedScreen): Promise<string[]> =>
  `${await servedBy(lab, site, screen)}\nwith scripts:\n${await shownBy(lab, site, screen)}`.split('\n');

/**
 * The first difference, or the reason why the sites could not be compared. Lines that change on our own site too, such as a clock or current
 * earnings, are ignored.
 */
function differenceOf(before: string[], theirs: string[], after: string[]): string | null {
  if (before.length !== after.length)
    return `the composed portal changed during the comparison: ${before.length} lines, then ${after.length}`;
  const at = before.findIndex((line, index) => line !== theirs[index] && line === after[index]);
  if (at >= 0) return `line ${at + 1}: ${before[at]} / ${theirs[at]}`;
  return before.length === theirs.length ? null : `${before.length} lines / ${theirs.length}`;
}

/** Screens already compared, with their session, by the folder of the run. */
const compared = new Map<string, Set<string>>();

/** Rejects if a screen differs between the two sites, frame included, as served or with scripts. Compares each screen once per run. */
export async function expectSameContent(
  lab: Lab,
  { composed, monolith }: { composed: Site; monolith: Site },
  screen: ComparedScreen,
): Promise<void> {
  const done = compared.get(lab.folder) ?? new Set();
  compared.set(lab.folder, done);
  const key = `${screen.path} ${JSON.stringify('asGuard' in screen ? screen.asGuard : screen.session)}`;
  if (done.has(key)) return;
  let difference: string | null = null;
  for (let look = 0; look < LOOKS; look++) {
    const before = await contentOf(lab, composed, screen);
    const theirs = await contentOf(lab, monolith, screen);
    difference = differenceOf(before, theirs, await contentOf(lab, composed, screen));
    if (difference === null) return void done.add(key);
  }
  throw new Error(`${screen.path} does not show the same in the monolith: ${difference}`);
}
