/** @jest-environment node */
import { generateKeyPairSync, sign } from 'node:crypto';
import { isSigned } from './signatures';

const keyOf = (key: ReturnType<typeof generateKeyPairSync>['publicKey']) => key.export({ format: 'jwk' }).x ?? '';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const opsKey = keyOf(publicKey);
const document = '{"revision":7,"modules":{}}';
const signature = sign(null, Buffer.from(document), privateKey).toString('base64');

const withoutEd25519 = () =>
  jest.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('Unrecognized algorithm name', 'NotSupportedError'));

afterEach(() => jest.restoreAllMocks());

describe.each([
  ['by WebCrypto', () => jest.spyOn(crypto.subtle, 'importKey'), 1],
  ['by the library, in a browser whose WebCrypto lacks Ed25519', withoutEd25519, 0],
] as const)('%s', (_how, prepare, verified) => {
  it('accepts a revision that the ops key signed', async () => {
    prepare();
    const verify = jest.spyOn(crypto.subtle, 'verify');
    expect(await isSigned({ document, signature }, opsKey)).toBe(true);
    expect(verify).toHaveBeenCalledTimes(verified);
  });

  it('rejects a changed revision, the signature of another key, and an invalid signature', async () => {
    prepare();
    const other = keyOf(generateKeyPairSync('ed25519').publicKey);
    expect(await isSigned({ document: document.replace('7', '8'), signature }, opsKey)).toBe(false);
    expect(await isSigned({ document, signature }, other)).toBe(false);
    expect(await isSigned({ document, signature: btoa('short') }, opsKey)).toBe(false);
  });
});

it('rejects every revision if the key of the page is invalid', async () => {
  expect(await isSigned({ document, signature }, 'AAAA')).toBe(false);
});
