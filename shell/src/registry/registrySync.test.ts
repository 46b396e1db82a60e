import { generateKeyPairSync, sign, webcrypto } from 'node:crypto';
import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import { timestampText } from '@portal/mf-kit/timestamp';
import { waitFor } from '@testing-library/react';
import { goOnline, openPage, replyOf, revision } from './registrySync.fixture';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const opsKey = publicKey.export({ format: 'jwk' }).x ?? '';
const host = generateKeyPairSync('ed25519');
const timestampKey = host.publicKey.export({ format: 'jwk' }).x ?? '';
const BEGAN = Date.parse('2026-05-01T12:00:00Z');
/** The timestamp of a revision, in minutes after the start of the page. */
function timestampOf(number: number, minutes = 0, key = host.privateKey): NonNullable<SignedRegistry['timestamp']> {
  const at = new Date(BEGAN + minutes * 60_000).toISOString();
  return { revision: number, at, signature: sign(null, Buffer.from(timestampText(number, at)), key).toString('base64') };
}

/** A page at revision 1. Its portal host serves `served` with a signature of `signedText`. */
function open(
  served: Registry,
  signedText = JSON.stringify(served),
  timestamp: SignedRegistry['timestamp'] | null = timestampOf(served.revision),
) {
  const signature = sign(null, Buffer.from(signedText), privateKey).toString('base64');
  return openPage({ opsKey, timestampKey, timestamp: timestampOf(1) }, replyOf(served, { signature, ...(timestamp && { timestamp }) }));
}

describe('the timestamp of a revision', () => {
  const old = revision(0);
  const late = '2026-05-01T11:49:00.000Z';

  it.each<[string, Registry, SignedRegistry['timestamp'] | null, string]>([
    ['is missing', revision(2), null, 'revision 2 has no timestamp'],
    ['is of another revision', revision(2), timestampOf(1), 'revision 2 has the timestamp of revision 1'],
    ['is signed by another key', revision(2), timestampOf(2, 0, privateKey), 'the timestamp of revision 2 is not signed by the host'],
    ['is stale', revision(2), timestampOf(2, -11), `revision 2 is stale: it was current at ${late}`],
    ['is of an older revision', old, timestampOf(0), 'revision 0 is older than 1'],
    ['is frozen', revision(1), timestampOf(1, -11), 'revision 1 is frozen: no later word on it comes'],
  ])('%s: the page keeps its revision, and reports the reason once', async (_, served, timestamp, why) => {
    const { registry, refused, fetchCount } = open(served, undefined, timestamp);
    await waitFor(() => expect(refused).toEqual([why]));
    goOnline();
    await waitFor(() => expect(fetchCount()).toBeGreaterThan(1));
    await Promise.resolve();
    expect([registry.current().revision, refused]).toEqual([1, [why]]);
  });

  it('is measured from the page’s own timestamp, independent of the device clock', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(BEGAN + 7 * 86_400_000);
    const { registry } = open(revision(2), undefined, timestampOf(2, -9));
    await waitFor(() => expect(registry.current().revision).toBe(2));
    jest.restoreAllMocks();
  });

  it('must be newer by the time that the page is open', async () => {
    const elapsed = jest.spyOn(performance, 'now');
    elapsed.mockReturnValue(0);
    const { registry, refused } = open(revision(1));
    elapsed.mockReturnValue(60 * 60_000);
    const signature = sign(null, Buffer.from(JSON.stringify(revision(2))), privateKey).toString('base64');
    const serve = (timestamp: SignedRegistry['timestamp']) =>
      jest.mocked(globalThis.fetch).mockResolvedValue(replyOf(revision(2), { signature, timestamp }) as unknown as Response);
    serve(timestampOf(2, 45));
    goOnline();
    await waitFor(() => expect(refused.at(-1)).toMatch(/^revision 2 is stale/));
    serve(timestampOf(2, 59));
    goOnline();
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

  it('accepts a later signed revision', async () => {
    const { registry, refused } = open(revision(2));
    await waitFor(() => expect(registry.current().revision).toBe(2));
    expect(refused).toEqual([]);
  });

  it('rejects and reports a revision with a wrong signature', async () => {
    const { registry, refused } = open(revision(2), 'another text');
    await waitFor(() => expect(refused).toEqual(['revision 2 is not signed by the key of this page']));
    expect(registry.current().revision).toBe(1);
  });
});
