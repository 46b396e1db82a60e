import type { BrowserContext, Page } from '@playwright/test';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { demo } from '../../../api/seed/demo';
import { isOfApi, type Meter, startMeter } from '../browser/meter';
import { releaseOf, waitUntilServed } from '../browser/release';
import { openPage, type Site, sessionFor } from '../browser/visit';
import type { Entry } from '../entry';
import { estimateRatio } from '../estimate';
import type { Lab, Pair } from '../lab';
import { kB, median } from '../numbers';
import { shuffle } from '../random';

const REMOTE = 'mf-jobs';
const WITHIN_MS = 30_000;
/** Longer than the three seconds after which the worker of an idle page stores the loaded files. */
const SILENT_MS = 5_000;
/** Screens that the guard visited before the release, of three remotes. The first belongs to the released remote. */
const visited = [jobsPaths.search(), notificationsPaths.list(), guardsPaths.myProfile({ id: demo.id })];

/** A site with two versions of a remote. */
interface Released {
  site: Site;
  /** Activates the old version, and the new one. Returns the address. */
  before(): Promise<string>;
  after(): Promise<string>;
}

interface Weighed {
  /** The first screen with empty caches. */
  first: number;
  /** The same screen after the release, for a returning guard. */
  again: number;
  /** The same without HTML: module files only. */
  files: number;
  /** API replies, which are in no other figure. */
  api: number;
}

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await page.locator('main h1').first().waitFor({ timeout: WITHIN_MS });
  return page;
}

async function weigh(lab: Lab, { site, before, after }: Released, meter: Meter): Promise<Weighed> {
  meter.standBefore(await before());
  const { context, page } = await openPage(
    await lab.browser(),
    { ...site, url: meter.url, session: sessionFor(site.session, meter.url) },
    true,
  );
  const sum = (sent: Map<string, number>, counts: (path: string) => boolean) =>
    [...sent].reduce((all, [path, bytes]) => all + (counts(path) ? bytes : 0), 0);
  const ofRelease = (path: string) => !isOfApi(path);
  try {
    await page.close();
    meter.take();
    const [search = '/', ...others] = visited;
    const first = await open(context, search);
    await meter.silence(SILENT_MS);
    const cold = meter.take();
    await first.close();
    for (const path of others) {
      const other = await open(context, path);
      await meter.silence(SILENT_MS);
      await other.close();
    }
    meter.standBefore(await after());
    meter.take();
    const again = await open(context, search);
    await again.locator('main article').first().waitFor({ timeout: WITHIN_MS });
    await meter.silence(SILENT_MS);
    const sent = meter.take();
    return {
      first: sum(cold, ofRelease),
      again: sum(sent, ofRelease),
      files: sum(sent, (path) => path.startsWith('/modules/')),
      api: sum(sent, isOfApi),
    };
  } finally {
    await context.close();
  }
}

async function bothSites(lab: Lab): Promise<Readonly<Record<keyof Pair<unknown>, Released>>> {
  const { module, good, bad } = await releaseOf(lab, REMOTE);
  const [composed, monolith, next] = [await lab.composed(), await lab.monolith(), await lab.nextMonolith()];
  const served = async (version: string) => {
    await waitUntilServed(composed.url, module, version, performance.now() + WITHIN_MS);
    return composed.url;
  };
  return {
    composed: {
      site: composed,
      async before() {
        await lab.command('activate', module, good, '--why', 'bench', '--force');
        return served(good);
      },
      async after() {
        await lab.command('activate', module, bad, '--why', 'bench', '--force');
        return served(bad);
      },
    },
    monolith: { site: monolith, before: async () => monolith.url, after: async () => next.url },
  };
}

export const updateBytes: Entry = {
  id: 'update-bytes',
  what: `Bytes that a returning guard downloads after a release of ${REMOTE}, including its first screen and the service worker's downloads: composed / monolith`,
  on: 'machine',
  unit: '',
  atMost: 0.35,
  async measure(lab) {
    const sites = await bothSites(lab);
    const meter = await startMeter(sites.composed.site.url);
    const found: Pair<Weighed> = { composed: [], monolith: [] };
    try {
      for (let round = 1; round <= lab.runs; round++) {
        lab.say(`a release and a returning guard, ${round} of ${lab.runs}`);
        for (const name of shuffle(lab.random, ['composed', 'monolith'] as const)) found[name].push(await weigh(lab, sites[name], meter));
      }
    } finally {
      meter.stop();
      await sites.composed.before();
    }
    const of = (name: keyof Pair<unknown>, what: keyof Weighed) => found[name].map((one) => one[what]);
    const words = (name: keyof Pair<unknown>) =>
      `${name} ${kB(median(of(name, 'again')))} (files ${kB(median(of(name, 'files')))}; a first visit ${kB(median(of(name, 'first')))}; not counted: API ${kB(median(of(name, 'api')))})`;
    return {
      ...estimateRatio(lab.random, of('composed', 'again'), of('monolith', 'again'), median),
      detail: [
        words('composed'),
        words('monolith'),
        'a release of the monolith changes one line of one screen; unchanged files keep their names and stay in its HTTP cache; the composed portal also has its service worker',
        `if the monolith were released into a new folder, all of it would be loaded, and the ratio would be ${(median(of('composed', 'again')) / median(of('monolith', 'first'))).toFixed(2)}`,
      ].join('; '),
    };
  },
};
