import type { ModuleVersion, Registry, RegistryModule } from '@portal/mf-kit/module';
import { type BuildRecord, PROVENANCE_FILE, sourceOf } from '@portal/mf-kit/provenance';
import { UserError } from '../errors';
import { moduleEntry } from '../registry/next-registry';
import { type Key, verifyPastRegistry } from '../registry/signatures';
import type { SigningToken } from '../registry/signing-token';
import { hexOf, integrityOf } from '../store/integrity';
import { readManifest, type Store } from '../store/store';
import { isStatementOf, openStatement } from './statement';

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
export const listId = (integrity: string): string => hexOf(integrity).slice(0, 32);

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

/** A key that signs statements of a module, with the reason why it may no longer do so; null if it may. */
interface PublisherKey {
  publicKey: string;
  end: string | null;
}

/** In a store with tokens, the tokens of the module and of ops; in one without, the ops key. The others prove a version that ran before. */
function publisherKeys({ ops, running, now }: Judging, tokens: TokenRecord[] | null, name: string): PublisherKey[] {
  const own = (tokens ?? []).filter(({ module }) => module === name || module === OPS_SCOPE);
  return [
    ...own.map((token) => {
      const end = tokenEnd(token, now);
      return { publicKey: token.publicKey, end: end && `${named(token)}, which signed it, ${end}` };
    }),
    { publicKey: ops.publicKey, end: tokens && `it is not signed with a token for ${name}` },
    ...(running?.handovers ?? []).map(({ from }) => ({ publicKey: from, end: 'the ops key that signed it was replaced' })),
  ];
}

export interface BeginningVersion {
  name: string;
  version: string;
  /** The hash of `module.json` that the next revision will contain. */
  integrity: string;
}

/** Whether a version may become active: the reason against it, or a note about it. */
export interface AttestationCheck {
  problem?: string;
  note?: string;
}

/** The reason why the statement of a version proves nothing; null if it is valid. `hasRun`: a signed revision named this `module.json`. */
async function statementProblem(
  judging: Judging,
  tokens: TokenRecord[] | null,
  version: BeginningVersion,
  hasRun: boolean,
): Promise<string | null> {
  const { name } = version;
  const read = (file: string) => judging.store.read(name, version.version, file);
  const envelope = await read(PROVENANCE_FILE);
  if (!envelope) return 'it has no provenance statement';
  const opened = openStatement(envelope, publisherKeys(judging, tokens, name));
  if (!opened) return tokens ? `it is not signed with a token for ${name}` : 'it is not signed with the ops key';
  const { statement, key } = opened;
  if (!isStatementOf(statement, version)) return 'its provenance statement is of another build';
  for (const { name: file, digest } of statement.predicate.runDetails.byproducts) {
    const bytes = await read(file);
    if (!bytes || hexOf(integrityOf(bytes)) !== digest.sha384) return `its ${file} is not the one that its provenance statement names`;
  }
  if (hasRun) return null;
  if (key.end !== null) return key.end;
  return tokens && sourceProblem(statement.predicate);
}

/** Why a build cannot be repeated; null if it can. A store with tokens accepts only builds that can. */
export function sourceProblem(record: Pick<BuildRecord, 'buildDefinition'>): string | null {
  const { commit, uncommitted } = sourceOf(record);
  if (commit === null) return 'it was built outside a git repository';
  return uncommitted.length > 0 ? `it was built with changes that no commit has (${uncommitted.join(', ')})` : null;
}

/**
 * Checks the provenance statement of a version. A version that a signed revision named before may run although its key has ended, or
 * although it was built before there were statements, which the note states.
 */
export async function checkStatement(judging: Judging, tokens: TokenRecord[] | null, version: BeginningVersion): Promise<AttestationCheck> {
  const hasRun = (await signedManifest(judging, version.name, version.version)) === version.integrity;
  const found = await readManifest(judging.store, version.name, version.version);
  // Another answer of the store does not make the version an older one.
  if (hasRun && found && integrityOf(found.bytes) === version.integrity && !found.manifest.attested)
    return { note: `${version.name} ${version.version} was built before provenance statements; it may run because it ran before` };
  const problem = await statementProblem(judging, tokens, version, hasRun);
  return problem === null ? {} : { problem };
}

/** The check of a version that begins to run. `--force` does not override its problem. */
export async function checkAttestation(...check: Parameters<typeof checkStatement>): Promise<AttestationCheck> {
  const { problem, note } = await checkStatement(...check);
  const [, , { name, version }] = check;
  if (problem === undefined) return note === undefined ? {} : { note };
  return { problem: `${name} ${version} may not begin to run: ${problem}. Build and publish it again with a higher version` };
}
