// `npm run lab -- nginx --help`
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { ensurePackages } from '../../tools/apt.mjs';
import { freePort } from '../../tools/dev-portal/preconditions.mjs';
import { withTemporaryPortal } from '../../tools/dev-portal/temporary-portal.mjs';
import { say } from '../../tools/say.mjs';
import { startNginx } from '../cluster/services';
import { filesProblems } from './files';
import { limitsProblems, startCountingHost } from './limits';
import { NAMED, type Name, namesProblems, startDns } from './names';
import { BALANCER, HOST_SECRET, startEcho, tlsProblems } from './tls';
import { startStandIn, unreadyProblems } from './unavailable-host';

const HELP = `npm run lab -- nginx [--only files|limits|names|tls|unready|journeys] [specs]: Debian's nginx with docker/nginx.conf before a portal of this run's own.
  files     every file in the store's folder: nginx answers as the host does, and without a host where the host would give the file
  limits    a slow body leaves no file, a large body gets 413, and so many connections of one address get 429
  names     replaced hosts and APIs are found, by a DNS server of this run's own
  tls       behind what ends TLS: whom nginx believes, what host and API are told, and what a page of the portal then says
  unready   before hosts that have nothing to serve: a page comes from the other one, and nothing that may have been written is asked twice
  journeys  the specs that are named, or a few, through nginx
  Without --only all of it. Where the modules are built already, --only takes about a minute for each of the others than journeys.`;
const STEPS = ['files', 'limits', 'names', 'tls', 'unready', 'journeys'] as const;
type Step = (typeof STEPS)[number];

const root = resolve(import.meta.dirname, '../..');
const SMOKE = ['journeys/auth/session', 'journeys/jobs/find-work', 'journeys/pages/prerendered'];

interface Portal {
  STAFF_TOKEN: string | null;
  PORTAL_URL: string;
  PORTAL_DATA: string;
  API_URL: string;
}

const portOf = (url: string) => Number(new URL(url).port);

interface Behind {
  host: number;
  /** The other host; by default the same one. */
  other?: number;
  api: number;
  /** The other API; by default the same one. */
  otherApi?: number;
  delivery: string;
  tlsProxies?: string | undefined;
}

/** Starts nginx before a host and an API while `use` runs. */
async function before<T>(
  name: string,
  { host, other = host, api, otherApi = api, delivery, tlsProxies }: Behind,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const nginx = await startNginx(temporaryFolder(name), {
    ...{ hosts: [host, other], apis: [api, otherApi], modules: delivery },
    ...{ hostSecret: HOST_SECRET, tlsProxies },
  });
  try {
    return await use(nginx.url);
  } finally {
    await nginx.stop();
  }
}

const behind = ({ PORTAL_URL, PORTAL_DATA, API_URL }: Portal): Behind => ({
  host: portOf(PORTAL_URL),
  api: portOf(API_URL),
  delivery: join(PORTAL_DATA, 'delivery'),
});

function report(subject: string, problems: readonly string[]): number {
  for (const problem of problems) say(problem);
  say(`${subject}: ${problems.length} problems`);
  return problems.length;
}

/** Each step prints its problems and returns their number. */
const acts: Record<Step, (portal: Portal, specs: readonly string[]) => Promise<number>> = {
  async files(portal) {
    const all = behind(portal);
    const nobody = await freePort();
    const found = await before('nginx-before-a-host', all, (nginx) =>
      before('nginx-before-nobody', { ...all, host: nobody, api: nobody }, (alone) =>
        filesProblems({ host: portal.PORTAL_URL, nginx, alone, delivery: all.delivery }),
      ),
    );
    for (const problem of found.problems) say(problem);
    say(
      `${found.files} files of modules, and ${found.refused} that are for no browser: ${found.problems.length} differ from the host's, or need a process of node`,
    );
    return found.problems.length;
  },
  async limits(portal) {
    const host = await startCountingHost();
    const folder = temporaryFolder('nginx-limits');
    const ports = { hosts: [host.port, host.port], apis: [host.port, host.port] };
    const nginx = await startNginx(folder, {
      ...{ ...ports, modules: behind(portal).delivery },
      ...{ hostSecret: HOST_SECRET, tlsProxies: BALANCER },
    });
    try {
      return report('Limits', await limitsProblems(nginx.url, host, nginx.bodies));
    } finally {
      await nginx.stop();
      await host.stop();
    }
  },
  async names(portal) {
    const dns = await startDns();
    const port = await freePort();
    const names = { hosts: `hosts:${port}`, apis: `apis:${port}`, resolver: dns.address };
    const given = { hosts: [], apis: [], names, modules: behind(portal).delivery, hostSecret: HOST_SECRET };
    const nginx = await startNginx(temporaryFolder('nginx-names'), given);
    try {
      const problems: string[] = [];
      for (const name of Object.keys(NAMED) as Name[]) problems.push(...(await namesProblems(nginx.url, dns, port, name)));
      return report('Replaced hosts and APIs', problems);
    } finally {
      await nginx.stop();
      await dns.stop();
    }
  },
  async tls(portal) {
    const all = { ...behind(portal), tlsProxies: `192.0.2.0/24, 2001:db8:7::/48 ${BALANCER}` };
    const echo = await startEcho();
    const echoing = { ...all, host: echo.port, api: echo.port };
    try {
      const problems = await before('nginx-behind-tls', echoing, (told) =>
        before('nginx-behind-nobody', { ...echoing, tlsProxies: undefined }, (untold) =>
          before('nginx-behind-tls-before-a-portal', all, (url) => tlsProblems({ told, untold, portal: url })),
        ),
      );
      for (const problem of problems) say(problem);
      say(`Behind what ends TLS: ${problems.length} things are not as they were said`);
      return problems.length;
    } finally {
      await echo.stop();
    }
  },
  async unready(portal) {
    const [unready, ready] = [await startStandIn(503), await startStandIn(200)];
    const all = { ...behind(portal), host: unready.port, other: ready.port, api: unready.port, otherApi: ready.port };
    try {
      const problems = await before('nginx-before-unready', all, (nginx) => unreadyProblems(nginx, unready, ready));
      for (const problem of problems) say(problem);
      say(`Before hosts that have nothing to serve: ${problems.length} things are not as they should be`);
      return problems.length;
    } finally {
      await Promise.all([unready.stop(), ready.stop()]);
    }
  },
  /** Runs journeys through nginx. */
  journeys: ({ STAFF_TOKEN, ...portal }, specs) =>
    before('nginx-before-a-portal', behind({ STAFF_TOKEN, ...portal }), async (url) => {
      const { status } = spawnSync(process.execPath, ['tools/e2e.mjs', ...(specs.length > 0 ? specs : SMOKE)], {
        cwd: root,
        env: { ...process.env, ...portal, PORTAL_URL: url, ...(STAFF_TOKEN ? { STAFF_TOKEN } : {}) },
        stdio: 'inherit',
      });
      return status === 0 ? 0 : 1;
    }),
};

async function run(only: Step | undefined, specs: readonly string[]): Promise<number> {
  const missing = ensurePackages(['nginx-light', 'libnginx-mod-http-brotli-static']);
  if (missing) throw new Error(missing);
  const walk = async (portal: Portal) => {
    let wrong = 0;
    for (const step of STEPS) if (!only || step === only) wrong += await acts[step](portal, specs);
    return wrong;
  };
  // As in docker/compose.yaml.
  return withTemporaryPortal('nginx', walk, { PORTAL_TRUSTED_PROXIES: '1', PORTAL_HOST_SECRET: HOST_SECRET });
}

const isStep = (text: string | undefined): text is Step | undefined => text === undefined || STEPS.some((step) => step === text);
const { values, positionals } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' } }, allowPositionals: true });
if (values.help) say(HELP);
else if (!isStep(values.only)) throw new Error(`--only is one of ${STEPS.join(', ')}`);
else process.exitCode = (await run(values.only, positionals)) > 0 ? 1 : 0;
