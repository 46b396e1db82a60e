import { resolve } from 'node:path';
import type { CDPSession } from '@playwright/test';
import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { prerenderInto } from '@portal/webpack/prerender';
import { readModule } from '@portal/webpack/workspace';
import { module as site } from '../../../mf-public/module';
import { audit, categories, type LighthouseScores, type Preset, presets } from '../browser/lighthouse';
import { emulateNetwork } from '../browser/network';
import { runLike } from '../browser/phone';
import { publicPages } from '../browser/publicPages';
import { type Site, visit } from '../browser/visit';
import { readWithoutScript } from '../browser/withoutScript';
import type { Entry } from '../entry';
import { type Estimate, estimate, exactEstimate, leastOf } from '../estimate';
import type { Pair, PhoneLab } from '../lab';
import { measureInTurn, timesAgainstMonolith } from '../monolithRatio';
import { median, ms } from '../numbers';

/** Number of slowest pages that are measured several times, after one measurement of each. */
const SLOWEST = 3;

async function paint(lab: PhoneLab, site: Site, path: string): Promise<number> {
  const prepare = async (cdp: CDPSession) => {
    await emulateNetwork(lab.phone, cdp);
    await runLike(lab.phone, cdp);
  };
  const { lcp } = await visit(await lab.browser(), site, 'home', { path, prepare });
  return lcp.at;
}

/** Measures every page once, and returns them slowest first. */
async function slowestPages(lab: PhoneLab): Promise<string[]> {
  const site = await lab.composed();
  const seen: { path: string; took: number }[] = [];
  for (const { path } of publicPages) {
    lab.say(`largest paint of ${path}`);
    // Excludes the time in which the host compresses a page at its first request.
    await visit(await lab.browser(), site, 'home', { path });
    seen.push({ path, took: await paint(lab, site, path) });
  }
  return seen.sort((a, b) => b.took - a.took).map(({ path }) => path);
}

const lcpPublic: Entry = {
  id: 'lcp-public',
  what: 'Largest paint of the slowest public page (the phone’s network, cold cache, median)',
  on: 'phone',
  unit: 'ms',
  atMost: 1200,
  async measure(lab) {
    const pairs: { path: string; pair: Pair<number> }[] = [];
    for (const path of (await slowestPages(lab)).slice(0, SLOWEST)) {
      await visit(await lab.browser(), await lab.monolith(), 'home', { path });
      const asked = { what: `largest paint of ${path}`, rounds: lab.runs, screens: [{ path, asGuard: false }] };
      pairs.push({ path, pair: await measureInTurn(lab, asked, (site) => paint(lab, site, path)) });
    }
    const [worst, ...others] = pairs.sort((a, b) => median(b.pair.composed) - median(a.pair.composed));
    if (!worst) throw new Error('there is no public page');
    const { detail, ...figure } = timesAgainstMonolith(lab, worst.pair, median);
    const rest = others.map(({ path, pair }) => `${path} ${ms(median(pair.composed))}`);
    return { ...figure, detail: [`${publicPages.length} pages measured; ${worst.path}: ${detail}`, ...rest].join('; ') };
  },
};

const AUDITED = [pagesPaths.home(), pagesPaths.services(), pagesPaths.faq(), enquiriesPaths.contact()];
/** A busy machine can cost points in one run; real defects cost points in each run. */
const LOOKS = 3;

const lighthouseMin: Entry = {
  id: 'lighthouse-min',
  what: 'The lowest Lighthouse score of /, /services, /faq and /contact_us, mobile and desktop, all four categories (median of 3)',
  on: 'phone',
  unit: '',
  atLeast: 100,
  async measure(lab) {
    const { url } = await lab.composed();
    const lowest: Estimate[] = [];
    const lost: string[] = [];
    for (const preset of Object.keys(presets) as Preset[])
      for (const path of AUDITED) {
        lab.say(`Lighthouse, ${preset}: ${path}`);
        const looks: LighthouseScores[] = [];
        while (looks.length < Math.min(LOOKS, lab.runs)) looks.push(await audit(url + path, preset, lab.phone));
        for (const category of categories) {
          const found = estimate(
            lab.random,
            looks.map((look) => look.score[category]),
            median,
          );
          const score = found.value;
          lowest.push(found);
          const why = looks.find((look) => look.score[category] <= score)?.lost[category] ?? [];
          if (score < 100) lost.push(`${path} ${preset} ${category} ${score}: ${why.join(', ')}`);
        }
      }
    return { ...leastOf(lowest), detail: lost.join('; ') || `${lowest.length} scores of 100` };
  },
};

const prerenderBuild: Entry = {
  id: 'prerender-build',
  what: 'Seconds to prerender every page of mf-public that the build renders',
  on: 'machine',
  unit: 's',
  atMost: 20,
  async measure() {
    const root = resolve(import.meta.dirname, '../../..');
    const out = temporaryFolder('prerendered');
    const started = performance.now();
    const { prerendered } = await prerenderInto(out, readModule('mf-public', root), '0.0.0-bench', site.routes);
    return {
      ...exactEstimate((performance.now() - started) / 1000),
      detail: `${Object.keys(prerendered).length} pages, including the second build that renders them`,
    };
  },
};

const noJs: Entry = {
  id: 'no-js',
  what: 'Public pages that can be read, with forms that can be submitted, without JavaScript',
  on: 'machine',
  unit: `of ${publicPages.length}`,
  atLeast: publicPages.length,
  async measure(lab) {
    const refused: string[] = [];
    for (const [index, page] of publicPages.entries()) {
      const problem = await readWithoutScript(await lab.browser(), await lab.composed(), page, index);
      if (problem) refused.push(`${page.path}: ${problem}`);
    }
    return {
      ...exactEstimate(publicPages.length - refused.length),
      detail: refused.join('; ') || publicPages.map(({ path }) => path).join(', '),
    };
  },
};

export const publicSite: Entry[] = [lcpPublic, lighthouseMin, prerenderBuild, noJs];
