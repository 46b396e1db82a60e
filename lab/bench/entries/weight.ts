import { resolve } from 'node:path';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { ModuleName } from '@portal/mf-kit/module';
import { remotesIn } from '@portal/webpack/remotes';
import { readModule } from '@portal/webpack/workspace';
import { type Address, findAddresses, withSessionOf } from '../browser/addresses';
import { requireThere } from '../browser/anyScreen';
import { type LoadedFile, loadedFiles, waitUntilQuiet } from '../browser/network';
import { openPage, type Visit } from '../browser/visit';
import type { Entry } from '../entry';
import { type Estimate, estimateRatio, exactEstimate, worstOf } from '../estimate';
import type { Lab } from '../lab';
import { kB, median } from '../numbers';
import { hasNoFirstScript, heaviestOf, type OwnBytes } from '../ownBytes';

const scripts = ({ files }: Pick<Visit, 'files'>) => files.filter(({ url }) => new URL(url).pathname.endsWith('.js'));
const sumOf = (files: readonly LoadedFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);
const scriptBytes = (visit: Visit) => sumOf(scripts(visit));

export const weight: Entry = {
  id: 'js-bytes',
  what: 'Brotli JavaScript until usable: composed / monolith, the larger of login and search',
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

const root = resolve(import.meta.dirname, '../../..');

interface Apart {
  /** Files that do not count, because the screen is complete without them. */
  apart?: RegExp;
  /** Files that must not load without input. */
  later?: { path: string; files: RegExp };
}

/** Remotes with files that do not count, or that must load only after input. */
const exceptions: Readonly<Record<ModuleName, Apart>> = {
  'mf-jobs': { later: { path: jobsPaths.search(), files: /map/ } },
  'mf-account': { apart: /chart/i },
};

/** In kB, brotli. Throws for a remote without a budget, so that a new one cannot be forgotten. */
function limitOf(remote: ModuleName): number {
  const { scriptBudget } = readModule(remote, root);
  if (scriptBudget === undefined) throw new Error(`${remote}: give it a portal.scriptBudget in its package.json`);
  return scriptBudget / 1000;
}

interface Weighed extends OwnBytes {
  /** After the first input, including the shell's files. */
  all: number;
}

/** Bytes of a remote's own scripts on one of its screens, without the shell's files and without `apart`. */
async function weighScreen(lab: Lab, address: Address, { apart, later }: Apart): Promise<Weighed> {
  const { context, page } = await openPage(await lab.browser(), withSessionOf(await lab.composed(), address), address.session !== null);
  const loaded = async () => {
    await waitUntilQuiet(page);
    const files = scripts({ files: await loadedFiles(page) });
    const own = files.filter(({ url }) => new URL(url).pathname.startsWith(`/modules/${address.module}/`) && !apart?.test(url));
    const early = later?.path === address.path && own.find(({ url }) => later.files.test(url));
    if (early) throw new Error(`${address.path}: ${early.url} was loaded without input`);
    return { own: sumOf(own), all: sumOf(files) };
  };
  try {
    await page.goto(address.path);
    await page.locator('main h1').first().waitFor();
    const first = await loaded();
    requireThere(page.url(), address.path);
    await page.keyboard.press('Tab');
    await page.locator(`[data-module="${address.module}"]`).first().waitFor();
    const touched = await loaded();
    return { path: address.path, first: first.own, touched: touched.own, all: touched.all };
  } finally {
    await context.close();
  }
}

const weighed = new Map<string, Promise<Weighed[]>>();

/** All screens of a remote, measured once for all entries that read them. */
function weigh(lab: Lab, remote: ModuleName): Promise<Weighed[]> {
  const key = `${lab.folder} ${remote}`;
  const known = weighed.get(key) ?? weighAll(lab, remote);
  weighed.set(key, known);
  return known;
}

async function weighAll(lab: Lab, remote: ModuleName): Promise<Weighed[]> {
  const found: Weighed[] = [];
  for (const address of (await findAddresses(lab)).filter(({ module }) => module === remote))
    found.push(await weighScreen(lab, address, exceptions[remote] ?? {}));
  return found;
}

/** The remote's heaviest screen by its own files, against the budget in its package.json. */
const ownOf = (remote: ModuleName): Entry => ({
  id: `js-${remote.replace('mf-', '')}`,
  what: `Brotli JavaScript of ${remote} itself on its heaviest screen after loading, before the first input`,
  on: 'machine',
  unit: 'kB',
  atMost: limitOf(remote),
  async measure(lab) {
    const found = await weigh(lab, remote);
    const details = found.map(
      (one) => `${one.path} ${kB(one.first)}${hasNoFirstScript(one) ? `, ${kB(one.touched)} after the first input` : ''}`,
    );
    return { ...exactEstimate(heaviestOf(found) / 1000), detail: details.join('; ') };
  },
});

const PUBLIC = 'mf-public';
/** In kB, brotli: limit for all scripts of a public page after the first input. */
const TOUCHED_AT_MOST = 165;

const publicTouched: Entry = {
  id: 'js-public-touched',
  what: 'Brotli JavaScript of the heaviest public page after the first input: its own, the shell’s and the libraries',
  on: 'machine',
  unit: 'kB',
  atMost: TOUCHED_AT_MOST,
  async measure(lab) {
    const found = await weigh(lab, PUBLIC);
    heaviestOf(found);
    const details = found.map(({ path, all }) => `${path} ${kB(all)}`);
    return { ...exactEstimate(Math.max(...found.map(({ all }) => all)) / 1000), detail: details.join(', ') };
  },
};

export const jsRemotes: readonly Entry[] = [...remotesIn(root).map(ownOf), publicTouched];
