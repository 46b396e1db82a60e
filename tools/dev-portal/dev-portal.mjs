import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { supervise } from '../../api/src/platform/supervisor.mjs';
import { buildModules, modulesIn, publishModules } from './build-and-publish.mjs';
import { withBuildLock } from './build-lock.mjs';
import { answers, start } from './child-process.mjs';
import { openLog } from './log-file.mjs';
import { assertPortIsFree, assertWritable, freePort } from './preconditions.mjs';

const root = resolve(import.meta.dirname, '../..');

/** Time for the host to finish its requests before the API gets its stop signal. */
const HOST_FIRST_MS = 2_000;

/** Arguments of node for API and portal host: compiled JavaScript with source maps, which starts in half the time of the sources. */
async function programs(fromSources) {
  if (fromSources) return ['api/src/main.ts', 'delivery/src/host/main.ts'].map((file) => ['--import', 'tsx', file]);
  const { tsImport } = await import('tsx/esm/api');
  const { compiledFolders } = await tsImport('../bundle/compiled-folders.ts', import.meta.url);
  return (await compiledFolders(['api', 'host'])).map((folder) => ['--enable-source-maps', join(folder, 'main.js')]);
}

/** Builds the modules that changed and publishes them. Returns what it printed. */
const publish = (env, say) =>
  withBuildLock(
    root,
    async () => {
      say(`Building ${modulesIn(root).length} modules, about 15 s each; unchanged ones are skipped`);
      await buildModules(root, env, say);
      return publishModules(root, env);
    },
    say,
  );

function superviseNode({ name, args, env, logFile, readyUrl, say }) {
  return supervise({
    name,
    launch: () => start(name, args, { cwd: root, env, logFile }),
    untilReady: (child) => answers(child, readyUrl),
    say,
  });
}

/** Stops PostgreSQL after the API died, which normally stops it. */
async function stopDatabase(data) {
  const { tsImport } = await import('tsx/esm/api');
  const { stopEmbedded } = await tsImport('../../api/src/platform/database/embedded.ts', import.meta.url);
  await stopEmbedded(join(data, 'pg'));
}

/**
 * Starts a whole portal: API with its database, all modules built and active, host. A process that dies later is started again: API and host by
 * this supervisor, the database by the API.
 * `port` 0 takes a free one; `data` holds everything that it writes; `env` adds to the environment; `say` receives progress, a line at a time.
 * `fromSources` runs API and host from their source files instead of bundles. `steps` replaces the programs of API and host, and the build, in a test.
 * API_URL in the environment names another guard API, and none is started.
 * Returns `{url, apiUrl, data, staffToken, pids(), stop()}`. Throws PreconditionError with one clear line, after stopping what it had started.
 */
export async function startPortal({
  port = 8080,
  data = join(root, '.data'),
  env: extra = {},
  fromSources = false,
  say = () => undefined,
  steps = { programs, publish },
}) {
  if (port !== 0) await assertPortIsFree(port);
  assertWritable(data);
  mkdirSync(join(data, 'logs'), { recursive: true });
  const hostPort = port || (await freePort());
  const apiPort = await freePort(port === 0 ? 0 : 8081);
  const apiUrl = process.env.API_URL ?? `http://127.0.0.1:${apiPort}`;
  const url = `http://localhost:${hostPort}`;
  const secret = randomBytes(24).toString('base64url');
  // API and host reject an empty mode.
  const mode = extra.PORTAL_MODE || process.env.PORTAL_MODE || 'demo';
  const env = {
    SEED: mode === 'demo' ? 'demo' : 'none',
    PORTAL_TRACES: mode === 'demo' ? 'on' : 'off',
    PORTAL_URL: url,
    PORTAL_HOST_SECRET: secret,
    ...process.env,
    ...extra,
    PORTAL_MODE: mode,
    PORTAL_DATA: data,
    API_URL: apiUrl,
  };
  const log = openLog(join(data, 'logs/supervisor.log'));
  const sayAndLog = (line) => {
    say(line);
    log.write(`${new Date().toISOString()} ${line}\n`);
  };
  const [apiArgs, hostArgs] = await steps.programs(fromSources);
  const api = superviseNode({
    ...{ name: 'API', args: apiArgs, logFile: join(data, 'logs/api.log'), say: sayAndLog },
    ...{ env: { ...env, PORT: String(apiPort), HOST: '127.0.0.1' }, readyUrl: `${apiUrl}/readyz` },
  });
  const host = superviseNode({
    ...{ name: 'portal host', args: hostArgs, logFile: join(data, 'logs/host.log'), say: sayAndLog },
    ...{ env: { ...env, PORT: String(hostPort) }, readyUrl: `${url}/healthz` },
  });
  const stop = async () => {
    const hostStopped = host.stop();
    await Promise.race([hostStopped, wait(HOST_FIRST_MS, undefined, { ref: false })]);
    const apiEnd = await api.stop();
    if (apiEnd && apiEnd.code !== 0 && !env.DATABASE_URL) await stopDatabase(data);
    await hostStopped;
    await log.end();
  };
  try {
    if (!process.env.API_URL) {
      await api.start();
      say('The API and its database are ready');
    } else say(`API_URL is set: the guard API at ${apiUrl} is used, and none is started`);
    const published = await steps.publish(env, say);
    say(published.trim().split('\n').at(-1));
    await host.start();
    const tokenFile = join(data, 'staff-token');
    const staffToken = env.STAFF_TOKEN ?? (existsSync(tokenFile) ? readFileSync(tokenFile, 'utf8').trim() : null);
    const pids = () => ({ api: api.child()?.pid, host: host.child()?.pid });
    return { url, apiUrl, data, staffToken, pids, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
