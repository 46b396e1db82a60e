import { randomUUID } from 'node:crypto';
import { isGuardCall, isSocketCall, usesIdempotencyKey } from '@portal/contracts/_kernel/endpoint';
import { session as sessionEndpoint } from '@portal/contracts/auth/auth.endpoints';
import { answerWelfareCheck } from '@portal/contracts/welfare/welfare.endpoints';
import { currentServices } from '../../src/platform/context';
import { getPool } from '../../src/platform/database/db';
import type { Route } from '../../src/platform/http/routes';
import { casesOf } from '../fuzz/cases';
import { ConnectionEnded, endSockets, exchangeEvent } from '../fuzz/event';
import { headersFor } from '../fuzz/fixtures';
import { everyRoute } from '../fuzz/fuzz';
import type { FuzzApi } from '../fuzz/fuzz-api';
import { rightInput } from '../fuzz/inputs';
import type { Scene } from '../fuzz/scene';
import { type DataSnapshot, takeSnapshot } from '../fuzz/snapshot';
import { endConnections, exchange, type ReceivedReply, type SentRequest } from '../fuzz/wire';
import { signedSms } from '../inbound-sms';
import { findViolations } from '../invariants';
import { testEnv } from '../test-env';

const WITHIN_MS = 30_000;
const SMS = 'welfare.sms';

/** A valid write of a guard or of staff. */
interface Call {
  id: string;
  isKeyed: boolean;
  isEvent: boolean;
  sent(): SentRequest;
}

export interface RaceViolation {
  scene: number;
  pair: string;
  says: string;
}

export interface RaceResult {
  /** Distinct pairs, and the number of runs of two concurrent writes. */
  pairs: number;
  races: number;
  violations: RaceViolation[];
  /** Pairs of the scenes that were reached, for which no time was left. */
  left: number;
}

/** A pair after the requested number of runs, and its violations. */
export interface RacedPair {
  scene: number;
  pair: string;
  says: string[];
}

export interface RaceExtent {
  /** How often each pair is sent. */
  times: number;
  /** Only these scenes of the world; undefined: all. */
  scenes?: readonly number[];
  /** Only pairs with a write of these; undefined: all. */
  only?: readonly string[];
  say?: (line: string) => void;
  /** Pairs that an earlier run has raced: they are skipped. */
  known?: readonly string[];
  /** Called after each pair, so that its result survives an end of the run. */
  note?: (raced: RacedPair) => void;
  /** Starts no pair after so many milliseconds. */
  forMs?: number;
}

/** Whether a call is about one guard or one job: made by a guard, or naming either. */
function isAboutThem({ endpoint, kind }: Route): boolean {
  if (kind === 'file' || endpoint.method === 'GET') return false;
  const names = Object.keys((endpoint.input as { fields?: object }).fields ?? {});
  return (
    isGuardCall(endpoint) ||
    names.some((name) =>
      ['guard', 'jobId', 'shiftId', 'withdrawalId', 'sosId', 'id', 'ticketId', 'injuryId', 'reportId', 'offerId'].includes(name),
    )
  );
}

class Track {
  private sent = 0;
  private constructor(
    private readonly url: string,
    private readonly store: DataSnapshot,
  ) {}

  static async on({ api }: FuzzApi): Promise<Track> {
    await getPool().query('delete from rate_limits');
    return new Track(api.url, await takeSnapshot());
  }

  /** Sends a call under a fresh key, from a fresh address. */
  send({ sent, isKeyed, isEvent }: Call): Promise<ReceivedReply | Error> {
    this.sent++;
    const address = `10.${(this.sent >> 16) & 255}.${(this.sent >> 8) & 255}.${this.sent & 255}`;
    const request = sent();
    const headers = { ...request.headers, 'x-forwarded-for': address, ...(isKeyed && { 'idempotency-key': randomUUID() }) };
    return (isEvent ? exchangeEvent : exchange)(this.url, { ...request, headers }, WITHIN_MS).catch((error: Error) => error);
  }

  /** Restores all data. @returns the tables and files that were changed. */
  async settle(): Promise<string[]> {
    const changed = await this.store.changes();
    if (changed.length > 0) await this.store.restore(changed);
    currentServices().clock.moveTo(null);
    return changed;
  }

  end(): void {
    this.store.drop();
    endConnections();
    endSockets();
  }
}

function callOf({ endpoint }: Route, scene: Scene): Call | null {
  const subject = { endpoint, theirs: scene, right: rightInput(endpoint.input, scene.known), headers: headersFor(endpoint, scene) };
  const [right] = casesOf(subject, { seed: 0, runs: 0, values: 0 });
  const isKeyed = usesIdempotencyKey(endpoint) && !isSocketCall(endpoint);
  return right ? { id: endpoint.id, isKeyed, isEvent: isSocketCall(endpoint), sent: () => right.sent } : null;
}

/** The guard's reply to a welfare check by text message, which is no endpoint. Each request is another message with its own signature. */
const smsOf = ({ known: { smsReplies = [] } }: Scene): Call[] =>
  smsReplies.map((message) => ({
    ...{ id: SMS, isKeyed: false, isEvent: false },
    sent: () => {
      const { body, ...signed } = signedSms(testEnv.smsInbound ?? '', JSON.stringify(message));
      return { ...signed, body: Buffer.from(body) };
    },
  }));

/** The call that checks whether the guard of a scene is logged in. */
function sessionOf(scene: Scene): Call {
  const route = everyRoute().find(({ endpoint }) => endpoint.id === sessionEndpoint.id);
  const call = route && callOf(route, scene);
  if (!call) throw new Error('No call asks for the session');
  return call;
}

/** The calls that succeed in a scene, and write. */
async function writesOf(track: Track, routes: readonly Route[], scene: Scene): Promise<Call[]> {
  const calls: Call[] = [];
  for (const call of [...routes.flatMap((route) => callOf(route, scene) ?? []), ...smsOf(scene)]) {
    const reply = await track.send(call);
    const changed = (await track.settle()).filter((name) => !['rate_limits', 'idempotency_keys'].includes(name));
    if (!(reply instanceof Error) && reply.status < 300 && changed.length > 0) calls.push(call);
  }
  return calls;
}

/** A socket that closes with the session of its guard owes no acknowledgement; `isIn` checks whether that session is still valid. */
async function saysOf(reply: ReceivedReply | Error, { isEvent }: Call, isIn: () => Promise<boolean>): Promise<string[]> {
  if (reply instanceof Error) return isEvent && reply instanceof ConnectionEnded && !(await isIn()) ? [] : [reply.message];
  return reply.status >= 500 ? [`status ${reply.status}: ${reply.body.toString().slice(0, 200)}`] : [];
}

async function race(track: Track, one: Call, other: Call, session: Call): Promise<string[]> {
  const [first, second] = await Promise.all([track.send(one), track.send(other)]);
  const isIn = async () => {
    const reply = await track.send(session);
    return reply instanceof Error || reply.status !== 401;
  };
  const says = [...(await saysOf(first, one, isIn)), ...(await saysOf(second, other, isIn)), ...(await findViolations())];
  await track.settle();
  return says;
}

/**
 * Sends every pair of successful writes on the same guard or job concurrently, each several times, from the same state, and then checks the
 * invariants in the database. Both orders get their turn; a write is also paired with itself.
 */
export async function racePairs(ground: FuzzApi, routes: readonly Route[], extent: RaceExtent): Promise<RaceResult> {
  const { times, scenes, only, say = () => {}, known = [], note = () => {}, forMs = Number.POSITIVE_INFINITY } = extent;
  const began = performance.now();
  const track = await Track.on(ground);
  const told: RaceResult = { pairs: 0, races: 0, violations: [], left: 0 };
  const isNamed = ({ id }: Call) => only === undefined || only.includes(id === SMS ? answerWelfareCheck.id : id);
  const done = new Set<string>(known);
  try {
    const about = routes.filter(isAboutThem);
    for (const [at, scene] of ground.world.mine.entries()) {
      if (scenes && !scenes.includes(at)) continue;
      const session = sessionOf(scene);
      const calls = await writesOf(track, about, scene);
      const pairs = calls.flatMap((one, from) => calls.slice(from).map((other): [Call, Call] => [one, other]));
      const fresh = pairs.filter((pair) => pair.some(isNamed) && !done.has(pair.map(({ id }) => id).join(' with ')));
      for (const [one, other] of fresh) {
        const pair = `${one.id} with ${other.id}`;
        done.add(pair);
        if (performance.now() - began > forMs) {
          told.left += 1;
          continue;
        }
        const says = new Set<string>();
        for (let time = 0; time < times; time++)
          for (const line of await race(track, ...(time % 2 ? ([other, one] as const) : ([one, other] as const)), session)) says.add(line);
        told.violations.push(...[...says].map((line) => ({ scene: at, pair, says: line })));
        told.races += times;
        told.pairs += 1;
        note({ scene: at, pair, says: [...says] });
      }
      say(
        `scene ${at}: ${calls.length} writes, ${fresh.length} new pairs, ${told.races} races so far, ${told.violations.length} violations`,
      );
    }
    return told;
  } finally {
    track.end();
  }
}
