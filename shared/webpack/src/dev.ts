import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { readDeclaration } from './declaration';
import { preset } from './preset';
import { containerOf, type ModulePackage } from './workspace';

const AGAIN_MS = 1_000;
const print = (text: string) => process.stdout.write(`portal-dev: ${text}\n`);

function readSecret({ root }: ModulePackage): string {
  const file = join(resolve(process.env.PORTAL_DATA ?? join(root, '.data')), 'delivery/keys/dev-secret');
  if (!existsSync(file)) throw new Error('no portal has run here yet: start one with npm start, then run this beside it');
  return readFileSync(file, 'utf8');
}

/** Serves the module's files and its reload socket at the path that the portal host requests. */
async function startServer(module: ModulePackage, version: string): Promise<WebpackDevServer> {
  const folder = `/modules/${module.name}/${version}/`;
  const compiler = webpack(preset({ dir: module.dir, kind: 'remote', version, dev: true }));
  if (!compiler) throw new Error('webpack refused its configuration');
  const server = new WebpackDevServer(
    {
      host: '127.0.0.1',
      port: 'auto',
      // Only the portal host on this machine sends requests.
      allowedHosts: 'all',
      static: false,
      hot: false,
      liveReload: true,
      devMiddleware: { publicPath: folder },
      webSocketServer: { type: 'ws', options: { path: `${folder}ws` } },
      // The overlay adds styles and frames that the page's policy refuses.
      client: { webSocketURL: `auto://0.0.0.0:0${folder}ws`, overlay: false, logging: 'warn' },
      setupExitSignals: false,
    },
    compiler,
  );
  await server.start();
  return server;
}

/** Registers the module while the request is open. Resolves when the portal host ends it; throws if the host refuses it. */
function register(url: URL, secret: string, body: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-portal-dev': secret };
    const registration = request(new URL('/__dev/modules', url), { method: 'POST', headers, signal }, (reply) => {
      reply.setEncoding('utf8').on('data', (text: string) => {
        if (reply.statusCode === 200) print(`live in ${url.origin}`);
        else reject(new Error((JSON.parse(text) as { message: string }).message));
      });
      reply.on('close', () => (reply.statusCode === 404 ? reject(new Error(`${url.origin} takes no dev servers`)) : resolve()));
    });
    registration.on('error', () => resolve());
    registration.end(body);
  });
}

/** Runs until it is interrupted. The portal then shows the published version again. */
export async function serveDev(module: ModulePackage): Promise<void> {
  const url = new URL(process.env.PORTAL_URL ?? 'http://localhost:8080');
  const secret = readSecret(module);
  const version = `${module.version}-dev.${Date.now().toString(36)}`;
  const { routes } = await readDeclaration(module);
  const server = await startServer(module, version);
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
  const { name } = module;
  const entry = { name, version, container: containerOf(name, version), entry: 'remoteEntry.js', routes };
  const body = JSON.stringify({ module: entry, origin: `http://127.0.0.1:${server.options.port}` });
  try {
    while (!stopping.signal.aborted) {
      await register(url, secret, body, stopping.signal);
      await wait(AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  } finally {
    await server.stop();
  }
}
