import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Registry } from '@portal/mf-kit/module';
import { timestampText } from '@portal/mf-kit/timestamp';
import { registryOf } from '@portal/testing/registry';
import { readRevisionStatus } from './revisionStatus';

const AT = '2027-03-14T15:00:00.000Z';
const now = () => new Date('2027-03-14T15:00:42Z');
interface Pair {
  privateKey: KeyObject;
  publicKey: KeyObject;
}
const [ops, host, other] = [0, 1, 2].map(() => generateKeyPairSync('ed25519')) as [Pair, Pair, Pair];
const keyOf = ({ publicKey }: Pair) => publicKey.export({ format: 'jwk' }).x ?? '';
const page = { opsKey: keyOf(ops), timestampKey: keyOf(host) };
const signature = (text: string, { privateKey }: Pair) => sign(null, Buffer.from(text), privateKey).toString('base64');
const signed = (registry: Registry, [byOps, byHost]: [Pair, Pair] = [ops, host]) => {
  const text = JSON.stringify(registry);
  const { revision } = registry;
  return {
    document: text,
    signature: signature(text, byOps),
    timestamp: { revision, at: AT, signature: signature(timestampText(revision, AT), byHost) },
  };
};
const inHtml = (value: object) => {
  const element = Object.assign(document.createElement('script'), {
    type: 'application/json',
    id: 'registry',
    textContent: JSON.stringify(value),
  });
  document.body.replaceChildren(element);
};
const registry = registryOf({}, 7);
const read = (of: Registry = registry) => readRevisionStatus(of, page, now);

it('[INSPECT-11] checks the signature and the timestamp in the HTML again', async () => {
  inHtml(signed(registry));
  expect(await read()).toEqual({
    signature: `Valid, checked now with the ops key ${page.opsKey.slice(0, 8)}….`,
    freshness: 'Current at 15:00:00 UTC, 42 seconds before this reading. Signed by the portal host.',
  });
});

it('[INSPECT-11] states that a signature or a timestamp of another key is not valid', async () => {
  inHtml(signed(registry, [other, other]));
  expect(await read()).toEqual({ signature: expect.stringMatching(/^Not valid/), freshness: expect.stringMatching(/^Not valid/) });
});

it('[INSPECT-11] checks the revision of the portal host when the page took a later one than its HTML', async () => {
  inHtml(signed(registryOf({}, 6)));
  const served = (value: object) => {
    const parts = [new TextEncoder().encode(JSON.stringify(value))];
    return { ok: true, body: { getReader: () => ({ read: async () => ({ value: parts.pop() }) }) } } as unknown as Response;
  };
  globalThis.fetch = jest.fn(async () => served(signed(registry)));
  expect((await read()).signature).toMatch(/^Valid/);
  globalThis.fetch = jest.fn(async () => served(signed(registryOf({}, 8))));
  expect((await read()).signature).toBe('Unknown, because it could not be checked: the portal host no longer serves revision 7.');
  globalThis.fetch = jest.fn(async () => ({ ok: false, status: 503 }) as Response);
  expect((await read()).freshness).toBe('Unknown, because it could not be checked: the portal host answered 503.');
});

it('[INSPECT-11] gives the end of a candidate, which has no timestamp, and states a missing key', async () => {
  const candidate = { ...registry, candidate: { until: AT } };
  const { timestamp: _none, ...bare } = signed(candidate);
  inHtml(bare);
  expect((await read(candidate)).freshness).toBe(`No timestamp. The candidate ends at ${AT}.`);
  expect((await readRevisionStatus(registry, { ...page, opsKey: '' }, now)).signature).toBe('None: this page names no ops key.');
});
