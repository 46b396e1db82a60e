import { usesIdempotencyKey } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import type { Schema } from 'yup';
import type { Env } from '../config/env';
import { currentServices } from '../context';
import { isCommitUnknown } from '../database/db';
import { readFromReplica } from '../database/replica';
import { processUploads } from '../files/process-uploads';
import { deleteUnclaimedUploads, storeUploads } from '../files/stored-uploads';
import type { Principal } from '../identity/authenticate';
import { requireConfirmation } from '../identity/confirmation';
import { runAudited } from '../identity/staff-audit';
import { ApiError, commitUnknownError } from './errors';
import { runOnce } from './idempotency';
import { replyMismatch } from './parse-input';
import { type CallContext, type ReplyRoute, successEnvelope } from './routes';

/** A call after the checks of its credential and input, over HTTP or a socket. */
export interface CallRequest extends Principal {
  input: unknown;
  context: CallContext;
  /** The idempotency key as sent. */
  key: unknown;
}

const isRefusal = (error: unknown) => error instanceof ApiError;

/** Resolves once no call is running. The close of the server waits only for open connections, not for calls of disconnected clients. */
export async function waitForAllCalls(): Promise<void> {
  const { calls } = currentServices();
  while (calls.size > 0) await Promise.allSettled(calls);
}

/** Runs a call once per idempotency key, with an audit row for staff, and checks its reply against the contract. */
export function executeCall(route: ReplyRoute, asked: CallRequest, mode: Env['mode']): Promise<Envelope> {
  const { calls } = currentServices();
  const acting = act(route, asked, mode).finally(() => calls.delete(acting));
  calls.add(acting);
  return acting;
}

/** The stored reply contains no cookies, so an endpoint that sets one needs `onReplay`. */
const withoutCookies = (context: CallContext, id: string): CallContext => ({
  ...context,
  setCookie() {
    throw new Error(`${id} sets a cookie: bind it with onReplay`);
  },
});

async function act(route: ReplyRoute, { guard, staff, input, context, key }: CallRequest, mode: Env['mode']): Promise<Envelope> {
  const { endpoint } = route;
  const keeper = endpoint.method === 'GET' || endpoint.knowsRepeats ? null : guard;
  const allowed = keeper === null || route.onReplay ? context : withoutCookies(context, endpoint.id);
  await route.count?.(input, context);
  // Before the transaction, because pictures and recordings take long. Replays compare the sent input, not the processed one.
  const checked =
    endpoint.body === 'multipart' ? await processUploads(endpoint.input as Schema, input, guard ? 'guard' : 'visitor') : input;
  // Only for guards: a visitor's files are stored in a database row.
  const stores = guard !== null && endpoint.body === 'multipart';
  // A replay returns the stored reply without `prepare`, so it needs no confirmation.
  const prepare = async () => {
    if (guard && endpoint.confirmed) await requireConfirmation(guard, checked);
    const ready = await route.prepare?.(guard, checked, allowed);
    if (stores) await storeUploads(checked);
    return ready;
  };
  const { reference } = context;
  let carried: Envelope | undefined;
  const run = async (ready: unknown): Promise<Envelope> => {
    const acted = () => runAudited({ endpoint, staff, input, reference, key }, () => route.run(guard, checked, allowed, ready));
    const result = await (route.readOnly ? readFromReplica(acted, isRefusal) : acted());
    const envelope = successEnvelope(endpoint, result);
    const defect = mode === 'production' ? null : replyMismatch(endpoint.output, envelope.data);
    if (defect) throw new Error(`The reply of ${endpoint.id} breaks its contract: ${defect}`);
    carried = envelope;
    return envelope;
  };
  try {
    if (keeper === null || typeof key !== 'string') return await run(await prepare());
    const write = { guardId: keeper.id, endpoint: endpoint.id, key, input };
    const reply = await runOnce(write, run, route.prepare || stores || endpoint.confirmed ? prepare : undefined);
    if (reply !== carried) await route.onReplay?.(keeper, checked, context);
    return reply;
  } catch (error) {
    const isOnce = endpoint.knowsRepeats || (usesIdempotencyKey(endpoint) && typeof key === 'string');
    throw isOnce && isCommitUnknown(error) ? commitUnknownError(error, true) : error;
  } finally {
    if (stores) await deleteUnclaimedUploads(checked);
  }
}
