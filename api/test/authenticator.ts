import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { cose, isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const USER_IS_PRESENT_AND_VERIFIED = 0b101;
const HAS_CREDENTIAL = 0b1000000;

interface Over {
  origin?: string;
  challenge?: string;
  counter?: number;
  flags?: number;
}

/** A software authenticator with one passkey: it answers the options of the API like a browser. */
export class TestAuthenticator {
  readonly id = randomBytes(16);
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private counter = 0;

  constructor(private readonly origin: string) {}

  /** The answer to `navigator.credentials.create`. */
  create({ options }: { options: Record<string, unknown> }, over: Over = {}): Record<string, unknown> {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [cose.COSEKEYS.kty, cose.COSEKTY.EC2],
      [cose.COSEKEYS.alg, cose.COSEALG.ES256],
      [cose.COSEKEYS.crv, cose.COSECRV.P256],
      [cose.COSEKEYS.x, new Uint8Array(Buffer.from(x, 'base64url'))],
      [cose.COSEKEYS.y, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, isoCBOR.encode(key as never)]);
    const authData = Buffer.concat([this.head(HAS_CREDENTIAL, over), credential]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return this.answer({
      clientDataJSON: this.clientData('webauthn.create', options, over),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)),
    });
  }

  /** The answer to `navigator.credentials.get`. */
  get({ options }: { options: Record<string, unknown> }, over: Over = {}): Record<string, unknown> {
    this.counter += 1;
    const authenticatorData = this.head(0, over);
    const clientDataJSON = this.clientData('webauthn.get', options, over);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), this.keys.privateKey);
    return this.answer({ clientDataJSON, authenticatorData, signature });
  }

  private head(more: number, { counter = this.counter, flags = USER_IS_PRESENT_AND_VERIFIED }: Over): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(new URL(this.origin).hostname), Buffer.from([flags | more]), count]);
  }

  private clientData(type: string, options: Record<string, unknown>, { origin = this.origin, challenge }: Over): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge: challenge ?? options.challenge, origin, crossOrigin: false }));
  }

  private answer(parts: Record<string, Buffer>): Record<string, unknown> {
    const id = this.id.toString('base64url');
    const response = Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64url')]));
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, authenticatorAttachment: 'platform', response };
  }
}
