import type { ModuleVersion, Registry, RegistryModule } from '@portal/mf-kit/module';
import { UserError } from '../errors';
import { moduleEntry } from '../registry/next-registry';
import { type Key, verifyPastRegistry, verifySignature } from '../registry/signatures';
import type { SigningToken } from '../registry/signing-token';
import { integrityOf } from '../store/integrity';
import { type Attestation, readPublication, type Store } from '../store/store';

/** In place of a module's name: an ops token, for every module and every command. */
export const OPS_SCOPE = 'ops';

/** A token as stored. It contains no private key. */
export interface TokenRecord {
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
export async function readTokens(store: Store, registry: Registry | null): Promise<TokenRecord[] | null> {
  if (!registry?.tokens) return null;
  const id = listId(registry.tokens);
  const text = await store.tokens(id);
  if (text === null || integrityOf(text) !== registry.tokens)
    throw new UserError(
      `the list of tokens that revision ${registry.revision} names (tokens/${id}) was changed or is missing: put it back`,
    );
  return JSON.parse(text) as TokenRecord[];
}

/** Why a token is no longer valid; null if it is. */
export function tokenEnd({ expires, revoked }: TokenRecord, now: Date): string | null {
  if (revoked) return `was revoked on ${revoked.at.slice(0, 10)} by ${revoked.by} (${revoked.why})`;
  return now.toISOString().slice(0, 10) > expires ? `ended on ${expires}` : null;
}

const asHelp = (wanted: string) => `portal create-token ${wanted === OPS_SCOPE ? '--ops' : `--module ${wanted}`}`;
const named = ({ name, id }: TokenRecord) => `the token of ${name} (${id})`;

/** The owner of the token. Throws if it is not for this module, or not for commands of ops. */
export function requireToken(tokens: TokenRecord[], token: SigningToken | null, wanted: string, now: Date): TokenRecord {
  if (!token) throw new UserError(`this store takes nothing without a token: set PORTAL_TOKEN, which ${asHelp(wanted)} makes`);
  const known = tokens.find(({ id, publicKey }) => id === token.id && publicKey === token.publicKey);
  if (!known) throw new UserError(`PORTAL_TOKEN (${token.id}) is no token of this store: see portal tokens`);
  const ended = tokenEnd(known, now);
  if (ended !== null) throw new UserError(`${named(known)} ${ended}: another one is made by ${asHelp(known.module)}`);
  if (known.module !== wanted && known.module !== OPS_SCOPE)
    throw new UserError(
      `${named(known)} is for ${known.module}, not for ${wanted === OPS_SCOPE ? 'what ops do' : wanted}; nothing was done`,
    );
  return known;
}

/** The text that the owner of a token signs: the manifest, which lists every file, and who published when and why. */
export const attestationText = (name: string, version: string, integrity: string, { at, by, why }: Attestation): string =>
  JSON.stringify(['published', name, version, integrity, at, by, why]);

interface Judging {
  store: Store;
  ops: Pick<Key, 'publicKey'>;
  /** The active registry, with the handovers of the keys that signed earlier revisions. */
  running: Registry | null;
  now: Date;
}

/**
 * The hash of the `module.json` with which a signed revision activated this version; null if none did. A version of the active set is found
 * without the history, which a writer of the store can change.
 */
export async function signedManifest(
  { store, ops, running }: Pick<Judging, 'store' | 'ops' | 'running'>,
  name: string,
  version: string,
): Promise<string | null> {
  const activatedBy = (registry: Registry | null, isActive = false) => {
    const entry: (Partial<RegistryModule> & ModuleVersion) | undefined = moduleEntry(registry, name);
    // The build of a dev server has no hash.
    const all = [entry?.dev ? null : entry, entry?.canary, isActive ? entry?.lastGood : null];
    return all.find((one) => one?.version === version)?.integrity ?? null;
  };
  const now = activatedBy(running, true);
  if (now !== null) return now;
  for (const { revision, changes } of (await store.history()).reverse()) {
    if (!changes.some((change) => change.name === name && change.to === version)) continue;
    const before = activatedBy(signedBy(ops, running, await store.revision(revision)));
    if (before !== null) return before;
  }
  return null;
}

/** The registry that ops signed; null for an invalid one, which proves nothing. */
function signedBy(ops: Judging['ops'], running: Registry | null, text: string | null): Registry | null {
  try {
    return text === null ? null : verifyPastRegistry(text, ops.publicKey, running?.handovers).registry;
  } catch {
    return null;
  }
}

/**
 * Why a version must not become active in a store with tokens; null if it may. It may if a valid token for its module signed it, or if the
 * same version was active before.
 */
export async function attestationProblem(
  judging: Judging,
  tokens: TokenRecord[],
  { name, version, integrity }: { name: string; version: string; integrity: string },
): Promise<string | null> {
  const { store, now } = judging;
  const publication = await readPublication(store, name, version);
  const known = tokens.find(({ id, module }) => id === publication?.token && (module === name || module === OPS_SCOPE));
  const isTheirs =
    known &&
    publication?.signature &&
    verifySignature(attestationText(name, version, integrity, publication), publication.signature, known.publicKey);
  const ended = isTheirs ? tokenEnd(known, now) : 'is missing';
  if (ended === null || (await signedManifest(judging, name, version)) === integrity) return null;
  const why = isTheirs ? `${named(known)}, which signed it, ${ended}` : `it is not signed with a token for ${name}`;
  return `${name} ${version} may not begin to run: ${why}. Raise its version and publish it with one that counts`;
}
