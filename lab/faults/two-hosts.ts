import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../api/src/platform/database/embedded';
import { deploy, newContext } from '../../delivery/test/fixtures';
import { caller } from '../../e2e/support/caller';
import { answers, type Child, start } from '../../tools/dev-portal/child-process.mjs';
import { freePort } from '../../tools/dev-portal/preconditions.mjs';
import { startBalancer } from './balancer';
import type { TwoProcesses } from './two-processes';

/** Two portal hosts in front of one API, behind a balancer. Calls go through a host, also those with the staff token. */
export async function startTwoHosts(folder: string, tree: string): Promise<TwoProcesses> {
  mkdirSync(folder, { recursive: true });
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const one of stops.reverse()) await one();
  };
  const [staffToken, hostSecret] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')];
  const common = {
    ...process.env,
    ...{ HOST: '127.0.0.1', PORTAL_DATA: folder, PORTAL_MODE: 'demo', SEED: 'none', LOG_LEVEL: 'warn' },
    ...{ STAFF_TOKEN: staffToken, PORTAL_HOST_SECRET: hostSecret, DRAIN_NOTICE_SECONDS: '3' },
  };
  const logFiles: string[] = [];
  async function launch(name: string, file: string, from: string, env: Record<string, string>): Promise<Child> {
    const logFile = join(folder, `${name}.log`);
    if (!logFiles.includes(logFile)) logFiles.push(logFile);
    const child = start(name, ['--import', 'tsx', file], { cwd: from, env: { ...common, ...env }, logFile });
    await answers(child, `http://127.0.0.1:${env.PORT}/readyz`);
    return child;
  }
  try {
    const server = await startEmbedded(join(folder, 'pg'));
    stops.push(() => server.stop());
    const database = new pg.Pool({ ...server.connection, max: 4 });
    stops.push(() => database.end());
    await deploy(newContext(join(folder, 'delivery')), { name: 'shell' });
    const [apiPort, ...ports] = [await freePort(), await freePort(), await freePort()] as const;
    const DATABASE_URL = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(server.connection.host ?? '')}`;
    const api = await launch('api', 'api/src/main.ts', tree, { PORT: String(apiPort), DATABASE_URL });
    stops.push(() => api.stop());
    const urls = ports.map((port) => `http://127.0.0.1:${port}`) as [string, string];
    const launchHost = (at: 0 | 1, from: string) =>
      launch(`host-${at + 1}`, 'delivery/src/host/main.ts', from, { PORT: String(ports[at]), API_URL: `http://127.0.0.1:${apiPort}` });
    const hosts = [await launchHost(0, tree), await launchHost(1, tree)];
    stops.push(() => Promise.all(hosts.map((host) => host.stop())));
    const balancer = await startBalancer(urls);
    stops.push(() => balancer.stop());
    return {
      ...caller(balancer.url, staffToken),
      url: balancer.url,
      urls,
      of: (at) => caller(urls[at], staffToken),
      logFiles,
      query: async (text, values) => (await database.query(text, values)).rows,
      async replace(at, from) {
        const began = performance.now();
        await hosts[at]?.stop();
        const left = performance.now() - began;
        hosts[at] = await launchHost(at, from);
        await balancer.allReady();
        return left;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
