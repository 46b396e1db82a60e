import { generateKeyPairSync, sign, webcrypto } from 'node:crypto';
import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import { timestampText } from '@portal/mf-kit/timestamp';
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

const host = generateKeyPairSync('ed25519');
const timestampKey = host.publicKey.export({ format: 'jwk' }).x ?? '';
const BEGAN = Date.parse('2026-05-01T12:00:00Z');
/** The host's word on a revision, so many minutes after the page came. */
function word(number: number, minutes = 0, key = host.privateKey): NonNullable<SignedRegistry['timestamp']> {
  const at = new Date(BEGAN + minutes * 60_000).toISOString();
  return { revision: number, at, signature: sign(null, Buffer.from(timestampText(number, at)), key).toString('base64') };
}

/** A page at revision 1 whose host serves `served`, signed over `signedText`. */
function open(
  served: Registry,
  signedText = JSON.stringify(served),
  timestamp: SignedRegistry['timestamp'] | null = word(served.revision),
) {
  const signature = sign(null, Buffer.from(signedText), privateKey).toString('base64');
  const reply = { ok: true, json: async () => ({ document: JSON.stringify(served), signature, ...(timestamp && { timestamp }) }) };
  Object.assign(globalThis, { fetch: jest.fn(async () => reply), EventSource: Stream });
  Stream.all = [];
  const leads = signal(true);
  const registry = createRegistry(revision(1), {});
  const refused: string[] = [];
  const page = { opsKey, timestampKey, timestamp: word(1) };
  followRegistry({ registry, page, leads, onRefused: (why) => refused.push(why) });
  window.dispatchEvent(new Event('online'));
  return { registry, refused, leads, asked: () => jest.mocked(globalThis.fetch).mock.calls.length };
}

const again = () => window.dispatchEvent(new Event('online'));

describe('the word on what is current', () => {
  const old = revision(0);
  const late = '2026-05-01T11:49:00.000Z';

  it.each<[string, Registry, SignedRegistry['timestamp'] | null, string]>([
    ['is missing', revision(2), null, 'revision 2 comes without a word on when it was current'],
    ['is of another revision', revision(2), word(1), 'revision 2 comes with the word on revision 1'],
    ['is signed by another key', revision(2), word(2, 0, privateKey), 'when revision 2 was current is not signed by the host'],
    ['is stale', revision(2), word(2, -11), `revision 2 is stale: it was current at ${late}`],
    ['is of an older revision', old, word(0), 'revision 0 is older than 1'],
    ['is frozen', revision(1), word(1, -11), 'revision 1 is frozen: no later word on it comes'],
  ])('%s: the page goes on with what it has, and says so once', async (_, served, timestamp, why) => {
    const { registry, refused, asked } = open(served, undefined, timestamp);
    await waitFor(() => expect(refused).toEqual([why]));
    again();
    await waitFor(() => expect(asked()).toBeGreaterThan(1));
    await Promise.resolve();
    expect([registry.current().revision, refused]).toEqual([1, [why]]);
  });

  it('is measured from the page’s own, whatever the device’s clock says', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(BEGAN + 7 * 86_400_000);
    const { registry } = open(revision(2), undefined, word(2, -9));
    await waitFor(() => expect(registry.current().revision).toBe(2));
    jest.restoreAllMocks();
  });

  it('is wanted as young as the page has grown old', async () => {
    const elapsed = jest.spyOn(performance, 'now');
    elapsed.mockReturnValue(0);
    const { registry, refused } = open(revision(1));
    elapsed.mockReturnValue(60 * 60_000);
    const signature = sign(null, Buffer.from(JSON.stringify(revision(2))), privateKey).toString('base64');
    const serve = (timestamp: SignedRegistry['timestamp']) =>
      jest
        .mocked(globalThis.fetch)
        .mockResolvedValue({ ok: true, json: async () => ({ document: JSON.stringify(revision(2)), signature, timestamp }) } as Response);
    serve(word(2, 45));
    again();
    await waitFor(() => expect(refused.at(-1)).toMatch(/^revision 2 is stale/));
    serve(word(2, 59));
    again();
    await waitFor(() => expect(registry.current().revision).toBe(2));
    jest.restoreAllMocks();
  });
});

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
