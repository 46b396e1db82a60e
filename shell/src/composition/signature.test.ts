/** @jest-environment node */
import { generateKeyPairSync, sign } from 'node:crypto';
import { isSigned } from './signature';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const opsKey = publicKey.export({ format: 'jwk' }).x ?? '';
const document = '{"revision":7,"modules":{}}';
const signature = sign(null, Buffer.from(document), privateKey).toString('base64');

it('believes a revision that the ops key signed', async () => {
  expect(await isSigned({ document, signature }, opsKey)).toBe(true);
});

it('does not believe one that was changed or that another key signed', async () => {
  const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? '';
  expect(await isSigned({ document: document.replace('7', '8'), signature }, opsKey)).toBe(false);
  expect(await isSigned({ document, signature }, other)).toBe(false);
});
