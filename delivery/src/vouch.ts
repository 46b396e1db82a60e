import type { Registry } from '@portal/mf-kit/module';
import { integrityOf } from './integrity';
import { Refusal } from './refusal';
import { entryOf } from './registry';
import { isSigned, type Key, openPast } from './signing';
import { type Publication, readManifest, readPublication, type Store } from './store';
import type { Token } from './token';

/** In place of a module's name: an ops token, for every module and every command. */
export const OPS = 'ops';

/** A token as stored. It contains no private key. */
export interface KnownToken {
  id: string;
  /** The owner: a person, or a squad's pipeline. */
  name: string;
  /** The one module that it is for, or OPS. */
  module: string;
  publicKey: string;
  /** Its last day (UTC), as 2027-01-31. */
  expires: string;
  at: string;
  by: string;
  why: string;
  revoked?: { at: string; by: string; why: string };
}

/** The store's id for a list of tokens. */
export const listId = (integrity: string): string => Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex').slice(0, 32);

/** The tokens of a store; null if it has none. Then anyone with write access may publish, and the ops key is enough to activate. */
export async function tokensOf(store: Store, registry: Registry | null): Promise<KnownToken[] | null> {
  if (!registry?.tokens) return null;
  const id = listId(registry.tokens);
  const text = await store.tokens(id);
  if (text === null || integrityOf(text) !== registry.tokens)
    throw new Refusal(`the list of tokens that revision ${registry.revision} names (tokens/${id}) was changed or is missing: put it back`);
  return JSON.parse(text) as KnownToken[];
}

/** Why a token is no longer valid; null if it is. */
export function endOf({ expires, revoked }: KnownToken, now: Date): string | null {
  if (revoked) return `was revoked on ${revoked.at.slice(0, 10)} by ${revoked.by} (${revoked.why})`;
  return now.toISOString().slice(0, 10) > expires ? `ended on ${expires}` : null;
}

const asHelp = (wanted: string) => `portal create-token ${wanted === OPS ? '--ops' : `--module ${wanted}`}`;
const named = ({ name, id }: KnownToken) => `the token of ${name} (${id})`;

/** The owner of the token. Throws if it is not for this module, or not for commands of ops. */
export function holderOf(tokens: KnownToken[], token: Token | null, wanted: string, now: Date): KnownToken {
  if (!token) throw new Refusal(`this store takes nothing without a token: set PORTAL_TOKEN, which ${asHelp(wanted)} makes`);
  const known = tokens.find(({ id, publicKey }) => id === token.id && publicKey === token.publicKey);
  if (!known) throw new Refusal(`PORTAL_TOKEN (${token.id}) is no token of this store: see portal tokens`);
  const ended = endOf(known, now);
  if (ended !== null) throw new Refusal(`${named(known)} ${ended}: another one is made by ${asHelp(known.module)}`);
  if (known.module !== wanted && known.module !== OPS)
    throw new Refusal(`${named(known)} is for ${known.module}, not for ${wanted === OPS ? 'what ops do' : wanted}; nothing was done`);
  return known;
}

/** The text that the owner of a token signs: the manifest, which lists every file, and who published when and why. */
export const publicationText = (name: string, version: string, integrity: string, { at, by, why }: Publication): string =>
  JSON.stringify(['published', name, version, integrity, at, by, why]);

interface Judging {
  store: Store;
  ops: Pick<Key, 'publicKey'>;
  /** The active registry, with the handovers of the keys that signed earlier revisions. */
  running: Registry | null;
  now: Date;
}

/** Whether a signed revision activated this version with this manifest. */
async function ranBefore({ store, ops, running }: Judging, name: string, version: string, integrity: string): Promise<boolean> {
  for (const { revision, changes } of (await store.history()).reverse()) {
    if (!changes.some((change) => change.name === name && change.to === version)) continue;
    const registry = signedBy(ops, running, await store.revision(revision));
    const entry = entryOf(registry, name);
    const canary = entry && 'canary' in entry ? entry.canary : null;
    if ([entry, canary].some((one) => one?.version === version && one.integrity === integrity)) return true;
  }
  return false;
}

/** The registry that ops signed; null for an invalid one, which proves nothing. */
function signedBy(ops: Judging['ops'], running: Registry | null, text: string | null): Registry | null {
  try {
    return text === null ? null : openPast(text, ops.publicKey, running?.handovers).registry;
  } catch {
    return null;
  }
}

/**
 * Why a version must not become active in a store with tokens; null if it may. It may if a valid token for its module signed it, or if the
 * same version was active before.
 */
export async function unvouched(
  judging: Judging,
  tokens: KnownToken[],
  { name, version }: { name: string; version: string },
): Promise<string | null> {
  const { store, now } = judging;
  const found = await readManifest(store, name, version);
  if (!found) return null;
  const integrity = integrityOf(found.bytes);
  const publication = await readPublication(store, name, version);
  const known = tokens.find(({ id, module }) => id === publication?.token && (module === name || module === OPS));
  const isTheirs =
    known &&
    publication?.signature &&
    isSigned(publicationText(name, version, integrity, publication), publication.signature, known.publicKey);
  const ended = isTheirs ? endOf(known, now) : 'is missing';
  if (ended === null || (await ranBefore(judging, name, version, integrity))) return null;
  const why = isTheirs ? `${named(known)}, which signed it, ${ended}` : `it is not signed with a token for ${name}`;
  return `${name} ${version} may not begin to run: ${why}. Raise its version and publish it with one that counts`;
}
