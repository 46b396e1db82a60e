import type { Registry } from '@portal/mf-kit/module';
import { integrityOf } from './integrity';
import { Refusal } from './refusal';
import { entryOf } from './registry';
import { isSigned, type Key, openPast } from './signing';
import { type Publication, readManifest, readPublication, type Store } from './store';
import type { Token } from './token';

/** In the place of a module's name: a token of those who operate, for every module and every command. */
export const OPS = 'ops';

/** A token as the store knows it. Nothing here signs anything. */
export interface KnownToken {
  id: string;
  /** Who has it: a person, or a squad's pipeline. */
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

/** What a list of tokens is kept under. */
export const listId = (integrity: string): string => Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex').slice(0, 32);

/** The tokens of a store; null while it has none: then whoever can write it may publish, and the ops key alone activates. */
export async function tokensOf(store: Store, registry: Registry | null): Promise<KnownToken[] | null> {
  if (!registry?.tokens) return null;
  const id = listId(registry.tokens);
  const text = await store.tokens(id);
  if (text === null || integrityOf(text) !== registry.tokens)
    throw new Refusal(`the list of tokens that revision ${registry.revision} names (tokens/${id}) was changed or is missing: put it back`);
  return JSON.parse(text) as KnownToken[];
}

/** Why a token counts no longer; null while it does. */
export function endOf({ expires, revoked }: KnownToken, now: Date): string | null {
  if (revoked) return `was revoked on ${revoked.at.slice(0, 10)} by ${revoked.by} (${revoked.why})`;
  return now.toISOString().slice(0, 10) > expires ? `ended on ${expires}` : null;
}

const asHelp = (wanted: string) => `portal create-token ${wanted === OPS ? '--ops' : `--module ${wanted}`}`;
const named = ({ name, id }: KnownToken) => `the token of ${name} (${id})`;

/** Who acts, by their token. Refuses one that is not for this module, or for what ops do. */
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

/** What the owner of a token signs of a version: its manifest, which lists every file, and who says so when and why. */
export const publicationText = (name: string, version: string, integrity: string, { at, by, why }: Publication): string =>
  JSON.stringify(['published', name, version, integrity, at, by, why]);

interface Judging {
  store: Store;
  ops: Pick<Key, 'publicKey'>;
  /** What runs: it says which keys signed what ran before. */
  running: Registry | null;
  now: Date;
}

/** Whether a revision that ops signed had this version run, with this very manifest. */
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

/** What ops signed; null for what they did not, which vouches for nobody. */
function signedBy(ops: Judging['ops'], running: Registry | null, text: string | null): Registry | null {
  try {
    return text === null ? null : openPast(text, ops.publicKey, running?.handovers).registry;
  } catch {
    return null;
  }
}

/**
 * Why a version may not begin to run in a store with tokens; null when it may: it is signed with one that is for its module and still
 * counts, or it ran before, and is as it was.
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
