// `npm start`: starts the portal on a machine that has only Node. Before the install, only Node's own modules may be imported.
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { say } from './say.mjs';

const root = resolve(fileURLToPath(import.meta.url), '../..');

/** Imports a module of the portal's sources. */
async function source(path) {
  const { tsImport } = await import(pathToFileURL(join(root, 'node_modules/tsx/dist/esm/api/index.mjs')).href);
  return tsImport(`../${path}`, import.meta.url);
}

const HELP = `npm start: installs, builds what changed, publishes it, and runs API, database and portal host until Ctrl+C.
PORT (8080)   PORTAL_DATA (.data)   PORTAL_MODE demo or production   DATABASE_URL postgres://…   API_URL another guard API
STAFF_TOKEN, PORTAL_MAPS_KEY, PORTAL_FIREBASE and others: see docs/reference/settings.md`;

/** When npm is killed, this process gets no signal, so it checks whether its parent changed. */
function endWithParent(stop) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop();
  }, 1_000).unref();
}

async function main() {
  const { assertNode, install } = await import('./dev-portal/preconditions.mjs');
  assertNode(root);
  if (process.argv.includes('--help')) return say(HELP);
  install(root);
  const { startPortal } = await import('./dev-portal/dev-portal.mjs');
  // Before the build, so that a demonstration that is reachable by mistake ends immediately.
  const problem = (await source('shared/contracts/src/_kernel/mode.ts')).modeProblem(process.env);
  if (problem) throw new Error(problem);

  let portal;
  let isStopping = false;
  const stop = async (code) => {
    if (isStopping) return;
    isStopping = true;
    await portal?.stop();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (!isStopping) say('Stopping …');
      void stop(0);
    });
  }

  if (process.env.npm_lifecycle_event === 'start') endWithParent(() => void stop(0));

  portal = await startPortal({
    port: Number(process.env.PORT || 8080),
    ...(process.env.PORTAL_DATA && { data: resolve(process.env.PORTAL_DATA) }),
    fromSources: process.argv.includes('--sources'),
    say,
  });
  say(`\nGuard portal   ${portal.url}`);
  say(`Guard API      ${portal.apiUrl}   (npm run portal finds it)`);
  if ((process.env.PORTAL_MODE || 'demo') === 'demo' && !process.env.API_URL) {
    const { email, password } = (await source('api/seed/demo.ts')).demo;
    say(`Demo guard     ${email}   password ${password}`);
  }
  say(`Acting as staff: npm run staff -- help      Logs: ${join(portal.data, 'logs')}      Stop: Ctrl+C`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error.name === 'Error' || error.constructor.name === 'PreconditionError' ? error.message : error.stack}\n`);
  process.exit(1);
}
