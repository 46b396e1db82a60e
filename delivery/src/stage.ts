import { assertSigns, assertSound, type Desk, manifestOf, type Order, type Request, readRegistry, said } from './desk';
import { integrityOf } from './integrity';
import { Refusal } from './refusal';
import { asCandidate, nextRegistry } from './registry';
import { signCandidate, signRegistry } from './signing';

export interface Staged {
  id: string;
  until: string;
  token: string;
  warnings: string[];
}

const HOUR_MS = 3_600_000;

/**
 * Stages the next revision as a candidate: a complete set that passes the gate and is visible only by its signed link. The active set does
 * not change. The document is marked as a candidate, so it cannot be passed off as active.
 */
export async function stage(desk: Desk, requests: Request[], order: Order, hours: number): Promise<Staged> {
  const { registry } = await readRegistry(desk);
  if (!registry) throw new Refusal('nothing is active yet: a candidate is a change of what is');
  if (!(hours > 0 && hours <= 30 * 24)) throw new Refusal('--hours is above 0 and at most 720');
  const found = await Promise.all(requests.map((request) => manifestOf(desk.store, request)));
  const at = desk.now().toISOString();
  const until = new Date(desk.now().getTime() + hours * HOUR_MS).toISOString();
  const targets = found.map((target) => ({ ...target, lastGood: null }));
  const next = asCandidate(nextRegistry(registry, targets, { by: order.by, why: order.why, at }), until);
  const sound = await assertSound(desk, { running: registry, registry: next, begin: found.map(({ manifest }) => manifest) }, order);
  assertSigns(desk.ops, next);
  const signed = signRegistry(next, desk.ops);
  const id = Buffer.from(integrityOf(signed.document).slice(7), 'base64').toString('hex').slice(0, 16);
  await desk.store.stage(id, JSON.stringify(signed));
  return { id, until, token: signCandidate(id, desk.ops), warnings: said(sound) };
}
