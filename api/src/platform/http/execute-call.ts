import { usesIdempotencyKey } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import type { Schema } from 'yup';
import type { Env } from '../config/env';
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

/** A call whose credential and input were checked, however it came. */
export interface CallRequest extends Principal {
  input: unknown;
  context: CallContext;
  /** The idempotency key, as it was sent. */
  key: unknown;
}

const isRefusal = (error: unknown) => error instanceof ApiError;

const activeCalls = new Set<Promise<unknown>>();

/** Resolves when nothing is being carried out. A server that closes waits for its connections: whoever hung up has none. */
export async function allCallsFinished(): Promise<void> {
  while (activeCalls.size > 0) await Promise.allSettled(activeCalls);
}

/** Acts, once for each key of a guard or of staff, with a line in the audit for staff, and holds the reply to its contract. */
export function executeCall(route: ReplyRoute, asked: CallRequest, mode: Env['mode']): Promise<Envelope> {
  const acting = act(route, asked, mode).finally(() => activeCalls.delete(acting));
  activeCalls.add(acting);
  return acting;
}

/** Of what is kept for a repeat no cookie is a part: one that a call sets, its repeat must know how to set. */
const withoutCookies = (context: CallContext, id: string): CallContext => ({
  ...context,
  setCookie() {
    throw new Error(`${id} sets a cookie: bind it with what a repeat does again`);
  },
});

async function act(route: ReplyRoute, { guard, staff, input, context, key }: CallRequest, mode: Env['mode']): Promise<Envelope> {
  const { endpoint } = route;
  const keeper = endpoint.method === 'GET' || endpoint.knowsRepeats ? null : guard;
  const allowed = keeper === null || route.onReplay ? context : withoutCookies(context, endpoint.id);
  await route.count?.(input, context);
  // Before the act and its transaction: pictures and recordings take long. A repeated key is judged by what was sent, not by what is made of it.
  const checked =
    endpoint.body === 'multipart' ? await processUploads(endpoint.input as Schema, input, guard ? 'guard' : 'visitor') : input;
  // Guards' files alone: what a visitor sends lies in its own row.
  const stores = guard !== null && endpoint.body === 'multipart';
  // A repeat that has its reply prepares nothing, so it needs no confirmation.
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
