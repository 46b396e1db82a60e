import { type Endpoint, isSocketCall } from '@portal/contracts/_kernel/endpoint';
import { routes } from '../../domains';
import { moveClock } from '../../platform/clock';
import { openPool } from '../../platform/db';
import type { Route } from '../../platform/http-binding';
import type { TestApi } from '../api';
import type { Case, Subject } from './case';
import { casesOf, type Extent } from './cases';
import { endSockets, exchangeEvent } from './event';
import { rightInput } from './inputs';
import { judge, WITHIN_MS } from './judge';
import { keepStore, type Store } from './store';
import { asCurl, endConnections, exchange, hangUp, type Received } from './wire';
import { headersFor, makeWorld, type World } from './world';

export interface Failure {
  endpoint: string;
  name: string;
  says: string;
  curl: string;
}

export interface Report {
  calls: number;
  /** Endpoints whose right input was not found: they are only tried from the outside. */
  unreached: string[];
  failures: Failure[];
}

/** Tries are counted although the call is refused. */
const counters = new Set(['rate_limits', 'otp_codes']);

/** Each call comes from an address of its own: what one tries, the limits of another do not feel. */
const addressOf = (call: number) => `10.${(call >> 16) & 255}.${(call >> 8) & 255}.${call & 255}`;

/** Every endpoint that the API serves, in a fixed order. */
export const everyRoute = (): Route[] =>
  routes({ mode: 'test', identity: null, portalUrl: '' }).sort((a, b) => (a.endpoint.id < b.endpoint.id ? -1 : 1));

interface Bench {
  api: TestApi;
  world: World;
  store: Store;
  report: Report;
}

async function settle({ store }: Bench): Promise<string[]> {
  const changed = await store.changes();
  if (changed.length > 0) await store.restore(changed);
  moveClock(null);
  return changed;
}

async function send({ api, report }: Bench, one: Case, isEvent: boolean): Promise<Received | Error | null> {
  report.calls++;
  const sent = { ...one.sent, headers: { ...one.sent.headers, 'x-forwarded-for': addressOf(report.calls) } };
  if (one.hangsUp) {
    await hangUp(api.url, sent);
    return null;
  }
  return (isEvent ? exchangeEvent : exchange)(api.url, sent, WITHIN_MS).catch((error: Error) => error);
}

async function subjectOf(bench: Bench, endpoint: Endpoint): Promise<Subject> {
  const { scenes, foreign } = bench.world;
  const tried = scenes.map((scene) => ({
    endpoint,
    foreign,
    right: rightInput(endpoint.input, scene.known),
    headers: headersFor(endpoint, scene),
  }));
  for (const subject of tried) {
    const [first] = casesOf(subject, { seed: 0, runs: 0, values: 0 });
    const reply = first && (await send(bench, first, isSocketCall(endpoint)));
    await settle(bench);
    if (reply && 'status' in reply && reply.status < 300) return subject;
  }
  bench.report.unreached.push(endpoint.id);
  return tried[0] as Subject;
}

async function attempt(bench: Bench, route: Route, one: Case): Promise<void> {
  const reply = await send(bench, one, isSocketCall(route.endpoint));
  const changed = await settle(bench);
  const isAccepted = reply !== null && 'status' in reply && reply.status < 300;
  const stored = isAccepted ? [] : changed.filter((name) => !counters.has(name));
  const says =
    (reply instanceof Error ? reply.message : reply && judge(route, one, reply)) ??
    (stored.length > 0 ? `was refused, but changed ${stored.join(', ')}` : null);
  if (says) bench.report.failures.push({ endpoint: route.endpoint.id, name: one.name, says, curl: asCurl(bench.api.url, one.sent) });
}

/** Tries every bad call of the given endpoints on an API of a test's own. */
export async function fuzz(
  api: TestApi,
  chosen: readonly Route[],
  extent: Extent,
  onDone: (id: string, calls: number) => void = () => {},
): Promise<Report> {
  const report: Report = { calls: 0, unreached: [], failures: [] };
  const world = await makeWorld(api);
  await openPool().query('delete from rate_limits');
  const bench: Bench = { api, world, store: await keepStore(), report };
  try {
    for (const route of chosen) {
      const before = report.calls;
      const subject = await subjectOf(bench, route.endpoint);
      for (const one of casesOf(subject, extent)) await attempt(bench, route, one);
      onDone(route.endpoint.id, report.calls - before);
    }
    return report;
  } finally {
    bench.store.drop();
    endConnections();
    endSockets();
  }
}
