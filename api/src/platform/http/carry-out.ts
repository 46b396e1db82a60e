import { keepsKey } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import type { Schema } from 'yup';
import { isInDoubt } from '../database/db';
import { reading } from '../database/replica';
import type { Env } from '../env';
import { dropUnnamed, storeUploads } from '../files/stored-uploads';
import { readUploads } from '../files/uploads';
import type { Principal } from '../identity/auth';
import { requireConfirmation } from '../identity/confirmation';
import { audited } from '../identity/staff-audit';
import { Refusal, unconfirmed } from './errors';
import { type ReplyRoute, successEnvelope, type Visit } from './http-binding';
import { once } from './idempotency';
import { replyDefect } from './input';

/** A call whose credential and input were checked, however it came. */
export interface Asked extends Principal {
  input: unknown;
  visit: Visit;
  /** The idempotency key, as it was sent. */
  key: unknown;
}

const isRefusal = (error: unknown) => error instanceof Refusal;

const underWay = new Set<Promise<unknown>>();

/** Resolves when nothing is being carried out. A server that closes waits for its connections: whoever hung up has none. */
export async function carriedOut(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay);
}

/** Acts, once for each key of a guard or of staff, with a line in the audit for staff, and holds the reply to its contract. */
export function carryOut(route: ReplyRoute, asked: Asked, mode: Env['mode']): Promise<Envelope> {
  const acting = act(route, asked, mode).finally(() => underWay.delete(acting));
  underWay.add(acting);
  return acting;
}

/** Of what is kept for a repeat no cookie is a part: one that a call sets, its repeat must know how to set. */
const withoutCookies = (visit: Visit, id: string): Visit => ({
  ...visit,
  setCookie() {
    throw new Error(`${id} sets a cookie: bind it with what a repeat does again`);
  },
});

async function act(route: ReplyRoute, { guard, staff, input, visit, key }: Asked, mode: Env['mode']): Promise<Envelope> {
  const { endpoint } = route;
  const keeper = endpoint.method === 'GET' || endpoint.knowsRepeats ? null : guard;
  const allowed = keeper === null || route.again ? visit : withoutCookies(visit, endpoint.id);
  await route.count?.(input, visit);
  // Before the act and its transaction: pictures and recordings take long. A repeated key is judged by what was sent, not by what is made of it.
  const checked = endpoint.body === 'multipart' ? await readUploads(endpoint.input as Schema, input, guard ? 'guard' : 'visitor') : input;
  // Guards' files alone: what a visitor sends lies in its own row.
  const stores = guard !== null && endpoint.body === 'multipart';
  // A repeat that has its reply prepares nothing, so it needs no confirmation.
  const prepare = async () => {
    if (guard && endpoint.confirmed) await requireConfirmation(guard, checked);
    const ready = await route.prepare?.(guard, checked, allowed);
    if (stores) await storeUploads(checked);
    return ready;
  };
  const { reference } = visit;
  let carried: Envelope | undefined;
  const run = async (ready: unknown): Promise<Envelope> => {
    const acted = () => audited({ endpoint, staff, input, reference, key }, () => route.run(guard, checked, allowed, ready));
    const result = await (route.onlyReads ? reading(acted, isRefusal) : acted());
    const envelope = successEnvelope(endpoint, result);
    const defect = mode === 'production' ? null : replyDefect(endpoint.output, envelope.data);
    if (defect) throw new Error(`The reply of ${endpoint.id} breaks its contract: ${defect}`);
    carried = envelope;
    return envelope;
  };
  try {
    if (keeper === null || typeof key !== 'string') return await run(await prepare());
    const write = { guardId: keeper.id, endpoint: endpoint.id, key, input };
    const reply = await once(write, run, route.prepare || stores || endpoint.confirmed ? prepare : undefined);
    if (reply !== carried) await route.again?.(keeper, checked, visit);
    return reply;
  } catch (error) {
    const isOnce = endpoint.knowsRepeats || (keepsKey(endpoint) && typeof key === 'string');
    throw isOnce && isInDoubt(error) ? unconfirmed(error, true) : error;
  } finally {
    if (stores) await dropUnnamed(checked);
  }
}
