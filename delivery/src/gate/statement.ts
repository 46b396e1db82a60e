import type { BuildRecord, ResourceDescriptor } from '@portal/mf-kit/provenance';
import { dsse } from '@sigstore/core';
import { type Key, signBytes, verifyBytes } from '../registry/signatures';
import type { SigningToken } from '../registry/signing-token';
import { hexOf, integrityOf } from '../store/integrity';
import { PUBLICATION } from '../store/store';

const STATEMENT = 'https://in-toto.io/Statement/v1';
const SLSA = 'https://slsa.dev/provenance/v1';
const PAYLOAD = 'application/vnd.in-toto+json';
/** The file of a version that lists all others. */
const SUBJECT = 'module.json';

/** An in-toto statement with SLSA v1 provenance. */
export interface Statement {
  _type: string;
  subject: ResourceDescriptor[];
  predicateType: string;
  predicate: BuildRecord & { runDetails: { builder: { id: string } } };
}

/** A DSSE envelope, the stored form of a statement. */
interface Envelope {
  payloadType: string;
  payload: string;
  signatures: { keyid: string; sig: string }[];
}

interface StatedVersion {
  record: BuildRecord;
  /** The hash of its `module.json`. */
  integrity: string;
  /** `published.json`, if the version has one. */
  publication: Uint8Array | undefined;
}

/** The signed statement of a version. Its publisher is the builder, because the publisher's key is all that a reader can check. */
export function signStatement({ record, integrity, publication }: StatedVersion, signer: SigningToken | Key): Buffer {
  const isToken = 'id' in signer;
  const keyid = isToken ? signer.id : signer.publicKey;
  const { builder, byproducts } = record.runDetails;
  const published = publication && { name: PUBLICATION, digest: { sha384: hexOf(integrityOf(publication)) } };
  const statement: Statement = {
    _type: STATEMENT,
    subject: [{ name: SUBJECT, digest: { sha384: hexOf(integrity) } }],
    predicateType: SLSA,
    predicate: {
      buildDefinition: record.buildDefinition,
      runDetails: {
        builder: { id: `urn:guard-portal:publisher:${keyid}`, ...builder },
        byproducts: [...byproducts, ...(published ? [published] : [])],
      },
    },
  };
  const payload = Buffer.from(JSON.stringify(statement));
  const signed = dsse.preAuthEncoding(PAYLOAD, payload);
  const envelope: Envelope = {
    payloadType: PAYLOAD,
    payload: payload.toString('base64'),
    signatures: [{ keyid, sig: isToken ? signer.sign(signed) : signBytes(signed, signer) }],
  };
  return Buffer.from(JSON.stringify(envelope));
}

const open = (bytes: Uint8Array) => {
  const envelope = JSON.parse(new TextDecoder().decode(bytes)) as Envelope;
  return { ...envelope, text: Buffer.from(envelope.payload, 'base64') };
};

/** The statement in an envelope whose signature was checked before. */
export const readStatement = (bytes: Uint8Array): Statement => JSON.parse(open(bytes).text.toString()) as Statement;

/** The statement in an envelope with the one of `keys` that signed it; null if none of them did. */
export function openStatement<K extends { publicKey: string }>(
  bytes: Uint8Array,
  keys: readonly K[],
): { statement: Statement; key: K } | null {
  try {
    const { payloadType, text, signatures } = open(bytes);
    const signed = dsse.preAuthEncoding(payloadType, text);
    const key = keys.find(({ publicKey }) => signatures.some(({ sig }) => verifyBytes(signed, sig, publicKey)));
    if (!key || payloadType !== PAYLOAD) return null;
    return { statement: JSON.parse(text.toString()) as Statement, key };
  } catch {
    // A text that is no envelope proves nothing.
    return null;
  }
}

/** Whether a statement is about this version: its name, its number and the hash of its `module.json`. */
export function isStatementOf(
  { _type, predicateType, subject, predicate }: Statement,
  { name, version, integrity }: { name: string; version: string; integrity: string },
): boolean {
  const { externalParameters } = predicate.buildDefinition;
  return (
    _type === STATEMENT &&
    predicateType === SLSA &&
    subject.length === 1 &&
    subject[0]?.name === SUBJECT &&
    subject[0].digest.sha384 === hexOf(integrity) &&
    externalParameters.module === name &&
    externalParameters.version === version
  );
}
