import type { ModuleDeclaration } from '@portal/mf-kit/module';
import { module as account } from '../../../mf-account/module';
import { module as communication } from '../../../mf-communication/module';
import { type Loaded, loadedFiles } from '../browser/network';
import { publicPages } from '../browser/publicPages';
import { type Screen, screens } from '../browser/screens';
import { openPage, type Visit } from '../browser/visit';
import type { Entry } from '../entry';
import { type Estimate, estimate, estimateRatio, exactly, worstOf } from '../estimate';
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

/** A remote's own files: what the shell gives is not its weight. `later`: files that must not come by themselves. */
function ownWeight(id: string, remote: string, screen: Screen, atMost: number, later?: RegExp): Entry {
  const isOwn = ({ url }: Loaded) => new URL(url).pathname.startsWith(`/modules/${remote}/`);
  return {
    id,
    what: `Brotli JavaScript of ${remote} itself until ${screens[screen].path} is usable`,
    on: 'phone',
    unit: 'kB',
    atMost,
    async measure(lab) {
      const { composed } = await lab.visits(screen);
      const own = composed.map((visit) => scripts(visit).filter(isOwn));
      const kilobytes = own.map((files) => files.reduce((sum, file) => sum + file.bytes, 0) / 1000);
      const list = own[0]?.map(({ url, bytes: each }) => `${new URL(url).pathname.split('/').at(-1)} ${kB(each)}`) ?? [];
      const early = later && list.find((file) => later.test(file));
      if (early) throw new Error(`${early} was loaded before it was asked for`);
      if (list.length === 0) throw new Error(`${remote} loaded nothing of its own`);
      return { ...estimate(lab.random, kilobytes, median), detail: list.join(', ') };
    },
  };
}

export const jsOnboarding = ownWeight('js-onboarding', 'mf-onboarding', 'login', 70);
export const jsJobs = ownWeight('js-jobs', 'mf-jobs', 'search', 80, /map/);

const NOBODY = '00000000-0000-4000-8000-000000000000';

interface OwnBytes {
  /** Until the page has settled. */
  first: number;
  /** Once somebody has touched it, too: a page that sleeps fetches its code then. */
  touched: number;
}

/** What a remote gives of its own to a screen of its, but for files `apart` from it. */
async function ownBytes(
  lab: Lab,
  remote: string,
  path: string,
  { asGuard, apart }: Pick<Heaviest, 'asGuard' | 'apart'>,
): Promise<OwnBytes> {
  const { context, page } = await openPage(await lab.browser(), await lab.composed(), asGuard);
  const bytes = async () => {
    await page.waitForLoadState('networkidle');
    const files = scripts({ files: await loadedFiles(page) });
    const own = files.filter(({ url }) => new URL(url).pathname.startsWith(`/modules/${remote}/`) && !apart?.test(url));
    return own.reduce((sum, file) => sum + file.bytes, 0);
  };
  try {
    await page.goto(path);
    await page.locator('main h1').first().waitFor();
    const first = await bytes();
    await page.keyboard.press('Tab');
    await page.locator(`[data-module="${remote}"]`).first().waitFor();
    const touched = await bytes();
    if (touched === 0) throw new Error(`${path}: ${remote} loaded nothing of its own`);
    return { first, touched };
  } finally {
    await context.close();
  }
}

interface Heaviest {
  paths: readonly string[];
  asGuard: boolean;
  atMost: number;
  /** Files that are no part of the figure. */
  apart?: RegExp;
}

const pathsOf = ({ routes }: Pick<ModuleDeclaration, 'routes'>) => Object.keys(routes).map((pattern) => pattern.replace(/:\w+/g, NOBODY));

/** The heaviest screen of a remote, by its own files. */
const heaviest = (id: string, name: string, asked: Heaviest): Entry => ({
  id,
  what: `Brotli JavaScript of ${name} itself, the heaviest of its screens`,
  on: 'machine',
  unit: 'kB',
  atMost: asked.atMost,
  async measure(lab) {
    const found: ({ path: string } & OwnBytes)[] = [];
    for (const path of asked.paths) found.push({ path, ...(await ownBytes(lab, name, path, asked)) });
    const said = ({ path, first, touched }: (typeof found)[number]) =>
      `${path} ${kB(first)}${touched === first ? '' : ` (touched ${kB(touched)})`}`;
    return { ...exactly(Math.max(...found.map(({ first }) => first)) / 1000), detail: found.map(said).join(', ') };
  },
});

const asGuard = { asGuard: true, atMost: 60 };
export const jsCommunication = heaviest('js-communication', communication.name, { ...asGuard, paths: pathsOf(communication) });
export const jsAccount = heaviest('js-account', account.name, { ...asGuard, paths: pathsOf(account), apart: /chart/i });
export const jsPublic = heaviest('js-public', 'mf-public', { paths: publicPages.map(({ path }) => path), asGuard: false, atMost: 15 });
