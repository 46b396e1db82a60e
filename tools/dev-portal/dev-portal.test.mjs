import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../shared/testing/src/temporaryFolder.mjs';
import { startPortal } from './dev-portal.mjs';

/** Replies to each request with its process id and a part of its environment. */
const SERVER = `
import { createServer } from 'node:http';
const { PORT, API_URL, PORTAL_MODE } = process.env;
createServer((_request, reply) => reply.end(JSON.stringify({ pid: process.pid, PORT, API_URL, PORTAL_MODE }))).listen(Number(PORT));
process.on('SIGTERM', () => process.exit(0));
`;
const WITHIN_MS = 20_000;

let folder;
let lines;
beforeEach(() => {
  folder = temporaryFolder('portal');
  lines = [];
});

/** Starts the portal with small programs instead of API and host. */
function begin(hostProgram = SERVER) {
  const files = [join(folder, 'api.mjs'), join(folder, 'host.mjs')];
  writeFileSync(files[0], SERVER);
  writeFileSync(files[1], hostProgram);
  const steps = { programs: async () => files.map((file) => [file]), publish: async () => 'Published nothing' };
  return startPortal({ port: 0, data: join(folder, 'data'), env: { PORTAL_MODE: 'demo' }, say: (line) => lines.push(line), steps });
}

const read = (url) =>
  fetch(url).then(
    (response) => response.json(),
    () => null,
  );

const linesWith = (words) => lines.filter((line) => line.includes(words));

/** Resolves when this many restarts were reported. */
async function untilRestarts(count) {
  for (const deadline = performance.now() + WITHIN_MS; linesWith('is ready again').length < count; ) {
    if (performance.now() > deadline) throw new Error(`No restart ${count} within ${WITHIN_MS / 1000} s: ${lines.join(' ')}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}

test('restarts a killed API, a killed portal host and both together, with one line each; the stop ends both', async () => {
  const portal = await begin();
  const urls = { api: portal.apiUrl, host: portal.url };
  expect(await read(urls.host)).toMatchObject({ pid: portal.pids().host, API_URL: portal.apiUrl, PORTAL_MODE: 'demo' });
  let restarts = 0;
  for (const names of [['api'], ['host'], ['api', 'host']]) {
    const killed = portal.pids();
    for (const name of names) process.kill(killed[name], 'SIGKILL');
    restarts += names.length;
    await untilRestarts(restarts);
    for (const name of names) {
      const { pid } = await read(urls[name]);
      expect(pid).toBe(portal.pids()[name]);
      expect(pid).not.toBe(killed[name]);
    }
  }
  for (const name of ['API', 'portal host']) {
    expect(linesWith(`The ${name} died (SIGKILL)`)).toHaveLength(2);
    expect(linesWith(`The ${name} is ready again`)).toHaveLength(2);
  }
  await portal.stop();
  expect([await read(urls.api), await read(urls.host)]).toEqual([null, null]);
  const log = readFileSync(join(folder, 'data/logs/supervisor.log'), 'utf8');
  expect(log.match(/ died \(SIGKILL/g)).toHaveLength(4);
});

test('ends the start with the error of a portal host that cannot start, and stops the API', async () => {
  const words = `process.stderr.write(process.env.API_URL + ' is wrong'); process.exit(1);`;
  const reason = await begin(words).catch(({ message }) => message);
  expect(reason).toMatch(/^http:\/\/127\.0\.0\.1:\d+ is wrong$/);
  expect(await read(reason.split(' ')[0])).toBeNull();
  expect(linesWith('died')).toEqual([]);
});
