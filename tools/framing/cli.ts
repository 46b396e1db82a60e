// `npm run test:framing -- --help`
import { parseArgs } from 'node:util';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import { hostBefore } from '../../delivery/src/host/fixtures';
import { startNginx } from '../cluster/services';
import { ensurePackages } from '../packages.mjs';
import { freePort } from '../portal/preconditions.mjs';
import { say } from '../say.mjs';
import { type RecordingApi, startPortalApi, startRecorder } from './api';
import { compareFraming } from './run';

const HELP = `npm run test:framing [-- --requests N] [--seed N] [--only host|nginx|cluster|api|direct]: raw HTTP requests of two interleaved clients through the proxies.
  host      host -> recorder
  nginx     nginx -> host -> recorder
  cluster   nginx -> host -> nginx -> recorder, as test:cluster starts them
  api       host -> the portal's API
  direct    the portal's API alone
  Each request is parsed once by the API, for its own client, or gets a 4xx and its connection closes. 10,000 requests each.
  nginx repairs some irregular requests (a bare LF, a repeated Host), so behind it they may be served, with
  the body that their client framed. It refuses a tab before a framing value.
  The recorder names each request in its answer. The API does the same by hooks; the live socket has no such answers, so it is left out there.
  One seed gives the same requests.`;
const TOPOLOGIES = ['host', 'nginx', 'cluster', 'api', 'direct'] as const;
type Topology = (typeof TOPOLOGIES)[number];

const hasNginx = (topology: Topology): boolean => topology === 'nginx' || topology === 'cluster';

/** Starts the proxies of a topology before the API, and stops them behind `use`. */
async function withTopology<T>(topology: Topology, api: RecordingApi, use: (port: number) => Promise<T>): Promise<T> {
  if (topology === 'direct') return use(api.port);
  if (topology === 'host' || topology === 'api') {
    const host = await hostBefore(api.port);
    return use(host.port).finally(() => host.close());
  }
  const folder = temporaryFolder('framing');
  const port = await freePort();
  const nginx = await startNginx(folder, { hosts: [port, port], apis: [api.port, api.port], modules: folder });
  const behind = topology === 'cluster' ? Number(new URL(nginx.apiUrl).port) : api.port;
  const host = await hostBefore(behind, undefined, { env: { PORTAL_TRUSTED_PROXIES: '1' }, port });
  try {
    return await use(Number(new URL(nginx.url).port));
  } finally {
    await host.close();
    await nginx.stop();
    dropFolder(folder);
  }
}

async function compare(topology: Topology, requests: number, seed: number): Promise<number> {
  const isRecorder = topology !== 'api' && topology !== 'direct';
  const api = await (isRecorder ? startRecorder() : startPortalApi());
  const given = { api, seed, requests, isLenient: hasNginx(topology), hasSockets: isRecorder };
  const result = await withTopology(topology, api, (port) => compareFraming({ port, ...given }));
  await api.stop();
  for (const problem of result.problems.slice(0, 40)) say(problem);
  const { requests: sent, parsed, refused, problems } = result;
  say(
    `${topology}: ${sent} requests with seed ${seed}, ${parsed} parsed by the API, ${refused} answered with 4xx, ${problems.length} mismatches`,
  );
  return problems.length;
}

const { values } = parseArgs({
  options: { requests: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' }, help: { type: 'boolean' } },
});
const requests = Number(values.requests ?? 10_000);
const seed = Number(values.seed ?? 1);
if (values.help) say(HELP);
else {
  if (![requests, seed].every((number) => Number.isInteger(number) && number > 0))
    throw new Error('--requests and --seed are whole numbers');
  const chosen = TOPOLOGIES.filter((topology) => values.only === undefined || topology === values.only);
  if (chosen.length === 0) throw new Error(`--only is one of ${TOPOLOGIES.join(', ')}`);
  const missing = chosen.some(hasNginx) ? ensurePackages(['nginx-light', 'libnginx-mod-http-brotli-static']) : null;
  if (missing) throw new Error(missing);
  let mismatches = 0;
  for (const topology of chosen) mismatches += await compare(topology, requests, seed);
  process.exitCode = mismatches > 0 ? 1 : 0;
}
