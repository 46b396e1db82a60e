import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import { demo } from '../../api/seed/demo';
import { chromiumArgs, chromiumPath, ensureChromium } from '../chromium.mjs';
import { answers, start } from '../portal/child.mjs';
import { startPortal } from '../portal/portal.mjs';
import { freePort } from '../portal/preconditions.mjs';
import { throttle } from './browser/network';
import type { Screen } from './browser/screens';
import { logIn, type Site, sessionFor, type Visit, visit } from './browser/visit';

export const root = resolve(import.meta.dirname, '../..');

/** The composed portal beside its control, visited in turn. */
export interface Pair {
  composed: Visit[];
  monolith: Visit[];
}

/** Everything that entries measure with, made at its first use and shared by them. `close` ends all of it. */
export interface Lab {
  runs: number;
  /** A folder of this run's own, which a database may be put into. */
  folder: string;
  say(line: string): void;
  browser(): Promise<Browser>;
  composed(): Promise<Site>;
  monolith(): Promise<Site>;
  /** First loads of a screen on slow 4G, composed and monolith in turn; measured once for all entries that read them. */
  visits(screen: Screen): Promise<Pair>;
  /** Calls back at the end, the last one first. */
  atEnd(stop: () => Promise<void>): void;
  close(): Promise<void>;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

async function launch(): Promise<Browser> {
  const missing = ensureChromium();
  if (missing) throw new Error(missing);
  const microphone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  return chromium.launch({ executablePath: chromiumPath, args: [...chromiumArgs, ...microphone] });
}

async function alternate(browser: Browser, sites: { composed: Site; monolith: Site }, screen: Screen, lab: Lab): Promise<Pair> {
  const pair: Pair = { composed: [], monolith: [] };
  const prepare = (cdp: Parameters<typeof throttle>[0]) => throttle(cdp);
  // The hosts read and pack a file at its first request: nobody's cold start is part of the comparison.
  for (const site of Object.values(sites)) await visit(browser, site, screen);
  for (let run = 1; run <= lab.runs; run++) {
    lab.say(`${screen}: first load ${run} of ${lab.runs}`);
    pair.composed.push(await visit(browser, sites.composed, screen, { prepare }));
    pair.monolith.push(await visit(browser, sites.monolith, screen, { prepare }));
  }
  return pair;
}

/** As in production: a proxy stands before the host and says who asks. */
const behindProxy = { PORTAL_TRUSTED_PROXIES: '1' };

export function createLab(runs: number, say: (line: string) => void): Lab {
  const folder = temporaryFolder('bench');
  const secret = randomBytes(24).toString('base64url');
  const stops: (() => Promise<void>)[] = [];
  const pairs = new Map<Screen, Promise<Pair>>();

  const browser = once(async () => {
    const launched = await launch();
    stops.push(() => launched.close());
    return launched;
  });
  const portal = once(async () => {
    const started = await startPortal({
      port: 0,
      data: join(folder, 'composed'),
      env: { PORTAL_HOST_SECRET: secret, ...behindProxy },
      say,
    });
    stops.push(() => started.stop());
    return started;
  });
  const composed = once(async (): Promise<Site> => {
    const { url } = await portal();
    return { name: 'composed', url, session: await logIn(await browser(), url, demo) };
  });
  const monolith = once(async (): Promise<Site> => {
    const { apiUrl } = await portal();
    const { session } = await composed();
    const port = await freePort();
    const data = join(folder, 'monolith');
    mkdirSync(data);
    say('Building the control: one bundle of the same sources');
    const host = start('monolith', ['--import', 'tsx', 'tools/bench/monolith/serve.ts'], {
      cwd: root,
      env: { ...process.env, PORTAL_DATA: data, PORT: String(port), API_URL: apiUrl, PORTAL_HOST_SECRET: secret },
      logFile: join(data, 'host.log'),
    });
    stops.push(() => host.stop());
    const url = `http://localhost:${port}`;
    await answers(host, `${url}/healthz`, 240_000);
    return { name: 'monolith', url, session: sessionFor(session, url) };
  });

  const lab: Lab = {
    runs,
    folder,
    say,
    browser,
    composed,
    monolith,
    visits(screen) {
      const known = pairs.get(screen);
      if (known) return known;
      const fresh = (async () => alternate(await browser(), { composed: await composed(), monolith: await monolith() }, screen, lab))();
      pairs.set(screen, fresh);
      return fresh;
    },
    atEnd: (stop) => void stops.push(stop),
    async close() {
      for (const stop of stops.splice(0).reverse()) await stop();
      dropFolder(folder);
    },
  };
  return lab;
}
