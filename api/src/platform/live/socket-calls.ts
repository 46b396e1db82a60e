import { copy } from '@portal/contracts/_kernel/copy';
import { isSocketCall } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import type { FastifyBaseLogger } from 'fastify';
import type { Socket } from 'socket.io';
import type { Env } from '../config/env';
import { currentServices, runWithServices } from '../context';
import { clientAddress } from '../http/client-address';
import { ApiError, envelopeForThrown, errorEnvelope, fail } from '../http/errors';
import { executeCall } from '../http/execute-call';
import { mergeInput, parseInput } from '../http/parse-input';
import { countWrite } from '../http/rate-limit';
import { logReply, newReference } from '../http/request-log';
import type { CallContext, ReplyRoute, Route } from '../http/routes';
import { endCall, startCall } from '../http/trace-context';
import { authenticate, type Principal, requireRole } from '../identity/authenticate';

/** Maximum size of one call as JSON. */
const BYTES_AT_MOST = 64 * 1024;

/** Number of calls that a guard may make in a burst, and per second on average. */
export interface CallLimit {
  burst: number;
  perSecond: number;
}
export const CALL_LIMIT: CallLimit = { burst: 60, perSecond: 20 };
/** Number of such error replies that one socket gets before it is disconnected. */
const REFUSALS: CallLimit = { burst: 500, perSecond: 1 };

export interface CallSettings extends Pick<Env, 'mode' | 'basic' | 'staffToken' | 'hostSecret'> {
  log: FastifyBaseLogger;
}

export interface SocketCaller {
  /** Key of the rate limit, shared by all sockets of the caller. */
  who: string;
  /** The credential of the handshake, verified at each call: a session may end before its socket does. */
  authorization: string;
}

/** Resolves once the calls that a socket has made so far are answered. */
export const waitForPendingCalls = async (socket: Socket): Promise<void> => void (await currentServices().live.pendingCalls.get(socket));

type Reply = (envelope: Envelope) => void;
type Answer = (name: string, given: unknown[], caller: SocketCaller, socket: Socket) => Promise<Envelope>;

/** Creates a token bucket per caller. It uses the process's monotonic clock and no query, so that a flood does not load the database. */
function createTokenBucket({ burst, perSecond }: CallLimit): (who: string) => boolean {
  const left = new Map<string, { calls: number; at: number }>();
  return (who) => {
    const at = performance.now();
    const before = left.get(who) ?? { calls: burst, at };
    const calls = Math.min(burst, before.calls + ((at - before.at) / 1000) * perSecond);
    if (left.size > 10_000) left.clear();
    left.set(who, { calls: calls < 1 ? calls : calls - 1, at });
    return calls >= 1;
  };
}

function isTooLarge(given: unknown[]): boolean {
  try {
    return Buffer.byteLength(JSON.stringify(given)) > BYTES_AT_MOST;
  } catch {
    // Nested too deeply for JSON.stringify.
    return true;
  }
}

function createCallContext(socket: Socket, { staff }: Principal, hostSecret: string | undefined, reference: string): CallContext {
  return {
    address: clientAddress(socket.request, hostSecret),
    userAgent: socket.request.headers['user-agent'] ?? null,
    reference,
    room: socket.id,
    token: null,
    staff,
    cookie: () => null,
    setCookie: () => {
      throw new Error('A socket call cannot set a cookie');
    },
  };
}

/** The options of a call: its idempotency key, and the headers of its trace. */
const optionsOf = (given: unknown): Readonly<Record<string, unknown>> => (typeof given === 'object' && given !== null ? { ...given } : {});

/** Handles socket calls with the same routes, credentials, input checks and envelopes as over HTTP. */
function createAnswer(routes: readonly Route[], settings: CallSettings): Answer {
  const calls = new Map(
    routes
      .filter((route): route is ReplyRoute => route.kind === 'reply' && isSocketCall(route.endpoint))
      .map((route) => [route.endpoint.path, route]),
  );
  async function answer(
    name: string,
    [body, given]: unknown[],
    caller: SocketCaller,
    socket: Socket,
    reference: string,
  ): Promise<Envelope> {
    const began = performance.now();
    let principal: Principal = { guard: null, staff: null };
    const answered = async (): Promise<Envelope> => {
      const route = calls.get(name) ?? fail(400, 'There is no such call.');
      principal = await authenticate(route.endpoint.auth, caller.authorization, settings, () =>
        clientAddress(socket.request, settings.hostSecret),
      );
      requireRole(route.endpoint, principal);
      await countWrite(route, principal.guard);
      const input = parseInput(route.endpoint.input, mergeInput({}, {}, body));
      const { key } = optionsOf(given);
      return executeCall(
        route,
        { ...principal, input, context: createCallContext(socket, principal, settings.hostSecret, reference), key },
        settings.mode,
      );
    };
    const envelope = await answered().catch((error: unknown) => envelopeForThrown(error, reference, settings.log));
    const event = calls.has(name) ? name : 'unknown';
    logReply(
      settings.log,
      { method: 'EVENT', route: event, status: envelope.code },
      performance.now() - began,
      { event, reference },
      principal,
    );
    return envelope;
  }
  return async (name, given, caller, socket) => {
    const reference = newReference();
    const event = calls.has(name) ? name : 'unknown';
    const trace = startCall({ name: `EVENT ${event}`, headers: optionsOf(given[1]), isHost: false, attributes: { event } });
    const envelope = await runWithServices(currentServices(), () => answer(name, given, caller, socket, reference), trace);
    endCall(trace, envelope.code, reference);
    return envelope;
  };
}

/**
 * Handles the calls of clients: `emit(name, input, { key }, acknowledge)`, the last two optional. The calls of one socket run in sequence. An
 * invalid credential gets one 401, then its socket ends.
 */
export function createSocketCalls(routes: readonly Route[], settings: CallSettings): (socket: Socket, caller: SocketCaller) => void {
  const api = currentServices();
  const answer = createAnswer(routes, settings);
  const isWithinLimit = createTokenBucket(api.limits.socketCalls);
  const tooOften: Envelope = { ...errorEnvelope(new ApiError(429, copy.tooMany(1))), retryAfter: 1 };
  const tooLarge: Envelope = errorEnvelope(new ApiError(413, 'What was sent is too large.'));
  return (socket, caller) => {
    const withinRejectionLimit = createTokenBucket(REFUSALS);
    let line: Promise<unknown> = Promise.resolve();
    socket.onAny((name: string, ...given: unknown[]) => {
      const reply = (typeof given.at(-1) === 'function' ? given.pop() : () => {}) as Reply;
      const isOften = !isWithinLimit(caller.who);
      // Checked before the call is queued, so that large calls do not wait in memory.
      if (isOften || isTooLarge(given)) {
        reply(isOften ? tooOften : tooLarge);
        if (!withinRejectionLimit(socket.id)) socket.disconnect(true);
        return;
      }
      line = line.then(async () => {
        const envelope = await runWithServices(api, () => answer(name, given, caller, socket));
        reply(envelope);
        if (envelope.code === 401) socket.disconnect(true);
      });
      api.live.pendingCalls.set(socket, line);
    });
  };
}
