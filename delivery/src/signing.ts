import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import { timestampText } from '@portal/mf-kit/timestamp';
import { Refusal } from './refusal';

/** `ops` signs each revision; `timestamp` is the host's and signs only "revision N is current at T". */
export type KeyName = 'ops' | 'timestamp';

export interface Key {
  privateKey: KeyObject;
  /** The 32 bytes in base64url: what a page imports as a JWK's `x`. */
  publicKey: string;
}

const rawOf = (key: KeyObject): string => {
  const { x } = key.export({ format: 'jwk' });
  if (!x) throw new Error('not an ed25519 key');
  return x;
};
const publicFrom = (raw: string): KeyObject => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw }, format: 'jwk' });

/** Reads a key of the data folder, or makes it at its first use (mode 600; the public half beside it as `<name>.pub`). */
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
      // Two processes at their first start: the one that came first made the key.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  chmodSync(file, 0o600);
  const privateKey = createPrivateKey(readFileSync(file));
  return { privateKey, publicKey: rawOf(createPublicKey(privateKey)) };
}

/** The public half alone: a host that only serves needs no more of the ops key. */
export function loadPublicKey(data: string, name: KeyName): string {
  const file = join(data, 'keys', `${name}.pub`);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : loadKey(data, name).publicKey;
}

/** The keys of who works on a store: without the ops key they publish and look, and whatever has to be signed with it is refused. */
export function loadOps(data: string): Key {
  const isHere = (half: string) => existsSync(join(data, 'keys', `ops.${half}`));
  if (isHere('pem') || !isHere('pub')) return loadKey(data, 'ops');
  return {
    publicKey: loadPublicKey(data, 'ops'),
    get privateKey(): KeyObject {
      throw new Refusal(`the ops key is not on this machine (${join(data, 'keys', 'ops.pem')}): whoever has it does this`);
    },
  };
}

const signText = (text: string, key: Key) => sign(null, Buffer.from(text), key.privateKey).toString('base64');
/** Whether the owner of a public key signed this text. */
export const isSigned = (text: string, signature: string, publicKey: string): boolean =>
  verify(null, Buffer.from(text), publicFrom(publicKey), Buffer.from(signature, 'base64'));

export function signRegistry(registry: Registry, ops: Key): SignedRegistry {
  const document = JSON.stringify(registry);
  return { document, signature: signText(document, ops) };
}

interface Opened {
  signed: SignedRegistry;
  registry: Registry;
}

function open(text: string, opsPublicKey: string): Opened {
  const signed = JSON.parse(text) as SignedRegistry;
  if (!isSigned(signed.document, signed.signature, opsPublicKey)) throw new Error('the registry is not signed by the ops key');
  return { signed, registry: JSON.parse(signed.document) as Registry };
}

/** The registry inside `text`. Throws when it is not what the ops key signed, or a candidate, which is never what is live. */
export function openRegistry(text: string, opsPublicKey: string): Opened {
  const opened = open(text, opsPublicKey);
  if (opened.registry.candidate) throw new Error(`revision ${opened.registry.revision} is a candidate`);
  return opened;
}

/** The candidate inside `text`, and until when it may be seen. Throws when it is none that the ops key signed. */
export function openCandidate(text: string, opsPublicKey: string): Opened & { until: string } {
  const opened = open(text, opsPublicKey);
  if (!opened.registry.candidate) throw new Error(`revision ${opened.registry.revision} is no candidate`);
  return { ...opened, until: opened.registry.candidate.until };
}

export function signTimestamp(revision: number, at: Date, key: Key): NonNullable<SignedRegistry['timestamp']> {
  const instant = at.toISOString();
  return { revision, at: instant, signature: signText(timestampText(revision, instant), key) };
}

export const isTimestampValid = ({ revision, at, signature }: NonNullable<SignedRegistry['timestamp']>, publicKey: string): boolean =>
  isSigned(timestampText(revision, at), signature, publicKey);

const candidateText = (id: string) => `candidate ${id} may be seen`;

/** What a link to a candidate carries. */
export const signCandidate = (id: string, ops: Key): string =>
  `${id}.${Buffer.from(signText(candidateText(id), ops), 'base64').toString('base64url')}`;

/** The candidate that a link leads to; null when the ops key did not sign it. */
export function candidateOf(token: string, opsPublicKey: string): string | null {
  const [, id = '', signature = ''] = /^([0-9a-f]{16})\.([\w-]{86})$/.exec(token) ?? [];
  const given = Buffer.from(signature, 'base64url').toString('base64');
  return id !== '' && isSigned(candidateText(id), given, opsPublicKey) ? id : null;
}
