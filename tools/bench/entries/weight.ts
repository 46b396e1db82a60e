import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { MODULES, type ModuleName } from '@portal/mf-kit/module';
import { type Address, addresses, openedAs } from '../browser/addresses';
import { loadedFiles } from '../browser/network';
import { openPage, type Visit } from '../browser/visit';
import type { Entry } from '../entry';
import { type Estimate, estimateRatio, exactly, worstOf } from '../estimate';
import type { Lab } from '../lab';
import { kB, median } from '../numbers';

const scripts = ({ files }: Pick<Visit, 'files'>) => files.filter(({ url }) => new URL(url).pathname.endsWith('.js'));
const scriptBytes = (visit: Visit) => scripts(visit).reduce((sum, { bytes }) => sum + bytes, 0);

export const weight: Entry = {
  id: 'js-bytes',
  what: 'Brotli JavaScript until usable: composed / monolith, the worse of login and search',
  on: 'phone',
  unit: '',
  atMost: 1.1,
  async measure(lab) {
    const ratios: Estimate[] = [];
    const details: string[] = [];
    for (const screen of ['login', 'search'] as const) {
      const { composed, monolith } = await lab.visits(screen);
      const [ours, theirs] = [composed.map(scriptBytes), monolith.map(scriptBytes)];
      ratios.push(estimateRatio(lab.random, ours, theirs, median));
      details.push(`${screen}: composed ${kB(median(ours))}, monolith ${kB(median(theirs))}`);
    }
    return { ...worstOf(ratios), detail: details.join('; ') };
  },
};

interface Budget {
  atMost: number;
  /** Files that are no part of the figure: what a screen is complete without. */
  apart?: RegExp;
  /** Files that must not come by themselves to a screen. */
  later?: { path: string; files: RegExp };
}

/** In kB, brotli. A new remote has none until it is given one. */
const budgets: Readonly<Record<ModuleName, Budget>> = {
  'mf-onboarding': { atMost: 70 },
  'mf-jobs': { atMost: 80, later: { path: jobsPaths.search(), files: /map/ } },
  'mf-communication': { atMost: 60 },
  'mf-account': { atMost: 60, apart: /chart/i },
  'mf-public': { atMost: 15 },
};

interface OwnBytes {
  /** Until the page has settled. */
  first: number;
  /** Once somebody has touched it, too: a page that sleeps fetches its code then. */
  touched: number;
}

/** What a remote gives of its own to a screen of its, but for files `apart` from it: what the shell gives is not its weight. */
async function ownBytes(lab: Lab, address: Address, { apart, later }: Budget): Promise<OwnBytes> {
  const { context, page } = await openPage(await lab.browser(), openedAs(await lab.composed(), address), address.session !== null);
  const bytes = async () => {
    await page.waitForLoadState('networkidle');
    const files = scripts({ files: await loadedFiles(page) });
    const own = files.filter(({ url }) => new URL(url).pathname.startsWith(`/modules/${address.module}/`) && !apart?.test(url));
    const early = later?.path === address.path && own.find(({ url }) => later.files.test(url));
    if (early) throw new Error(`${address.path}: ${early.url} was loaded before it was asked for`);
    return own.reduce((sum, file) => sum + file.bytes, 0);
  };
  try {
    await page.goto(address.path);
    await page.locator('main h1').first().waitFor();
    const first = await bytes();
    await page.keyboard.press('Tab');
    await page.locator(`[data-module="${address.module}"]`).first().waitFor();
    const touched = await bytes();
    if (touched === 0) throw new Error(`${address.path}: ${address.module} loaded nothing of its own`);
    return { first, touched };
  } finally {
    await context.close();
  }
}

/** The heaviest screen of a remote, by its own files. */
const heaviest = (remote: ModuleName): Entry => ({
  id: `js-${remote.replace('mf-', '')}`,
  what: `Brotli JavaScript of ${remote} itself, the heaviest of its screens`,
  on: 'machine',
  unit: 'kB',
  atMost: budgets[remote].atMost,
  async measure(lab) {
    const found: ({ path: string } & OwnBytes)[] = [];
    for (const address of (await addresses(lab)).filter(({ module }) => module === remote))
      found.push({ path: address.path, ...(await ownBytes(lab, address, budgets[remote])) });
    const said = ({ path, first, touched }: (typeof found)[number]) =>
      `${path} ${kB(first)}${touched === first ? '' : ` (touched ${kB(touched)})`}`;
    return { ...exactly(Math.max(...found.map(({ first }) => first)) / 1000), detail: found.map(said).join(', ') };
  },
});

export const jsRemotes: readonly Entry[] = MODULES.map(heaviest);
