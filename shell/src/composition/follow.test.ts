import { generateKeyPairSync, sign, webcrypto } from 'node:crypto';
import type { Registry } from '@portal/mf-kit/module';
import { waitFor } from '@testing-library/react';
import { followRegistry } from './follow';
import { createRegistry } from './registry';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const opsKey = publicKey.export({ format: 'jwk' }).x ?? '';
const revision = (number: number): Registry => ({ revision: number, modules: {} }) as unknown as Registry;

/** A page at revision 1 whose host serves `served`, signed over `signedText`. */
function open(served: Registry, signedText = JSON.stringify(served)) {
  const signature = sign(null, Buffer.from(signedText), privateKey).toString('base64');
  const reply = { ok: true, json: async () => ({ document: JSON.stringify(served), signature }) };
  Object.assign(globalThis, { fetch: jest.fn(async () => reply), EventSource: class extends EventTarget {} });
  const registry = createRegistry(revision(1), {});
  const refused: string[] = [];
  followRegistry({ registry, opsKey, leads: Promise.resolve(), onRefused: (why) => refused.push(why) });
  window.dispatchEvent(new Event('online'));
  return { registry, refused };
}

describe.each(['with', 'without'])('%s Ed25519 in WebCrypto', (has) => {
  beforeEach(() => {
    const missing = async () => Promise.reject(new DOMException('Unrecognized algorithm name', 'NotSupportedError'));
    if (has === 'without') jest.spyOn(webcrypto.subtle, 'importKey').mockImplementation(missing);
  });
  afterEach(() => jest.restoreAllMocks());

  it('takes a later revision that is signed', async () => {
    const { registry, refused } = open(revision(2));
    await waitFor(() => expect(registry.current().revision).toBe(2));
    expect(refused).toEqual([]);
  });

  it('refuses and reports one whose signature does not verify', async () => {
    const { registry, refused } = open(revision(2), 'another text');
    await waitFor(() => expect(refused).toEqual(['revision 2 is not signed by the key of this page']));
    expect(registry.current().revision).toBe(1);
  });
});
