import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type CDPSession, chromium } from '@playwright/test';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import { fileNameOf } from '@portal/webpack/screens';
import { demo } from '../../api/seed/demo';
import { random } from '../../api/seed/random';
import { chromiumArgs, chromiumPath, ensureChromium } from '../../tools/chromium.mjs';
import { answers, run, start } from '../../tools/dev-portal/child-process.mjs';
import { startPortal } from '../../tools/dev-portal/dev-portal.mjs';
import { freePort } from '../../tools/dev-portal/preconditions.mjs';
import { emulateNetwork } from './browser/network';
import { calibratePhone, indexNow, measureMachine, type Phone, runLike } from './browser/phone';
import { type Screen, screens } from './browser/screens';
import { logIn, type Site, sessionFor, type Visit, visit } from './browser/visit';
import { type Lab, type Pair, type PhoneLab, root } from './lab';
import { assertSameSources } from './monolith/fresh';
import { measureInTurn } from './monolithRatio';
import type { PhoneModel } from './phones';

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

/** First loads of both sites on the simulated phone, over its network. */
async function firstLoads(lab: PhoneLab, screen: Screen): Promise<Pair<Visit>> {
  const browser = await lab.browser();
  const prepare = async (cdp: CDPSession) => {
    await emulateNetwork(lab.phone, cdp);
    await runLike(lab.phone, cdp);
  };
  // The hosts read and compress a file at its first request. These visits exclude that from the comparison.
  for (const site of [await lab.composed(), await lab.monolith()]) await visit(browser, site, screen);
  return measureInTurn(lab, { what: `${screen}: first loads`, rounds: lab.runs, screens: [screens[screen]] }, (site) =>
    visit(browser, site, screen, { prepare }),
  );
}

/** The simulated phone of a run: calibrated before each entry, checked after it. */
function openPhone(of: () => Lab, model: PhoneModel, isDry: boolean): Pick<Lab, 'onPhone' | 'indexNow'> {
  let phone: Phone | null = null;
  return {
    async onPhone() {
      const lab = of();
      phone = isDry
        ? (phone ?? (await measureMachine(await lab.browser(), model)))
        : await calibratePhone(await lab.browser(), model, phone);
      const { rate, index, idle } = phone;
      lab.say(
        isDry
          ? 'not slowed down'
          : `${model.name}: slowed down ${rate.toFixed(2)} times, index ${index.toFixed(0)} (${idle.toFixed(0)} without slowdown)`,
      );
      // Later measurements use the phone as it is calibrated then.
      const pairs = new Map<Screen, Promise<Pair<Visit>>>();
      const onPhone: PhoneLab = {
        ...lab,
        phone,
        visits(screen) {
          const known = pairs.get(screen) ?? firstLoads(onPhone, screen);
          pairs.set(screen, known);
          return known;
        },
      };
      return onPhone;
    },
    async indexNow() {
      if (!phone) throw new Error('the phone was not calibrated');
      return indexNow(await of().browser(), phone);
    },
  };
}

/** As in production: a proxy before the host forwards the client address. */
const behindProxy = { PORTAL_TRUSTED_PROXIES: '1' };

interface LabOptions {
  runs: number;
  seed: number;
  /** Pages are not slowed down; the run only checks that the entries work. */
  isDry: boolean;
  model: PhoneModel;
  say: (line: string) => void;
}

export function createLab({ runs, seed, isDry, model, say }: LabOptions): Lab {
  const folder = temporaryFolder('bench');
  const secret = randomBytes(24).toString('base64url');
  const stops: (() => Promise<void>)[] = [];
  const store = join(folder, 'composed');

  const browser = once(async () => {
    const launched = await launch();
    stops.push(() => launched.close());
    return launched;
  });
  const portal = once(async () => {
    const started = await startPortal({
      port: 0,
      data: store,
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
  async function startMonolith(name: string, more: Record<string, string>): Promise<Site> {
    const { apiUrl, url: composedUrl } = await portal();
    const { session } = await composed();
    const port = await freePort();
    const data = join(folder, name);
    mkdirSync(data);
    say(`Building the monolith (${name}): one bundle of the same sources`);
    const host = start(name, ['--import', 'tsx', 'lab/bench/monolith/serve.ts'], {
      cwd: root,
      env: { ...process.env, PORTAL_DATA: data, PORT: String(port), API_URL: apiUrl, PORTAL_HOST_SECRET: secret, ...more },
      logFile: join(data, 'host.log'),
    });
    stops.push(() => host.stop());
    const url = `http://localhost:${port}`;
    await answers(host, `${url}/healthz`, 240_000);
    await assertSameSources(composedUrl);
    return { name: 'monolith', url, session: sessionFor(session, url) };
  }
  const monolith = once(() => startMonolith('monolith', {}));
  const nextMonolith = once(() => startMonolith('next-monolith', { MONOLITH_CHANGED: fileNameOf(jobsPaths.search.pattern) }));

  const lab: Lab = {
    runs,
    seed,
    random: random(seed),
    folder,
    say,
    browser,
    composed,
    async command(...args) {
      const { apiUrl } = await portal();
      const env = { ...process.env, PORTAL_DATA: store, API_URL: apiUrl };
      return run(['--import', 'tsx', 'delivery/src/cli.ts', ...args], { cwd: root, env });
    },
    monolith,
    nextMonolith,
    ...openPhone(() => lab, model, isDry),
    atEnd: (stop) => void stops.push(stop),
    async close() {
      for (const stop of stops.splice(0).reverse()) await stop();
      dropFolder(folder);
    },
  };
  return lab;
}
