import { type Endpoint, isSocketCall } from '@portal/contracts/_kernel/endpoint';
import { createDomains } from '../../src/domains';
import { currentServices } from '../../src/platform/context';
import { getPool } from '../../src/platform/database/db';
import type { Route } from '../../src/platform/http/routes';
import type { TestApi } from '../test-api';
import type { FuzzCase, FuzzSubject } from './case';
import { casesOf, type FuzzExtent } from './cases';
import { checkReply, WITHIN_MS, writeDefect } from './check-reply';
import { type CountRows, readFigures, runTwiceConcurrently } from './concurrent-pair';
import { endSockets, exchangeEvent } from './event';
import { headersFor } from './fixtures';
import { foreignCases } from './foreign-ids';
import { rightInput } from './inputs';
import { type OtherGuards, otherGuardsOf } from './other-guards';
import type { FuzzWorld, Scene } from './scene';
import { type DataSnapshot, takeSnapshot } from './snapshot';
import { curlCommandOf, endConnections, exchange, hangUp, type ReceivedReply } from './wire';

export interface FuzzFailure {
  endpoint: string;
  name: string;
  says: string;
  curl: string;
}

export interface FuzzReport {
  calls: number;
  /** Endpoints without a known valid input: they get only calls without one. */
  unreached: string[];
  failures: FuzzFailure[];
}

/** Each call has a different address, so that rate limits per address do not affect the others. */
const addressOf = (call: number) => `10.${(call >> 16) & 255}.${(call >> 8) & 255}.${call & 255}`;

/** Every endpoint that the API serves, in a fixed order. */
export const everyRoute = (): Route[] =>
  createDomains({ mode: 'test', identity: null, portalUrl: '' }).sort((a, b) => (a.endpoint.id < b.endpoint.id ? -1 : 1));

interface Bench {
  api: TestApi;
  world: FuzzWorld;
  store: DataSnapshot;
  strangers: OtherGuards;
  figures: CountRows;
  report: FuzzReport;
}

async function settle({ store }: Bench): Promise<string[]> {
  const changed = await store.changes();
  if (changed.length > 0) await store.restore(changed);
  currentServices().clock.moveTo(null);
  return changed;
}

async function send({ api, report }: Bench, one: FuzzCase, isEvent: boolean): Promise<ReceivedReply | Error | null> {
  report.calls++;
  const sent = { ...one.sent, headers: { ...one.sent.headers, 'x-forwarded-for': addressOf(report.calls) } };
  if (one.hangsUp) {
    await hangUp(api.url, sent);
    return null;
  }
  return (isEvent ? exchangeEvent : exchange)(api.url, sent, WITHIN_MS).catch((error: Error) => error);
}

async function subjectOf(bench: Bench, endpoint: Endpoint): Promise<FuzzSubject> {
  const { mine, theirs } = bench.world;
  let nearest: FuzzSubject | undefined;
  for (const [at, scene] of mine.entries()) {
    const right = rightInput(endpoint.input, scene.known);
    const subject = { endpoint, theirs: theirs[at] as Scene, right, headers: headersFor(endpoint, scene) };
    nearest ??= subject;
    const [first] = casesOf(subject, { seed: 0, runs: 0, values: 0 });
    const reply = first && (await send(bench, first, isSocketCall(endpoint)));
    await settle(bench);
    if (reply && 'status' in reply && reply.status < 300) return subject;
  }
  bench.report.unreached.push(endpoint.id);
  return nearest as FuzzSubject;
}

/** The harm to another guard: data in the reply, or changed rows. */
async function harm({ strangers }: Bench, { sent }: FuzzCase, reply: ReceivedReply): Promise<string | null> {
  const shown = strangers.shownIn(reply, sent);
  if (shown) return `shows ${shown}, which is another guard's`;
  const harmed = await strangers.harmed();
  return harmed.length > 0 ? `changed another guard's ${harmed.join(', ')}` : null;
}

function fail({ api, report }: Bench, { endpoint }: Route, { name, sent }: FuzzCase, says: string): void {
  report.failures.push({ endpoint: endpoint.id, name, says, curl: curlCommandOf(api.url, sent) });
}

const saysOf = ({ status, body }: ReceivedReply) =>
  `${status} ${String((JSON.parse(body.toString()) as { userMessage?: string }).userMessage)}`;

/** Another guard's data must be refused like unknown data: by 403 or 404, or with the same message. */
async function betrayal(bench: Bench, { endpoint }: Route, { isForeign, unknown }: FuzzCase, reply: ReceivedReply): Promise<string | null> {
  if (isForeign !== 'is refused' || !unknown || reply.status < 400 || reply.status === 403 || reply.status === 404) return null;
  const other = await send(bench, { name: 'of nobody', sent: unknown }, isSocketCall(endpoint));
  await settle(bench);
  const said = other && 'status' in other ? saysOf(other) : String(other);
  return said === saysOf(reply) ? null : `was refused with ${saysOf(reply)}, and unknown data with ${said}`;
}

async function attempt(bench: Bench, route: Route, one: FuzzCase): Promise<void> {
  const reply = await send(bench, one, isSocketCall(route.endpoint));
  const harmed = one.isForeign && reply && 'status' in reply ? await harm(bench, one, reply) : null;
  const changed = await settle(bench);
  const betrayed = reply && 'status' in reply ? await betrayal(bench, route, one, reply) : null;
  const isAccepted = reply !== null && 'status' in reply && reply.status < 300;
  const says =
    harmed ??
    betrayed ??
    (reply instanceof Error ? reply.message : reply && checkReply(route, one, reply)) ??
    writeDefect(route.endpoint, isAccepted, changed);
  if (says) fail(bench, route, one, says);
}

async function attemptTogether(bench: Bench, route: Route, subject: FuzzSubject): Promise<void> {
  if (route.kind === 'file') return;
  const [right] = casesOf(subject, { seed: 0, runs: 0, values: 0 });
  if (!right) return;
  const hands = {
    send: (one: FuzzCase) => send(bench, one, isSocketCall(route.endpoint)),
    settle: () => settle(bench),
    figures: bench.figures,
  };
  for (const says of await runTwiceConcurrently(route, right, hands)) fail(bench, route, { ...right, name: 'two at once' }, says);
}

/** Tries every bad call of the given endpoints on a separate API. */
export async function fuzz(
  { api, world }: { api: TestApi; world: FuzzWorld },
  chosen: readonly Route[],
  extent: FuzzExtent,
  onDone: (id: string, calls: number) => void = () => {},
): Promise<FuzzReport> {
  const report: FuzzReport = { calls: 0, unreached: [], failures: [] };
  await getPool().query('delete from rate_limits');
  const store = await takeSnapshot();
  const bench: Bench = { api, world, store, strangers: await otherGuardsOf(world.theirs), figures: await readFigures(), report };
  try {
    for (const route of chosen) {
      const before = report.calls;
      const subject = await subjectOf(bench, route.endpoint);
      for (const one of [...foreignCases(subject), ...casesOf(subject, extent)]) await attempt(bench, route, one);
      await attemptTogether(bench, route, subject);
      onDone(route.endpoint.id, report.calls - before);
    }
    return report;
  } finally {
    bench.store.drop();
    endConnections();
    endSockets();
  }
}
