import { resolve } from 'node:path';
import { enquiriesPaths } from '@portal/contracts/enquiries/enquiries.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { prerenderInto } from '@portal/webpack/prerender';
import { readModule } from '@portal/webpack/workspace';
import { module as site } from '../../../mf-public/module';
import { audit, categories, type Preset, presets, type Scores } from '../browser/lighthouse';
import { throttle } from '../browser/network';
import { publicPages } from '../browser/publicPages';
import { visit } from '../browser/visit';
import { readWithoutScript } from '../browser/withoutScript';
import type { Entry } from '../entry';
import type { Lab } from '../lab';
import { median, ms } from '../numbers';

/** Pages that are looked at closely, after one look at each. */
const SLOWEST = 3;

async function paint(lab: Lab, path: string): Promise<number> {
  const { lcp } = await visit(await lab.browser(), await lab.composed(), 'home', { path, prepare: (cdp) => throttle(cdp) });
  return lcp.at;
}

const lcpPublic: Entry = {
  id: 'lcp-public',
  what: 'Largest paint of the slowest public page (slow 4G, CPU x4, cold cache, median)',
  unit: 'ms',
  atMost: 1200,
  async measure(lab) {
    const seen: { path: string; times: number[] }[] = [];
    for (const { path } of publicPages) {
      lab.say(`largest paint of ${path}`);
      // The host packs a page at its first request.
      await visit(await lab.browser(), await lab.composed(), 'home', { path });
      seen.push({ path, times: [await paint(lab, path)] });
    }
    const first = ({ times: [time = 0] }: { times: number[] }) => time;
    const slowest = seen.sort((a, b) => first(b) - first(a)).slice(0, SLOWEST);
    for (const { path, times } of slowest) while (times.length < lab.runs) times.push(await paint(lab, path));
    return {
      value: Math.max(...slowest.map(({ times }) => median(times))),
      detail: `${seen.length} pages; ${slowest.map(({ path, times }) => `${path} ${ms(median(times))}`).join(', ')} (${lab.runs} runs each)`,
    };
  },
};

const AUDITED = [pagesPaths.home(), pagesPaths.services(), pagesPaths.faq(), enquiriesPaths.contact()];
/** A busy machine costs a page points that a second look gives back; what the page itself lacks is lacking each time. */
const LOOKS = 3;

const lighthouseMin: Entry = {
  id: 'lighthouse-min',
  what: 'The lowest Lighthouse score of /, /services, /faq and /contact_us, mobile and desktop, all four categories (median of 3)',
  unit: '',
  atLeast: 100,
  async measure(lab) {
    const { url } = await lab.composed();
    const lowest: number[] = [];
    const lost: string[] = [];
    for (const preset of Object.keys(presets) as Preset[])
      for (const path of AUDITED) {
        lab.say(`Lighthouse, ${preset}: ${path}`);
        const looks: Scores[] = [];
        while (looks.length < Math.min(LOOKS, lab.runs)) looks.push(await audit(url + path, preset));
        for (const category of categories) {
          const score = median(looks.map((look) => look.score[category]));
          lowest.push(score);
          const why = looks.find((look) => look.score[category] <= score)?.lost[category] ?? [];
          if (score < 100) lost.push(`${path} ${preset} ${category} ${score}: ${why.join(', ')}`);
        }
      }
    return { value: Math.min(...lowest), detail: lost.join('; ') || `${lowest.length} scores of 100` };
  },
};

const prerenderBuild: Entry = {
  id: 'prerender-build',
  what: 'Seconds to prerender every page of mf-public that the build renders',
  unit: 's',
  atMost: 20,
  async measure() {
    const root = resolve(import.meta.dirname, '../../..');
    const out = temporaryFolder('prerendered');
    const started = performance.now();
    const { prerendered } = await prerenderInto(out, readModule('mf-public', root), '0.0.0-bench', site.routes);
    return {
      value: (performance.now() - started) / 1000,
      detail: `${Object.keys(prerendered).length} pages, with the second build that renders them`,
    };
  },
};

const noJs: Entry = {
  id: 'no-js',
  what: 'Public pages that are read, and whose forms are sent, without JavaScript',
  unit: `of ${publicPages.length}`,
  atLeast: publicPages.length,
  async measure(lab) {
    const refused: string[] = [];
    for (const [index, page] of publicPages.entries()) {
      const problem = await readWithoutScript(await lab.browser(), await lab.composed(), page, index);
      if (problem) refused.push(`${page.path}: ${problem}`);
    }
    return { value: publicPages.length - refused.length, detail: refused.join('; ') || publicPages.map(({ path }) => path).join(', ') };
  },
};

export const publicSite: Entry[] = [lcpPublic, lighthouseMin, prerenderBuild, noJs];
