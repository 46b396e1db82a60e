import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import { handoverChain, handoverText, type KeyHandover } from '@portal/mf-kit/signedTexts';
import { timestampText } from '@portal/mf-kit/timestamp';
import { UserError } from '../errors';

/** `ops` signs each revision; `timestamp` belongs to the host and signs only "revision N is current at T". */
export type KeyName = 'ops' | 'timestamp';

export interface Key {
  privateKey: KeyObject;
  /** 32 bytes in base64url, as in the `x` of a JWK. */
  publicKey: string;
}

const rawOf = (key: KeyObject): string => {
  const { x } = key.export({ format: 'jwk' });
  if (!x) throw new Error('not an ed25519 key');
  return x;
};
const publicFrom = (raw: string): KeyObject => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw }, format: 'jwk' });

/** Reads a key of the data folder, or creates it at first use (mode 600; the public half is `<name>.pub`). */
export function loadKey(data: string, name: KeyName): Key {
  const folder = join(data, 'keys');
  const file = join(folder, `${name}.pem`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    try {
      writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { flag: 'wx', mode: 0o600 });
      writeFileSync(join(folder, `${name}.pub`), `${rawOf(publicKey)}\n`);
    } catch (error) {
      // Another process created the key first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  chmodSync(file, 0o600);
  const privateKey = createPrivateKey(readFileSync(file));
  return { privateKey, publicKey: rawOf(createPublicKey(privateKey)) };
}

/** The public half, which is enough for a host that only serves. */
export function loadPublicKey(data: string, name: KeyName): string {
  const file = join(data, 'keys', `${name}.pub`);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : loadKey(data, name).publicKey;
}

/** The keys for work on a store. Without the private ops key, reading and publishing with a token work, and signing throws. */
export function loadOpsKey(data: string): Key {
  if (hasKey(data, 'ops') || !hasAnyHalf(data, 'ops')) return loadKey(data, 'ops');
  return {
    publicKey: loadPublicKey(data, 'ops'),
    get privateKey(): KeyObject {
      throw new UserError(`the ops key is not on this machine (${join(data, 'keys', 'ops.pem')}): run the command where it is`);
    },
  };
}

/** A waiting key has its own file, so that two concurrent changes do not overwrite each other's key. */
const waitingFile = (data: string, name: KeyName, publicKey: string) => join(data, 'keys', `${name}.${publicKey}.pem`);

/** Creates a key that is to replace another. */
export function createPendingKey(data: string, name: KeyName): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = { privateKey, publicKey: rawOf(publicKey) };
  writeFileSync(waitingFile(data, name, key.publicKey), privateKey.export({ type: 'pkcs8', format: 'pem' }), { flag: 'wx', mode: 0o600 });
  return key;
}

/** The keys that wait to replace another. */
export function listPendingKeys(data: string, name: KeyName): Key[] {
  const folder = join(data, 'keys');
  const files = existsSync(folder)
    ? readdirSync(folder).filter((file) => file.startsWith(`${name}.`) && /\.[\w-]{43}\.pem$/.test(file))
    : [];
  return files.map((file) => {
    const privateKey = createPrivateKey(readFileSync(join(folder, file)));
    return { privateKey, publicKey: rawOf(createPublicKey(privateKey)) };
  });
}

/** Deletes a waiting key that is not used. */
export const deletePendingKey = (data: string, name: KeyName, { publicKey }: Key): void => rmSync(waitingFile(data, name, publicKey));

/** The key of this machine that is among `listed`, including waiting keys; null if none is. */
export const loadListed = (data: string, name: KeyName, listed: readonly string[]): Key | null =>
  [loadKey(data, name), ...listPendingKeys(data, name)].find(({ publicKey }) => listed.includes(publicKey)) ?? null;

/** Replaces the current key. If it is killed in between, it can be repeated, because the public half is a copy. */
export function promotePendingKey(data: string, name: KeyName, { publicKey }: Key): void {
  const folder = join(data, 'keys');
  writeFileSync(join(folder, `${name}.pub.new`), `${publicKey}\n`);
  renameSync(join(folder, `${name}.pub.new`), join(folder, `${name}.pub`));
  renameSync(waitingFile(data, name, publicKey), join(folder, `${name}.pem`));
}

/** Whether the private half is here. Readers must not create one. */
export const hasKey = (data: string, name: KeyName): boolean => existsSync(join(data, 'keys', `${name}.pem`));
/** Whether this machine knows any half of the key. If it does, no new key must be created. */
export const hasAnyHalf = (data: string, name: KeyName): boolean => hasKey(data, name) || existsSync(join(data, 'keys', `${name}.pub`));

/** The signature of a key, in base 64. */
export const signBytes = (bytes: Uint8Array, key: Key): string => sign(null, bytes, key.privateKey).toString('base64');
const signText = (text: string, key: Key) => signBytes(Buffer.from(text), key);
/** Whether the owner of a public key signed these bytes. */
export const verifyBytes = (bytes: Uint8Array, signature: string, publicKey: string): boolean =>
  verify(null, bytes, publicFrom(publicKey), Buffer.from(signature, 'base64'));
const verifySignature = (text: string, signature: string, publicKey: string): boolean =>
  verifyBytes(Buffer.from(text), signature, publicKey);

export function signRegistry(registry: Registry, ops: Key): SignedRegistry {
  const document = JSON.stringify(registry);
  return { document, signature: signText(document, ops) };
}

interface Opened {
  signed: SignedRegistry;
  registry: Registry;
}

function open(text: string, keysOf: (registry: Registry) => readonly string[]): Opened {
  const signed = JSON.parse(text) as SignedRegistry;
  const registry = JSON.parse(signed.document) as Registry;
  const isOurs = keysOf(registry).some((key) => verifySignature(signed.document, signed.signature, key));
  if (!isOurs) throw new Error('the registry is not signed by the ops key');
  return { signed, registry };
}

function openLive(text: string, keyOf: (registry: Registry) => string): Opened {
  const opened = open(text, (registry) => [keyOf(registry)]);
  if (opened.registry.candidate) throw new Error(`revision ${opened.registry.revision} is a candidate`);
  return opened;
}

/** Creates the handover, signed by both keys. */
export function signHandover(from: Key, to: Key, since: number): KeyHandover {
  const text = handoverText({ from: from.publicKey, to: to.publicKey, since });
  return { from: from.publicKey, to: to.publicKey, since, signatures: { from: signText(text, from), to: signText(text, to) } };
}

const isHandedOver = (one: KeyHandover) =>
  verifySignature(handoverText(one), one.signatures.from, one.from) && verifySignature(handoverText(one), one.signatures.to, one.to);

/** The key that signs a revision, for a client that trusts `key`. Throws if a handover is not signed by both keys. */
export function keyFor(revision: number, key: string, known: readonly KeyHandover[]): string {
  const chain = handoverChain(revision, key, known);
  if (!chain.every(isHandedOver)) throw new Error('a handover of the ops key is not signed by the key before it and the one after');
  return chain.at(-1)?.to ?? key;
}

/** The key that signed a past revision, for a client that trusts the current one. Follows the signed handovers backwards. */
function keyOfPast(revision: number, key: string, known: readonly KeyHandover[]): string {
  const before = known.find(({ to, since }) => to === key && revision < since);
  return before && isHandedOver(before) ? keyOfPast(revision, before.from, known) : key;
}

/**
 * Returns the registry inside `text`. Throws if neither the ops key nor its successor signed it, or if it is a candidate. `known`:
 * handovers that were verified before. With them, a revision before a handover verifies with the key of its time, so a restored store is
 * reported as an older one.
 */
export const verifyRegistry = (text: string, opsPublicKey: string, known: readonly KeyHandover[] = []): Opened =>
  openLive(text, ({ revision, handovers = [] }) => keyFor(revision, keyOfPast(revision, opsPublicKey, known), [...known, ...handovers]));

/** Returns a past revision, signed by the ops key of its time. Throws if it is not. */
export const verifyPastRegistry = (text: string, opsPublicKey: string, handovers: readonly KeyHandover[] = []): Opened =>
  openLive(text, ({ revision }) => keyOfPast(revision, opsPublicKey, handovers));

/** Returns the candidate inside `text` and its expiry. Throws if it is not a candidate signed by one of these keys. */
export function verifyCandidate(text: string, ...keys: readonly string[]): Opened & { until: string } {
  const opened = open(text, () => keys);
  if (!opened.registry.candidate) throw new Error(`revision ${opened.registry.revision} is no candidate`);
  return { ...opened, until: opened.registry.candidate.until };
}

export function signTimestamp(revision: number, at: Date, key: Key): NonNullable<SignedRegistry['timestamp']> {
  const instant = at.toISOString();
  return { revision, at: instant, signature: signText(timestampText(revision, instant), key) };
}

export const isTimestampValid = ({ revision, at, signature }: NonNullable<SignedRegistry['timestamp']>, publicKey: string): boolean =>
  verifySignature(timestampText(revision, at), signature, publicKey);

const candidateText = (id: string) => `candidate ${id} may be seen`;

/** The token in a candidate's link. */
export const signCandidate = (id: string, ops: Key): string =>
  `${id}.${Buffer.from(signText(candidateText(id), ops), 'base64').toString('base64url')}`;

/** The candidate id of a link; null if the ops key did not sign it. */
export function candidateOf(token: string, opsPublicKey: string): string | null {
  const [, id = '', signature = ''] = /^([0-9a-f]{16})\.([\w-]{86})$/.exec(token) ?? [];
  const given = Buffer.from(signature, 'base64url').toString('base64');
  return id !== '' && verifySignature(candidateText(id), given, opsPublicKey) ? id : null;
}
