import { generateKeyPairSync, sign, webcrypto } from 'node:crypto';
import type { Registry } from '@portal/mf-kit/module';
import { waitFor } from '@testing-library/react';
import { signal } from '../boot/signal';
import { followRegistry } from './follow';
import { createRegistry } from './registry';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const opsKey = publicKey.export({ format: 'jwk' }).x ?? '';
const revision = (number: number): Registry => ({ revision: number, modules: {} }) as unknown as Registry;

/** A stream that a test opens, breaks and ends. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static all: Stream[] = [];
  readyState = 0;
  constructor() {
    super();
    Stream.all.push(this);
  }
  become(state: number, word: 'open' | 'error') {
    this.readyState = state;
    this.dispatchEvent(new Event(word));
  }
  close() {
    this.readyState = 2;
  }
}

/** A page at revision 1 whose host serves `served`, signed over `signedText`. */
function open(served: Registry, signedText = JSON.stringify(served)) {
  const signature = sign(null, Buffer.from(signedText), privateKey).toString('base64');
  const reply = { ok: true, json: async () => ({ document: JSON.stringify(served), signature }) };
  Object.assign(globalThis, { fetch: jest.fn(async () => reply), EventSource: Stream });
  Stream.all = [];
  const leads = signal(true);
  const registry = createRegistry(revision(1), {});
  const refused: string[] = [];
  followRegistry({ registry, opsKey, leads, onRefused: (why) => refused.push(why) });
  window.dispatchEvent(new Event('online'));
  return { registry, refused, leads, asked: () => jest.mocked(globalThis.fetch).mock.calls.length };
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

describe('the event stream', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  it('is opened again, later each time, after a reply that was no stream; the page polls meanwhile', async () => {
    const { asked } = open(revision(1));
    await pass(0);
    const before = asked();
    Stream.all[0]?.become(2, 'error');
    await pass(2000);
    expect(Stream.all).toHaveLength(2);
    Stream.all[1]?.become(2, 'error');
    await pass(1900);
    expect(Stream.all).toHaveLength(2);
    await pass(2100);
    expect(Stream.all).toHaveLength(3);
    await pass(30_000);
    expect(asked()).toBe(before + 1);
    Stream.all[2]?.become(1, 'open');
    await pass(90_000);
    expect([Stream.all.length, asked()]).toEqual([3, before + 1]);
  });

  it('is left to the browser after a lost connection', async () => {
    open(revision(1));
    Stream.all[0]?.become(0, 'error');
    await pass(120_000);
    expect(Stream.all).toHaveLength(1);
  });

  it('ends when another tab takes the lead, with its polling, and begins again with the lead', async () => {
    const { leads, asked } = open(revision(1));
    Stream.all[0]?.become(2, 'error');
    await pass(0);
    const before = asked();
    leads.set(false);
    await pass(120_000);
    expect([Stream.all.length, Stream.all[0]?.readyState, asked()]).toEqual([1, 2, before]);
    leads.set(true);
    expect(Stream.all).toHaveLength(2);
  });
});
