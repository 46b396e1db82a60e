import type { Browser, CDPSession } from '@playwright/test';
import type { Exploration } from '../chain';
import { holdBack } from './network';
import type { Screen } from './screens';
import { type Site, type Visit, visit } from './visit';

/** Well below the shell's own deadlines, well above the noise of a busy machine. */
const HOLD_MS = 2000;

interface Seen {
  starts: Record<string, number>;
  visit: Visit;
}

/** Records the time of the first request of each path. */
async function noteStarts(cdp: CDPSession, starts: Record<string, number>): Promise<void> {
  cdp.on('Network.requestWillBeSent', ({ request, timestamp }) => {
    const { pathname } = new URL(request.url);
    starts[pathname] ??= timestamp * 1000;
  });
  await cdp.send('Network.enable');
}

async function seen(browser: Browser, site: Site, screen: Screen, held?: string): Promise<Seen> {
  const starts: Record<string, number> = {};
  const found = await visit(browser, site, screen, {
    prepare: async (cdp) => {
      await noteStarts(cdp, starts);
      if (held) await holdBack(cdp, `${site.url}${held}*`, HOLD_MS);
    },
  });
  const first = Math.min(...Object.values(starts));
  return { starts: Object.fromEntries(Object.entries(starts).map(([path, at]) => [path, at - first])), visit: found };
}

export interface ExploredVisit extends Exploration {
  calmVisit: Visit;
  /** Delayed path -> whether the largest paint was later. */
  delaysPaint: Record<string, boolean>;
}

/** Loads a screen once without delays, and once for each path that `isAsked` selects, with the reply of that path delayed. */
export async function explore(
  browser: Browser,
  site: Site,
  screen: Screen,
  isAsked: (path: string, calm: Seen) => boolean,
): Promise<ExploredVisit> {
  const calm = await seen(browser, site, screen);
  const held: Record<string, Record<string, number>> = {};
  const delaysPaint: Record<string, boolean> = {};
  for (const path of Object.keys(calm.starts).filter((one) => isAsked(one, calm))) {
    const late = await seen(browser, site, screen, path);
    held[path] = late.starts;
    delaysPaint[path] = late.visit.lcp.at - calm.visit.lcp.at > HOLD_MS / 2;
  }
  return { calm: calm.starts, calmVisit: calm.visit, held, holdMs: HOLD_MS, delaysPaint };
}
