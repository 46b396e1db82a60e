// `npm run lab -- framing --help`
import { parseArgs } from 'node:util';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import { startTestHost } from '../../delivery/test/test-host';
import { ensurePackages } from '../../tools/apt.mjs';
import { say } from '../../tools/say.mjs';
import { startNginx } from '../cluster/services';
import { type RecordingApi, startPortalApi, startRecorder } from './api';
import { compareFraming } from './run';

interface Topology {
  proxies: keyof typeof PROXIES;
  /** The portal's API, or a recorder, which also serves requests for the live socket. */
  end: 'API' | 'recorder';
}
const TOPOLOGIES: Record<string, Topology> = {
  host: { proxies: 'host', end: 'API' },
  nginx: { proxies: 'nginx', end: 'API' },
  inner: { proxies: 'host -> nginx', end: 'API' },
  direct: { proxies: 'none', end: 'API' },
  'host-recorder': { proxies: 'host', end: 'recorder' },
  'nginx-recorder': { proxies: 'nginx', end: 'recorder' },
};

const lines = Object.entries(TOPOLOGIES).map(
  ([name, { proxies, end }]) => `  ${name.padEnd(18)}${proxies === 'none' ? '' : `${proxies} -> `}${end}`,
);
const HELP = `npm run lab -- framing [--requests N] [--seed N] [--only TOPOLOGY]: raw HTTP requests of two interleaved clients through the proxies.
${lines.join('\n')}
  The API parses each request once, for its own client, or the request gets a 4xx and its connection closes. 10,000 requests each.
  The generator states for each variation whether it is refused. nginx repairs some (a bare LF, Connection: content-length), so behind
  it they are served, with the body that their client framed; it refuses a tab before a framing value.
  Each answer names its request. One seed gives the same requests.`;

type Use<T> = (port: number) => Promise<T>;

/** Starts the proxies before an API, and stops them after `use`. */
const PROXIES = {
  none: <T>(api: RecordingApi, use: Use<T>) => use(api.port),
  async host<T>(api: RecordingApi, use: Use<T>) {
    const host = await startTestHost(api.port);
    return use(host.port).finally(() => host.close());
  },
  nginx: <T>(api: RecordingApi, use: Use<T>) => withNginx(api, ({ url }) => use(Number(new URL(url).port))),
  /** The way of a posted form: the inner server of nginx. */
  'host -> nginx': <T>(api: RecordingApi, use: Use<T>) =>
    withNginx(api, async ({ apiUrl }) => {
      const host = await startTestHost(Number(new URL(apiUrl).port));
      return use(host.port).finally(() => host.close());
    }),
};

async function withNginx<T>(api: RecordingApi, use: (nginx: { url: string; apiUrl: string }) => Promise<T>): Promise<T> {
  const folder = temporaryFolder('framing');
  const ports = [api.port, api.port];
  const nginx = await startNginx(folder, { hosts: ports, apis: ports, modules: folder, hostSecret: 'the-host-secret-of-tests' });
  try {
    return await use(nginx);
  } finally {
    await nginx.stop();
    dropFolder(folder);
  }
}

const isBehindNginx = ({ proxies }: Topology): boolean => proxies === 'nginx';

async function compareTopology(name: string, topology: Topology, requests: number, seed: number): Promise<number> {
  const isRecorder = topology.end === 'recorder';
  const api = await (isRecorder ? startRecorder({ admits: isBehindNginx(topology) }) : startPortalApi());
  const given = { api, seed, requests, isBehindNginx: isBehindNginx(topology), hasSockets: isRecorder };
  const result = await PROXIES[topology.proxies](api, (port) => compareFraming({ port, ...given }));
  await api.stop();
  for (const problem of result.problems.slice(0, 40)) say(problem);
  const { outcomes, problems } = result;
  const { served, refused, behind, unfinished } = outcomes;
  say(
    `${name}, seed ${seed}: ${served + refused} requests answered, ${served} by the API and ${refused} with a refusal; ${behind} behind the end of their connection and ${unfinished} broken off, none parsed; ${problems.length} mismatches`,
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
  const chosen = Object.entries(TOPOLOGIES).filter(([name]) => values.only === undefined || name === values.only);
  if (chosen.length === 0) throw new Error(`--only is one of ${Object.keys(TOPOLOGIES).join(', ')}`);
  const missing = chosen.some(([, { proxies }]) => proxies.includes('nginx'))
    ? ensurePackages(['nginx-light', 'libnginx-mod-http-brotli-static'])
    : null;
  if (missing) throw new Error(missing);
  let mismatches = 0;
  for (const [name, topology] of chosen) mismatches += await compareTopology(name, topology, requests, seed);
  process.exitCode = mismatches > 0 ? 1 : 0;
}
