import { type Desk, decide, makeLive, type Order } from './desk';
import { integrityOf } from './integrity';
import { Refusal } from './refusal';
import { newToken } from './token';
import { type KnownToken, listId, OPS, tokensOf } from './vouch';

const DAY_MS = 86_400_000;
const MOST_DAYS = 366;
const MODULE = /^(shell|mf-[a-z0-9-]+)$/;

interface Edit<T> {
  tokens: KnownToken[];
  what: string;
  module: string;
  answer: T;
}

/** A change of the list is a signed revision with a history line. */
const revise = <T>(
  desk: Desk,
  order: Order,
  edit: (tokens: KnownToken[], at: string) => Edit<T>,
): Promise<T & { revision: number; warnings: string[] }> =>
  decide(desk, [], async (text, running) => {
    if (!running) throw new Refusal('nothing is active yet: publish and activate the first set, then make tokens');
    const at = desk.now().toISOString();
    const { tokens, what, module, answer } = edit((await tokensOf(desk.store, running)) ?? [], at);
    const list = JSON.stringify(tokens);
    const integrity = integrityOf(list);
    await desk.store.keepTokens(listId(integrity), list);
    const next = { ...running, revision: running.revision + 1, at, tokens: integrity };
    const did = { what, ...(module === OPS ? {} : { module }) };
    const { registry, warnings } = await makeLive(desk, text, next, { by: order.by, why: order.why, did, changes: [] });
    return { ...answer, revision: registry.revision, warnings };
  });

export interface Wanted {
  /** A module, or OPS. */
  module: string;
  name: string;
  expires: string;
}

function assertMakes({ module, name, expires }: Wanted, now: Date): void {
  if (module !== OPS && !MODULE.test(module)) throw new Refusal(`${module} is no module: shell, or mf-…`);
  if (name.trim() === '') throw new Refusal('say who gets it: --name "…"');
  const last = Date.parse(`${expires}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(expires) || Number.isNaN(last) || new Date(last).toISOString().slice(0, 10) !== expires)
    throw new Refusal('say its last day: --expires 2027-01-31');
  const days = (last - Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`)) / DAY_MS;
  if (days < 0 || days > MOST_DAYS) throw new Refusal('--expires is a day of the coming year');
}

/**
 * Creates a token for one module, or for ops. Its text is only in the reply. After the first token the store accepts only publications
 * signed with a token.
 */
export async function createToken(desk: Desk, wanted: Wanted, order: Order) {
  assertMakes(wanted, desk.now());
  const { token, text } = newToken();
  const { module, name, expires } = wanted;
  const made = await revise(desk, order, (tokens, at) => ({
    tokens: [...tokens, { id: token.id, name, module, publicKey: token.publicKey, expires, at, by: order.by, why: order.why }],
    what: `create-token ${token.id} for ${module} to ${name}, until ${expires}`,
    module,
    answer: { isFirst: tokens.length === 0 },
  }));
  return { ...made, id: token.id, module, name, expires, token: text };
}

/** Revokes a token. Versions that it signed and that never ran can no longer be activated. */
export const revokeToken = (desk: Desk, id: string, order: Order) =>
  revise(desk, order, (tokens, at) => {
    const known = tokens.find((one) => one.id === id);
    if (!known) throw new Refusal(`there is no token ${id}: see portal tokens`);
    if (known.revoked) throw new Refusal(`the token ${id} was revoked already, on ${known.revoked.at.slice(0, 10)}`);
    const revoked = { at, by: order.by, why: order.why };
    const { module, name } = known;
    return {
      tokens: tokens.map((one) => (one === known ? { ...one, revoked } : one)),
      what: `revoke-token ${id} of ${name}, for ${module}`,
      module,
      answer: { id, name, module },
    };
  });
