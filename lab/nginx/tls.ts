import { once } from 'node:events';
import { Agent, createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { BASE, STAFF_BASE } from '@portal/contracts/_kernel/endpoint';

/** All addresses of 127.0.0.0/8 are local: one plays the TLS balancer, another any other client. */
export const BALANCER = '127.0.0.2';
const ANYBODY = '127.0.0.1';
const GUARD = '203.0.113.9';
const FORGED = '6.6.6.6';
/** The secret by which the API of this run recognises nginx. */
export const HOST_SECRET = 'the-host-secret-of-this-run';
/** Paths for the proxying locations of the API: calls, calls with files, SOS, staff, and the live socket. */
const API_PATHS = [`${BASE}/jobs`, `${BASE}/e-note`, `${BASE}/sos`, `${STAFF_BASE}/guards`, '/socket.io/'];
/** Also those of the host: default, event stream, and files missing from the store. */
const PATHS = ['/', '/registry/events', '/modules/shell/0.0.0/shell.js', ...API_PATHS];

type Headers = Record<string, string>;
interface Answer {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends requests from a local address over one connection, as a balancer does. */
function askingFrom(localAddress: string): (url: string, headers: Headers) => Promise<Answer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return async (url, headers) => {
    const asked = request(url, { localAddress, agent, headers }).end();
    const [reply] = await once(asked, 'response');
    return { headers: reply.headers, body: await text(reply) };
  };
}

/** Starts a host that replies with the request headers. */
export async function startEcho(): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer(({ headers }, reply) => void reply.end(JSON.stringify(headers)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

interface Case {
  from: string;
  says: Headers;
  /** The address and the scheme that nginx forwards. */
  told: [address: string, scheme: string];
}
const https = { 'x-forwarded-proto': 'https' };
const of = (...addresses: string[]) => ({ 'x-forwarded-for': addresses.join(', ') });

const believed: Case[] = [
  { from: BALANCER, says: { ...of(GUARD), ...https }, told: [GUARD, 'https'] },
  { from: BALANCER, says: { ...of('2001:db8::9'), ...https }, told: ['2001:db8::9', 'https'] },
  { from: BALANCER, says: { ...of(FORGED, GUARD), ...https }, told: [GUARD, 'https'] },
  { from: BALANCER, says: { ...of(FORGED, GUARD, BALANCER), ...https }, told: [GUARD, 'https'] },
  { from: BALANCER, says: { ...of(GUARD), 'x-forwarded-proto': 'http' }, told: [GUARD, 'http'] },
  { from: BALANCER, says: { ...of(GUARD), 'x-forwarded-proto': 'wss, https' }, told: [GUARD, 'http'] },
  { from: BALANCER, says: {}, told: [BALANCER, 'http'] },
];
const forgery = {
  ...of(FORGED),
  ...https,
  ...{ 'x-forwarded-host': 'evil.example', 'x-real-ip': FORGED, forwarded: `for=${FORGED}`, 'x-portal-host': 'a-forged-host-secret' },
};
const isNotBelieved = (from: string): Case => ({ from, says: forgery, told: [from, 'http'] });

/** Compares the headers that nginx forwards, for each case at each location. */
async function toldProblems(nginx: string, cases: readonly Case[]): Promise<string[]> {
  const problems: string[] = [];
  const asking = new Map([ANYBODY, BALANCER].map((from) => [from, askingFrom(from)]));
  for (const { from, says, told } of cases)
    for (const path of PATHS) {
      const reply = await asking.get(from)?.(nginx + path, says);
      const heard = JSON.parse(reply?.body ?? '{}') as IncomingHttpHeaders;
      const [wanted, given] = [
        [...told, new URL(nginx).host],
        [heard['x-forwarded-for'], heard['x-forwarded-proto'], heard['x-forwarded-host']],
      ].map((one) => JSON.stringify(one));
      if (given !== wanted) problems.push(`${path} from ${from} with ${JSON.stringify(says)}: the server is told ${given} for ${wanted}`);
      const claims = [heard.forwarded, heard['x-real-ip'], heard['x-portal-host']];
      const isRecognised = JSON.stringify(claims) === JSON.stringify([undefined, undefined, HOST_SECRET]);
      if (API_PATHS.includes(path) && !isRecognised) problems.push(`${path} from ${from}: the API is told ${JSON.stringify(claims)}`);
    }
  return problems;
}

/** Checks `Secure` cookies and HSTS of a portal page, for a client that nginx treats as https and for another one. */
async function pageProblems(portal: string): Promise<string[]> {
  const problems: string[] = [];
  for (const [from, isSecure] of [
    [BALANCER, true],
    [ANYBODY, false],
  ] as const) {
    const { headers } = await askingFrom(from)(`${portal}/`, { ...of(GUARD), ...https });
    const cookies = headers['set-cookie'] ?? [];
    const areAsWanted = cookies.length > 0 && cookies.every((one) => one.includes('; Secure') === isSecure);
    if (!areAsWanted) problems.push(`a page from ${from}: the cookies ${JSON.stringify(cookies)}`);
    const hsts = headers['strict-transport-security'];
    if ((hsts !== undefined) !== isSecure) problems.push(`a page from ${from}: Strict-Transport-Security ${hsts}`);
  }
  return problems;
}

/**
 * `told` and `portal`: nginx that trusts the balancer, before an echo and before a portal. `untold`: nginx that trusts no address, before an echo.
 */
export async function tlsProblems(places: { told: string; untold: string; portal: string }): Promise<string[]> {
  return [
    ...(await toldProblems(places.told, [...believed, isNotBelieved(ANYBODY)])),
    ...(await toldProblems(places.untold, [ANYBODY, BALANCER].map(isNotBelieved))),
    ...(await pageProblems(places.portal)),
  ];
}
