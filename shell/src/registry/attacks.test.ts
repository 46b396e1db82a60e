/** @jest-environment node */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { ModuleManifest, ModuleVersion, Registry, SignedRegistry } from '@portal/mf-kit/module';
import { handoverText } from '@portal/mf-kit/signedTexts';
import { timestampText } from '@portal/mf-kit/timestamp';
import { registryModule } from '@portal/testing/registry';
import { fetchManifest } from '../modules/loading/manifest';
import { createSources } from '../modules/loading/scriptPolicy';
import { createRegistry } from './moduleRegistry';
import { createRevisionCheck } from './revisionCheck';

const MINUTE = 60_000;
const BEGAN = Date.parse('2026-05-01T12:00:00Z');

interface Pair {
  privateKey: KeyObject;
  key: string;
}
const pair = (): Pair => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, key: publicKey.export({ format: 'jwk' }).x ?? '' };
};
const [ops, nextOps, host, nextHost, thief] = Array.from({ length: 5 }, pair) as [Pair, Pair, Pair, Pair, Pair];
const signed = (text: string, { privateKey }: Pair) => sign(null, Buffer.from(text), privateKey).toString('base64');
const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

const revision = (number: number, more: Partial<Registry> = {}): Registry =>
  ({ revision: number, modules: { 'mf-jobs': registryModule('mf-jobs', '1.0.0') }, ...more }) as unknown as Registry;

interface Answer {
  by?: Pair;
  stampedBy?: Pair;
  /** The revision in the timestamp. */
  stampOf?: number;
  /** Minutes from the start of the page to the timestamp. */
  at?: number;
  document?: string;
}
function served(next: Registry, { by = ops, stampedBy = host, stampOf = next.revision, at = 0, document }: Answer = {}): SignedRegistry {
  const text = JSON.stringify(next);
  const instant = new Date(BEGAN + at * MINUTE).toISOString();
  const timestamp = { revision: stampOf, at: instant, signature: signed(timestampText(stampOf, instant), stampedBy) };
  return { document: document ?? text, signature: signed(text, by), timestamp };
}

/** A page at revision 5 that pinned the keys of its HTML. */
function openPage(running = revision(5)) {
  const registry = createRegistry(running, {});
  const timestamp = { revision: 5, at: new Date(BEGAN).toISOString(), signature: '' };
  const check = createRevisionCheck(registry, { opsKey: ops.key, timestampKey: host.key, timestamp });
  return {
    registry,
    /** The reason against a reply of the network; null if the page follows it. */
    async receive(reply: SignedRegistry): Promise<string | null> {
      const next = JSON.parse(reply.document) as Registry;
      const defect = await check(reply, next);
      if (defect === null) registry.apply(next);
      return defect;
    },
  };
}

let minutes = 0;
beforeEach(() => {
  minutes = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => minutes * MINUTE);
  const storage = { clear: () => undefined };
  Object.assign(globalThis, { window: { location: new URL('https://portal.test/'), localStorage: storage, sessionStorage: storage } });
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'window');
});

describe('a page, and an attacker between it and the portal host', () => {
  it('follows no revision with a changed text, or that the ops key did not sign', async () => {
    const { receive } = openPage();
    expect(await receive(served(revision(6), { by: thief }))).toBe('revision 6 is not signed by the key of this page');
    const document = JSON.stringify(revision(6, { at: 'changed' }));
    expect(await receive(served(revision(6), { document }))).toBe('revision 6 is not signed by the key of this page');
    expect(await receive(served(revision(6)))).toBeNull();
  });

  it('follows no older revision, no candidate, and no second document with its own number', async () => {
    const { receive, registry } = openPage();
    expect(await receive(served(revision(4)))).toBe('revision 4 is older than 5');
    expect(await receive(served(revision(6, { candidate: { until: '2027' } })))).toBe('revision 6 is a candidate');
    expect(await receive(served(revision(5, { at: 'another' })))).toBeNull();
    expect(registry.current().at).toBeUndefined();
  });

  it.each<[string, (reply: SignedRegistry) => SignedRegistry, string]>([
    ['an old timestamp', () => served(revision(5), { at: 0 }), 'revision 5 is frozen: no later word on it comes'],
    [
      'a recent timestamp of another key',
      () => served(revision(5), { at: 20, stampedBy: thief }),
      'the timestamp of revision 5 is not signed by the host',
    ],
    ['no timestamp', ({ document, signature }) => ({ document, signature }), 'revision 5 has no timestamp'],
  ])('reports a revision as frozen when it is repeated with %s', async (_, change, reason) => {
    const { receive } = openPage();
    minutes = 20;
    expect(await receive(change(served(revision(5), { at: 20 })))).toBe(reason);
    expect(await receive(served(revision(5), { at: 20 }))).toBeNull();
  });

  it('follows no revision with a timestamp that is missing, old, or of another revision', async () => {
    const { receive } = openPage();
    minutes = 30;
    const { document, signature } = served(revision(6));
    expect(await receive({ document, signature })).toBe('revision 6 has no timestamp');
    expect(await receive(served(revision(6), { at: 5 }))).toMatch(/^revision 6 is stale/);
    expect(await receive(served(revision(6), { at: 30, stampOf: 7 }))).toBe('revision 6 has the timestamp of revision 7');
    expect(await receive(served(revision(6), { at: 30 }))).toBeNull();
  });

  it('does not jump to the highest number without the ops key', async () => {
    const { receive } = openPage();
    expect(await receive(served(revision(Number.MAX_SAFE_INTEGER), { by: thief }))).toMatch(/is not signed by the key of this page$/);
    expect(await receive(served(revision(6)))).toBeNull();
  });

  it.each<[string, Answer, RegExp]>([
    ['ops key alone', { by: ops, stampedBy: thief }, /timestamp of revision 6 is not signed by the host/],
    ['timestamp key alone', { by: thief, stampedBy: host }, /not signed by the key of this page/],
  ])('follows no revision of an attacker with the stolen %s', async (_, answer, reason) => {
    expect(await openPage().receive(served(revision(6), answer))).toMatch(reason);
  });

  it('with both stolen keys: follows them until a rotation, and then neither', async () => {
    const { receive } = openPage();
    expect(await receive(served(revision(6)))).toBeNull();
    const link = { from: ops.key, to: nextOps.key, since: 7 };
    const text = handoverText(link);
    const handovers = [{ ...link, signatures: { from: signed(text, ops), to: signed(text, nextOps) } }];
    const rotated = revision(7, { handovers, timestampKeys: [nextHost.key] });
    expect(await receive(served(rotated, { by: nextOps, stampedBy: nextHost }))).toBeNull();
    const own = { from: ops.key, to: thief.key, since: 8 };
    const stolen = [{ ...own, signatures: { from: signed(handoverText(own), ops), to: signed(handoverText(own), thief) } }];
    for (const [next, answer] of [
      [revision(8), { by: ops, stampedBy: host }],
      [revision(8, { handovers: stolen }), { by: thief, stampedBy: host }],
      [revision(8, { handovers, timestampKeys: [host.key] }), { by: ops, stampedBy: host }],
    ] as const)
      expect(await receive(served(next, answer))).toBe('revision 8 is not signed by the key of this page');
    expect(await receive(served({ ...rotated, revision: 8 }, { by: nextOps, stampedBy: host }))).toMatch(/not signed by the host/);
    expect(await receive(served({ ...rotated, revision: 8 }, { by: nextOps, stampedBy: nextHost }))).toBeNull();
  });
});

describe('the files of a page, and an attacker between it and the portal host', () => {
  const manifest = JSON.stringify({ name: 'mf-jobs', version: '1.0.0', files: { 'remoteEntry.js': { integrity: 'sha384-a', size: 1 } } });
  const target = { ...registryModule('mf-jobs', '1.0.0'), integrity: integrityOf(manifest) } as ModuleVersion;

  const receive = (body: BodyInit, timeoutMs = 10_000) => {
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (_url, options) => {
      const reply = new Response(body);
      options?.signal?.addEventListener('abort', () => void reply.body?.cancel().catch(() => undefined));
      return reply;
    });
    return fetchManifest('mf-jobs', target, createSources(createRegistry(revision(5), {})), timeoutMs);
  };

  it('are not loaded with the module.json of another version, or a changed one', async () => {
    for (const text of [manifest.replace('1.0.0', '0.9.0'), manifest.replace('sha384-a', 'sha384-b'), '{}'])
      await expect(receive(text)).rejects.toThrow('is not the file that the registry lists');
    expect(await receive(manifest)).toMatchObject({ version: '1.0.0' });
  });

  it('are not loaded with a module.json that never ends', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 2 ** 16;
        controller.enqueue(new Uint8Array(2 ** 16));
      },
    });
    await expect(receive(endless)).rejects.toThrow('has more than 4194304 bytes');
    expect(sent).toBeLessThan(5 * 2 ** 20);
  });

  it('have the hashes of the registry, and no others run: unlisted files, other versions and other origins', () => {
    const registry = createRegistry(revision(5), {});
    registry.addManifest('mf-jobs', JSON.parse(manifest) as ModuleManifest);
    const { integrityOf: hashOf } = createSources(registry);
    expect(hashOf('/modules/mf-jobs/1.0.0/remoteEntry.js')).toBe('sha384-a');
    for (const url of [
      '/modules/mf-jobs/1.0.0/extra.js',
      '/modules/mf-jobs/0.9.0/remoteEntry.js',
      '/modules/mf-evil/1.0.0/remoteEntry.js',
      'https://mirror.test/modules/mf-jobs/1.0.0/remoteEntry.js',
    ])
      expect(() => hashOf(url)).toThrow('Not in the registry');
  });
});
