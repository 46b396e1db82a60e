import { createServer, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ObjectStore as BucketDouble, startObjectStore } from '../../../api/test/object-store';
import { rollback } from '../../src/commands/rollback';
import { ApiUnknown, fetchServedApi } from '../../src/gate/gate';
import { createContentCache } from '../../src/host/api-content';
import { type LiveRegistry, watchRegistry } from '../../src/host/live-registry';
import { damagedVersions } from '../../src/registry/active-versions';
import { loadKey } from '../../src/registry/signatures';
import { bucketStore } from '../../src/store/bucket-store';
import { openObjects, type ReplyLimits } from '../../src/store/object-store';
import type { Store } from '../../src/store/store';
import { deploy, info, newContext, tempFolder } from '../fixtures';
import { standIn } from '../test-host';
import { accountBuild, jobsBuild } from './attacked-store';

const MIB = 2 ** 20;
/** A test does not wait a minute. The sizes are real. */
const limits: ReplyLimits = { bytes: 4 * MIB, ms: 500, pages: 20 };

/** Sends bytes as fast as the reader takes them, without an end. */
function sendEndlessly(reply: ServerResponse): void {
  const chunk = Buffer.alloc(MIB, ' ');
  const send = () => {
    while (!reply.destroyed && reply.write(chunk));
  };
  reply.on('drain', send).writeHead(200, { 'content-type': 'application/xml' });
  send();
}

/** Sends a byte each 20 ms, without an end. */
function sendSlowly(reply: ServerResponse): void {
  reply.writeHead(200, { 'content-type': 'application/xml' });
  const timer = setInterval(() => reply.write(' '), 20);
  reply.on('close', () => clearInterval(timer));
}

/** A list with endless pages. */
const sendPages = (reply: ServerResponse): void =>
  void reply
    .writeHead(200, { 'content-type': 'application/xml' })
    .end('<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>more</NextContinuationToken></ListBucketResult>');

type Attack = (reply: ServerResponse) => void;

/** A bucket behind a server that attacks the calls of which `matches` is true. */
async function hostileBucket(double: BucketDouble) {
  const is: { attack: Attack; matches: (url: string) => boolean } = { attack: () => undefined, matches: () => false };
  const target = new URL(double.bucket.endpoint ?? '');
  const server = createServer((asked, reply) => {
    if (asked.method === 'GET' && is.matches(asked.url ?? '')) return is.attack(reply);
    const { hostname, port } = target;
    const passed = httpRequest({ hostname, port, path: asked.url, method: asked.method, headers: asked.headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    asked.pipe(passed);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const bucket = { ...double.bucket, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { is, bucket, stop };
}

const isList = (url: string) => url.includes('list-type=2');
const targets: [string, (url: string) => boolean][] = [
  ['a list', isList],
  ['a revision', (url) => /revisions\/0000000002\.json/.test(url)],
  ['a file', (url) => /files\/mf-jobs\/1\.1\.0\/.*module\.json\?/.test(url)],
];
const attacks: [string, Attack, [string, (url: string) => boolean][]][] = [
  ['never ends', sendEndlessly, targets],
  ['arrives byte by byte', sendSlowly, targets],
  ['has a next page, always', sendPages, targets.slice(0, 1)],
];

let double: BucketDouble;
let hostile: Awaited<ReturnType<typeof hostileBucket>>;
let live: LiveRegistry | undefined;
beforeAll(async () => {
  double = await startObjectStore();
  hostile = await hostileBucket(double);
});
afterEach(() => {
  live?.stop();
  hostile.is.matches = () => false;
});
afterAll(async () => {
  hostile.stop();
  await double.stop();
});

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 15_000;
  while (!holds() && performance.now() < end) await new Promise((look) => setTimeout(look, 10));
}

async function begin() {
  const prefix = `hostile-${performance.now()}`.replace('.', '');
  const trusted = bucketStore(await openObjects(double.bucket, prefix));
  const context = { ...newContext(), store: trusted };
  await deploy(context, { name: 'shell' }, jobsBuild('1.0.0'));
  const through = async () => bucketStore(await openObjects(hostile.bucket, prefix, limits));
  return { context, through };
}

async function follow({ data, ops }: ReturnType<typeof newContext>, store: Store) {
  const errors: string[] = [];
  const log = { info: () => undefined, error: (text: string) => errors.push(text) };
  const timestampKey = loadKey(data, 'timestamp');
  live = await watchRegistry({ store, opsPublicKey: ops.publicKey, timestampKey, log, timestampMs: 10 });
  const revision = () => live?.current()?.registry.revision;
  const timestamp = () => live?.current()?.signed.timestamp?.at;
  return { errors, revision, timestamp };
}

describe.each(attacks)('a reply of the bucket %s', (_, attack, those) => {
  it.each(those.filter(([name]) => name !== 'a file'))(
    'for %s: the host keeps its revision, signs no timestamp, and follows when the attack ends',
    async (__, matches) => {
      const { context, through } = await begin();
      const { errors, revision, timestamp } = await follow(context, await through());
      Object.assign(hostile.is, { attack, matches });
      await deploy(context, jobsBuild('1.1.0'));
      const before = process.memoryUsage().rss;
      await until(() => errors.length > 0);
      const last = timestamp();
      await new Promise((later) => setTimeout(later, 100));
      expect([revision(), errors.length > 0, timestamp()]).toEqual([1, true, last]);
      expect(process.memoryUsage().rss - before).toBeLessThan(64 * MIB);
      hostile.is.matches = () => false;
      await until(() => revision() === 2);
      expect(revision()).toBe(2);
    },
  );

  it.each(those)('for %s: portal ends with an error and writes nothing', async (__, matches) => {
    const { context, through } = await begin();
    await deploy(context, jobsBuild('1.1.0'));
    Object.assign(hostile.is, { attack, matches });
    await expect(deploy({ ...context, store: await through() }, jobsBuild('1.1.0'), jobsBuild('1.2.0'))).rejects.toThrow('cannot be');
    hostile.is.matches = () => false;
    expect((await context.store.latestRevision()).used).toBe(2);
  });
});

describe('one object of the bucket that cannot be read', () => {
  const forbid: Attack = (reply) =>
    void reply.writeHead(403, { 'content-type': 'application/xml' }).end('<Error><Code>AccessDenied</Code></Error>');
  const matches = (url: string) => /files\/mf-account\/.*module\.json\?/.test(url);
  const beginWithAccount = async () => {
    const begun = await begin();
    await deploy(begun.context, accountBuild('1.0.0'));
    await deploy(begun.context, jobsBuild('1.1.0'));
    return begun;
  };

  it('is missing on a restarted host, which serves the other modules, and reads it when it can', async () => {
    const { context, through } = await beginWithAccount();
    Object.assign(hostile.is, { attack: forbid, matches });
    const { errors, revision } = await follow(context, await through());
    expect([revision(), errors]).toEqual([3, [expect.stringContaining('mf-account 1.0.0 cannot be read: the bucket')]]);
    expect([...(live?.current()?.manifests.keys() ?? [])]).toEqual(['shell', 'mf-jobs']);
    hostile.is.matches = () => false;
    await until(() => live?.current()?.damaged.length === 0);
    expect(live?.current()?.manifests.get('mf-account')?.version).toBe('1.0.0');
  });

  it.each([
    ['never ends', sendEndlessly],
    ['arrives byte by byte', sendSlowly],
  ])('%s: a running host follows without it, and reads it when the attack ends', async (_, attack) => {
    const { context, through } = await begin();
    const { errors, revision } = await follow(context, await through());
    Object.assign(hostile.is, { attack, matches });
    const before = process.memoryUsage().rss;
    await deploy(context, accountBuild('1.0.0'));
    await until(() => errors.length > 0);
    expect([revision(), errors]).toEqual([2, [expect.stringContaining('mf-account 1.0.0 cannot be read')]]);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * MIB);
    hostile.is.matches = () => false;
    await until(() => live?.current()?.damaged.length === 0);
    expect(live?.current()?.manifests.get('mf-account')?.version).toBe('1.0.0');
  });

  it('prevents no rollback of another module, which a running host follows without a loss', async () => {
    const { context, through } = await beginWithAccount();
    const { errors, revision } = await follow(context, await through());
    Object.assign(hostile.is, { attack: forbid, matches });
    const store = await through();
    const { warnings, registry } = await rollback({ ...context, store }, 'mf-jobs', undefined, info);
    expect(await damagedVersions(store, registry)).toEqual([expect.stringContaining('mf-account 1.0.0 cannot be read')]);
    expect(warnings).toEqual([expect.stringContaining('mf-account 1.0.0 cannot be read')]);
    await until(() => revision() === 4);
    expect(live?.current()?.registry.modules['mf-jobs']?.version).toBe('1.0.0');
    expect(live?.current()?.manifests.get('mf-account')?.version).toBe('1.0.0');
    expect(errors).toEqual([expect.stringContaining('mf-account 1.0.0 cannot be read')]);
  });

  it('is not activated', async () => {
    const { context, through } = await begin();
    await deploy(context, accountBuild('1.0.0'));
    await deploy(context, accountBuild('1.1.0'));
    Object.assign(hostile.is, { attack: forbid, matches });
    const act = { ...context, store: await through() };
    await expect(rollback(act, 'mf-account', undefined, { ...info, force: true })).rejects.toThrow('cannot be used');
    expect((await context.store.latestRevision()).used).toBe(3);
  });
});

describe('a bucket that does not reply', () => {
  it('gets no timestamp signed: the host states only that a revision is current after it read the store', async () => {
    const { context, through } = await begin();
    const { timestamp } = await follow(context, await through());
    const first = timestamp();
    await until(() => timestamp() !== first);
    expect(timestamp()).not.toBe(first);
    Object.assign(hostile.is, { attack: () => undefined, matches: () => true });
    await new Promise((later) => setTimeout(later, 100));
    const last = timestamp();
    await new Promise((later) => setTimeout(later, 200));
    expect(timestamp()).toBe(last);
    hostile.is.matches = () => false;
    hostile.stop();
    hostile = await hostileBucket(double);
  });
});

describe('a reply of the API that never ends', () => {
  let api: Awaited<ReturnType<typeof standIn>>;
  beforeEach(async () => {
    api = await standIn((_asked, reply) => sendEndlessly(reply));
  });
  afterEach(() => api.stop());

  it('is no content of a page: the host reads one megabyte of it', async () => {
    const lines: string[] = [];
    const apiUrl = `http://127.0.0.1:${api.port}`;
    const content = createContentCache({ apiUrl, basic: 'x', folder: tempFolder(), now: Date.now, log: (line) => lines.push(line) });
    const before = process.memoryUsage().rss;
    expect(await content.read(['/faq'])).toBeNull();
    expect(lines).toEqual([expect.stringContaining('has more than 1000000 bytes')]);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * MIB);
  });

  it('is no list of contracts: portal reads 16 MB of it, and the gate refuses', async () => {
    const served = await fetchServedApi(`http://127.0.0.1:${api.port}`);
    expect(served).toBeInstanceOf(ApiUnknown);
    const context = { ...newContext(), served };
    await expect(deploy(context, { name: 'shell' })).rejects.toThrow('the calls of the modules were not compared with the API');
  });
});
