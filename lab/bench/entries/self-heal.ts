import { copy } from '@portal/contracts/_kernel/copy';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { REPORT_PATH } from '@portal/mf-kit/healthReport';
import { DEVICE_COOKIE } from '../../../delivery/src/host/page-tokens';
import { openPage } from '../browser/visit';
import type { Entry } from '../entry';
import { exactEstimate } from '../estimate';
import { publishSpoiled, type SpoilScript } from '../health/spoiled';
import type { Lab } from '../lab';

const REMOTE = 'mf-jobs';
const WITHIN_MS = 60_000;
/** Guards who open the portal in parallel. */
const AT_ONCE = 3;
const desktop = { viewport: { width: 1280, height: 800 } };

const atEntry =
  (code: string): SpoilScript =>
  (text, file, { entry }) =>
    file === entry ? `${code}${text}` : text;
const screen = /\bSearchScreen:\(\)=>[\w$]+/;

/** The fault of each release. */
const faults: Readonly<Record<string, SpoilScript>> = {
  'does not start': atEntry('throw new Error("spoiled");'),
  'one screen throws': (text) => text.replace(screen, (found) => `${found.split('=>')[0]}=>()=>{throw new Error("spoiled")}`),
  'every third load fails': atEntry('if(Math.random()<1/3)throw new Error("spoiled");'),
};

interface Line {
  revision: number;
  at: string;
  by: string;
  why: string;
}
const lastLine = async (lab: Lab) => (JSON.parse(await lab.command('history', REMOTE, '--json')) as Line[]).at(-1);

/** True once the page has sent a report: later observations are then sent too. */
const isReporterHere = (path: string) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(path));

/** Guards open the portal in sequence, each with their own address and device, until the release is rolled back. */
async function visitUntil(lab: Lab, isOver: () => boolean, nextGuard: () => number): Promise<void> {
  const [browser, site] = [await lab.browser(), await lab.composed()];
  while (!isOver()) {
    const guard = nextGuard();
    const { context, page } = await openPage(browser, site, true, desktop);
    // The session's cookies are shared; the host must give each context a new device cookie.
    await context.clearCookies({ name: DEVICE_COOKIE });
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': `198.51.${Math.floor(guard / 250)}.${(guard % 250) + 1}` });
    await page.goto(jobsPaths.search());
    await page.getByRole('link', { name: copy.viewMore }).first().waitFor({ timeout: WITHIN_MS });
    await page.waitForFunction(isReporterHere, REPORT_PATH, { timeout: WITHIN_MS });
    // Navigating away makes the page send its pending reports, as closing the tab does.
    await page.goto('about:blank');
    await context.close();
  }
}

interface Healed {
  what: string;
  seconds: number;
  views: number;
  why: string;
}
const told = ({ what, seconds, views, why }: Healed) => `${what}: ${seconds.toFixed(1)} s, ${views} pages, "${why}"`;

/** Activates a version and returns the time until its rollback, by the history, with the number of pages and the reason. */
async function timeHealing(lab: Lab, version: string, guards: { count: number }) {
  const since = guards.count;
  await lab.command('activate', REMOTE, version, '--why', 'bench');
  const activated = await lastLine(lab);
  const until = performance.now() + 2 * WITHIN_MS;
  let healed: Line | undefined;
  const look = async () => {
    while (!healed && performance.now() < until) {
      const line = await lastLine(lab);
      if (line && line.revision !== activated?.revision) healed = line;
    }
  };
  const isOver = () => healed !== undefined || performance.now() > until;
  await Promise.all([look(), ...Array.from({ length: AT_ONCE }, () => visitUntil(lab, isOver, () => ++guards.count))]);
  if (!healed || !activated) throw new Error(`${version} was not rolled back within ${(2 * WITHIN_MS) / 1000} s`);
  if (healed.by !== 'self-heal') throw new Error(`${version} was rolled back by ${healed.by}`);
  return { seconds: (Date.parse(healed.at) - Date.parse(activated.at)) / 1000, views: guards.count - since, why: healed.why };
}

/** The goal is 60 s at five views per second, otherwise 200 views: real pages on one machine give fewer views per second. */
const WITHIN_VIEWS = 200;

export const selfHeal: Entry = {
  id: 'self-heal',
  what: 'Pages opened between the activation of a bad release and its automatic rollback, at fewer than five per second, the slowest of three',
  on: 'machine',
  unit: '',
  atMost: WITHIN_VIEWS,
  async measure(lab) {
    await lab.composed();
    const guards = { count: 0 };
    const all: Healed[] = [];
    for (const [at, [what, spoil]] of Object.entries(faults).entries()) {
      const version = `9.${at + 1}.0-bench.${lab.seed}`;
      await publishSpoiled(lab, REMOTE, version, spoil);
      const healed = { what, ...(await timeHealing(lab, version, guards)) };
      lab.say(told(healed));
      if (healed.views / healed.seconds > 5)
        throw new Error(`${what}: more than five views per second, so the limit in seconds would apply`);
      all.push(healed);
    }
    return { ...exactEstimate(Math.max(...all.map(({ views }) => views)), all.length), detail: all.map(told).join('; ') };
  },
};
