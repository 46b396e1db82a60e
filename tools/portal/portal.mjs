import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { alone } from './alone.mjs';
import { answers, start } from './child.mjs';
import { buildModules, publishModules } from './modules.mjs';
import { assertPortIsFree, assertWritable, freePort } from './preconditions.mjs';

const root = resolve(import.meta.dirname, '../..');

/** Starts the API again whenever it dies, later each time, until it is stopped. */
function keepAlive(launch, say) {
  let child = launch();
  let isStopping = false;
  let pause = 500;
  const watch = async () => {
    for (;;) {
      const { code, signal } = await child.ended;
      if (isStopping) return;
      say(`The API stopped (${signal ?? code}): starting it again. ${child.lastWords()}`);
      await wait(pause);
      if (isStopping) return;
      pause = Math.min(pause * 2, 30_000);
      child = launch();
    }
  };
  return {
    first: child,
    watch,
    stop: () => {
      isStopping = true;
      return child.stop();
    },
  };
}

function startApi({ env, data, port, say }) {
  const launch = () =>
    start('API', ['--import', 'tsx', 'api/src/main.ts'], {
      cwd: root,
      env: { ...env, PORT: String(port), HOST: '127.0.0.1' },
      logFile: join(data, 'logs/api.log'),
    });
  return keepAlive(launch, say);
}

/**
 * Starts a whole portal: API with its database, all modules built and active, host.
 * `port` 0 takes a free one; `data` holds everything that it writes; `env` adds to the environment; `say` hears progress, a line at a time.
 * API_URL in the environment names another guard API, and none is started.
 * Returns `{url, apiUrl, data, staffToken, stop()}`. Throws Unready with one clear line, after stopping what it had started.
 */
export async function startPortal({ port = 8080, data = join(root, '.data'), env: extra = {}, say = () => undefined }) {
  if (port !== 0) await assertPortIsFree(port);
  assertWritable(data);
  mkdirSync(join(data, 'logs'), { recursive: true });
  const hostPort = port || (await freePort());
  const apiPort = await freePort(port === 0 ? 0 : 8081);
  const apiUrl = process.env.API_URL ?? `http://127.0.0.1:${apiPort}`;
  const secret = randomBytes(24).toString('base64url');
  const env = {
    PORTAL_MODE: 'demo',
    SEED: 'demo',
    PORTAL_URL: `http://localhost:${hostPort}`,
    PORTAL_HOST_SECRET: secret,
    ...process.env,
    ...extra,
    PORTAL_DATA: data,
    API_URL: apiUrl,
  };
  const running = [];
  const stop = async () => {
    for (const child of running.splice(0).reverse()) await child.stop();
  };
  try {
    if (!process.env.API_URL) {
      const api = startApi({ env, data, port: apiPort, say });
      running.push(api);
      await answers(api.first, `${apiUrl}/readyz`);
      void api.watch();
      say('The API and its database are ready');
    } else say(`API_URL is set: the guard API at ${apiUrl} is used, and none is started`);
    const published = await alone(
      root,
      async () => {
        await buildModules(root, env, say);
        return publishModules(root, env);
      },
      say,
    );
    say(published.trim().split('\n').at(-1));
    const host = start('portal host', ['--import', 'tsx', 'delivery/src/host/main.ts'], {
      cwd: root,
      env: { ...env, PORT: String(hostPort) },
      logFile: join(data, 'logs/host.log'),
    });
    running.push(host);
    const url = `http://localhost:${hostPort}`;
    await answers(host, `${url}/healthz`);
    const tokenFile = join(data, 'staff-token');
    const staffToken = env.STAFF_TOKEN ?? (existsSync(tokenFile) ? readFileSync(tokenFile, 'utf8').trim() : null);
    return { url, apiUrl, data, staffToken, hostEnded: host.ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
