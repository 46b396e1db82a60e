/** @jest-environment node */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import { handoverText, type KeyHandover } from '@portal/mf-kit/signedTexts';
import { timestampText } from '@portal/mf-kit/timestamp';
import { createRegistry } from './moduleRegistry';
import { createRevisionCheck } from './revisionCheck';

interface Pair {
  privateKey: KeyObject;
  key: string;
}
const pair = (): Pair => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, key: publicKey.export({ format: 'jwk' }).x ?? '' };
};
const [first, second, third, mallory, host, nextHost] = Array.from({ length: 6 }, pair) as [Pair, Pair, Pair, Pair, Pair, Pair];
const signed = (text: string, { privateKey }: Pair) => sign(null, Buffer.from(text), privateKey).toString('base64');

function handover(from: Pair, to: Pair, since: number, by: { from: Pair; to: Pair } = { from, to }): KeyHandover {
  const link = { from: from.key, to: to.key, since };
  const text = handoverText(link);
  return { ...link, signatures: { from: signed(text, by.from), to: signed(text, by.to) } };
}
const revision = (number: number, more: Partial<Registry> = {}): Registry =>
  ({ revision: number, modules: {}, ...more }) as unknown as Registry;
const AT = '2026-05-01T12:00:00.000Z';
function served(registry: Registry, by: Pair, stampedBy = host): SignedRegistry {
  const document = JSON.stringify(registry);
  const timestamp = { revision: registry.revision, at: AT, signature: signed(timestampText(registry.revision, AT), stampedBy) };
  return { document, signature: signed(document, by), timestamp };
}

/** A page with the pinned key. Returns a function that checks and applies a served revision. */
function openPage(running: Registry = revision(1), opsKey = first.key) {
  const registry = createRegistry(running, {});
  const timestamp = { revision: running.revision, at: AT, signature: '' };
  const checkRevision = createRevisionCheck(registry, { opsKey, timestampKey: host.key, timestamp });
  return async (next: Registry, by: Pair, stampedBy?: Pair) => {
    const defect = await checkRevision(served(next, by, stampedBy), next);
    if (defect === null) registry.apply(next);
    return defect;
  };
}
// The clock of the test process starts before the page.
beforeEach(() => jest.spyOn(performance, 'now').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

const notOurs = (number: number) => `revision ${number} is not signed by the key of this page`;

const once = [handover(first, second, 5)];
const twice = [...once, handover(second, third, 8)];

describe('the ops key of an open page', () => {
  it('is replaced by the key of its handover, and signs nothing afterwards', async () => {
    const check = openPage();
    expect(await check(revision(4), first)).toBeNull();
    expect(await check(revision(5, { handovers: once }), second)).toBeNull();
    expect(await check(revision(6), first)).toBe(notOurs(6));
    expect(await check(revision(6, { handovers: [handover(first, mallory, 6)] }), mallory)).toBe(notOurs(6));
    expect(await check(revision(6, { handovers: once }), first)).toBe(notOurs(6));
    expect(await check(revision(6, { handovers: once }), second)).toBeNull();
  });

  it('is followed over several handovers by a page that was suspended, and by a page with older HTML', async () => {
    expect(await openPage()(revision(9, { handovers: twice }), third)).toBeNull();
    expect(await openPage(revision(6, { handovers: once }))(revision(9, { handovers: twice }), third)).toBeNull();
    expect(await openPage(revision(9, { handovers: twice }), second.key)(revision(10, { handovers: twice }), third)).toBeNull();
    expect(await openPage()(revision(9, { handovers: twice }), second)).toBe(notOurs(9));
  });

  it.each([
    ['that the old key did not sign', [handover(first, mallory, 5, { from: mallory, to: mallory })]],
    ['that the new key did not sign', [handover(first, mallory, 5, { from: first, to: first })]],
    ['of another key', [handover(second, mallory, 5)]],
    ['that begins later', [handover(first, mallory, 7)]],
    ['with a changed revision', [{ ...handover(first, mallory, 7), since: 5 }]],
  ])('is not followed by a handover %s', async (_, handovers) => {
    expect(await openPage()(revision(6, { handovers }), mallory)).toBe(notOurs(6));
  });
});

describe('the timestamp key', () => {
  const listed = { timestampKeys: [nextHost.key] };
  const notSigned = (number: number) => `the timestamp of revision ${number} is not signed by the host`;

  it('is the key that a revision lists, and earlier keys no longer count', async () => {
    const check = openPage();
    expect(await check(revision(2), first)).toBeNull();
    expect(await check(revision(3, listed), first, host)).toBe(notSigned(3));
    expect(await check(revision(3, listed), first, nextHost)).toBeNull();
    expect(await check(revision(4, listed), first, host)).toBe(notSigned(4));
    expect(await check(revision(4, listed), first, nextHost)).toBeNull();
  });

  it('is not a key that no revision lists', async () => {
    expect(await openPage()(revision(2), first, nextHost)).toBe(notSigned(2));
    expect(await openPage()(revision(2, listed), mallory, nextHost)).toBe(notOurs(2));
  });
});
