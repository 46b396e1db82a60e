import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { CLSMetricWithAttribution, INPMetricWithAttribution } from 'web-vitals/attribution';
import type { PhoneLab } from '../lab';
import { type Address, withSessionOf } from './addresses';
import { emulateNetwork } from './network';
import { runLike } from './phone';
import { openPage, type Site } from './visit';

/** The web vitals of a page, with the elements that caused them. */
export interface Vitals {
  /** Time of the last change that the library reported. */
  at: number;
  cls: number;
  shifted: string;
  /** 0 if no interaction took longer than two frames. */
  inp: number;
  slowest: string;
}

interface Library {
  onCLS(told: (metric: CLSMetricWithAttribution) => void, options: object): void;
  onINP(told: (metric: INPMetricWithAttribution) => void, options: object): void;
}

const library = readFileSync(createRequire(import.meta.url).resolve('web-vitals/attribution'), 'utf8');

/** Runs in the page before its own scripts: records each change that the web-vitals library reports. */
function note(): void {
  const notes: Vitals = { at: 0, cls: 0, shifted: '', inp: 0, slowest: '' };
  const { webVitals } = Object.assign(globalThis, { __vitals: notes }) as unknown as { webVitals: Library };
  webVitals.onCLS(
    ({ value, attribution }) => Object.assign(notes, { at: performance.now(), cls: value, shifted: attribution.largestShiftTarget ?? '' }),
    {
      reportAllChanges: true,
    },
  );
  webVitals.onINP(
    ({ value, attribution: { interactionType, interactionTarget } }) =>
      Object.assign(notes, { at: performance.now(), inp: value, slowest: `${interactionType} on ${interactionTarget}` }),
    { reportAllChanges: true, durationThreshold: 16 },
  );
}

const WITHIN_MS = 60_000;
/** The library reports in idle moments; after this time without a report no more is expected. */
const CALM_MS = 1_500;

const isThere = () => document.querySelector('main h1') !== null && document.querySelector('main [aria-busy="true"]') === null;
const isCalm = ({ ms, since }: { ms: number; since: number }) =>
  performance.now() - Math.max(since, (globalThis as unknown as { __vitals: Vitals }).__vitals.at) > ms;

async function calm(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction(isCalm, { ms: CALM_MS, since }, { timeout: WITHIN_MS, polling: 100 });
}

async function settle(page: Page): Promise<void> {
  await page.waitForFunction(isThere, null, { timeout: WITHIN_MS, polling: 100 });
  await page.waitForLoadState('networkidle');
  await calm(page);
}

interface Looked {
  network: 'slow' | 'fast';
  /** Interaction with the page after it has settled. */
  use?: (page: Page) => Promise<unknown>;
}

/** Opens a route on the simulated phone with a cold cache, runs `use`, and returns the vitals. */
export async function vitalsOf(lab: PhoneLab, site: Site, address: Address, { network, use }: Looked): Promise<Vitals> {
  const { context, page, cdp } = await openPage(await lab.browser(), withSessionOf(site, address), address.session !== null);
  try {
    await page.addInitScript(`${library};(${note.toString()})()`);
    if (network === 'slow') await emulateNetwork(lab.phone, cdp);
    await runLike(lab.phone, cdp);
    await page.goto(address.path, { timeout: WITHIN_MS });
    await settle(page);
    if (new URL(page.url()).pathname !== new URL(address.path, site.url).pathname) throw new Error(`leads to ${page.url()}`);
    if (use) {
      await use(page);
      await calm(page);
    }
    return await page.evaluate(() => (globalThis as unknown as { __vitals: Vitals }).__vitals);
  } catch (error) {
    throw new Error(`${site.name}, ${address.path}: ${(error as Error).message.split('\n')[0]}`);
  } finally {
    await context.close();
  }
}
