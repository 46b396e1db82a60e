import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Bucket } from '@portal/object-storage/bucket';

/** A small page size, so that a list of a few files has several pages. */
const PAGE = 2;

export interface ObjectStore {
  bucket: Bucket;
  /** Replies this status, such as 503, to every call from now on, or to calls of one method; null: works again. */
  failWith(status: number | null, only?: 'PUT'): void;
  /** Accepts calls without replying until the returned function is called; 'halfway': replies, and stops in the middle of the body. */
  hold(where?: 'halfway'): () => void;
  /** Closes every connection. */
  cut(): void;
  /** The number of received calls. */
  calls(): number;
  /** Sets the age of an object to so many minutes. */
  age(key: string, minutes: number): void;
  keys(): string[];
  stop(): Promise<void>;
}

interface Kept {
  bytes: Buffer;
  at: number;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const tag = (name: string, text: string) => ['<', name, '>', text, '</', name, '>'].join('');
const xml = (reply: ServerResponse, status: number, text: string) => {
  reply.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`);
};
const refuse = (reply: ServerResponse, status: number, code: string) => xml(reply, status, tag('Error', tag('Code', code)));

function list(reply: ServerResponse, objects: Map<string, Kept>, query: URLSearchParams): void {
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort();
  const page = keys.slice(0, PAGE);
  const isMore = keys.length > PAGE;
  const rows = page.map((key) => {
    const { at, bytes } = objects.get(key) as Kept;
    return tag('Contents', tag('Key', escaped(key)) + tag('LastModified', new Date(at).toISOString()) + tag('Size', String(bytes.length)));
  });
  const next = isMore ? tag('NextContinuationToken', escaped(page.at(-1) ?? '')) : '';
  xml(reply, 200, tag('ListBucketResult', tag('IsTruncated', String(isMore)) + rows.join('') + next));
}

function give(reply: ServerResponse, kept: Kept | undefined, range: string | undefined): void {
  if (!kept) {
    refuse(reply, 404, 'NoSuchKey');
    return;
  }
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  const part = from === undefined ? kept.bytes : kept.bytes.subarray(Number(from), Number(to) + 1);
  const head = { 'content-length': part.length, 'last-modified': new Date(kept.at).toUTCString() };
  reply.writeHead(from === undefined ? 200 : 206, head).end(part);
}

/** Sends the first half of a reply, and the rest when `letGo` resolves. */
function stopHalfway(reply: ServerResponse, letGo: Promise<unknown>): void {
  const end = reply.end.bind(reply);
  reply.end = (said?: unknown) => {
    const bytes = Buffer.from((said ?? '') as Buffer);
    const half = bytes.length >> 1;
    if (half > 0) reply.write(bytes.subarray(0, half));
    else reply.flushHeaders();
    void letGo.then(() => end(bytes.subarray(half)));
    return reply;
  };
}

/** A double of an object store in memory, with the part of S3 that the API uses. It checks that a call is signed by its key, not the signature. */
export async function startObjectStore(name = 'guards'): Promise<ObjectStore> {
  const objects = new Map<string, Kept>();
  const keyId = 'key-of-the-tests';
  let failing: { status: number; only: 'PUT' | undefined } | null = null;
  let held: { isHalfway: boolean; letGo: Promise<unknown> } | null = null;
  let calls = 0;

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://store');
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    const bytes = await buffer(request);
    calls += 1;
    if (held?.isHalfway) stopHalfway(reply, held.letGo);
    else await held?.letGo;
    if (failing && (!failing.only || failing.only === request.method)) return refuse(reply, failing.status, 'SlowDown');
    if (!request.headers.authorization?.includes(`Credential=${keyId}/`)) return refuse(reply, 403, 'InvalidAccessKeyId');
    if (bucket !== name) return refuse(reply, 404, 'NoSuchBucket');
    if (!key && request.method === 'GET') return list(reply, objects, url.searchParams);
    if (request.method === 'GET') return give(reply, objects.get(key), request.headers.range);
    const source = request.headers['x-amz-copy-source'];
    if (request.method === 'PUT' && typeof source === 'string') {
      const from = objects.get(decodeURIComponent(source).slice(name.length + 1));
      if (!from) return refuse(reply, 404, 'NoSuchKey');
      objects.set(key, { bytes: from.bytes, at: Date.now() });
      return xml(reply, 200, '<CopyObjectResult><ETag>"copied"</ETag></CopyObjectResult>');
    }
    if (request.method === 'PUT' && request.headers['if-none-match'] === '*' && objects.has(key))
      return refuse(reply, 412, 'PreconditionFailed');
    if (request.method === 'PUT') objects.set(key, { bytes, at: Date.now() });
    if (request.method === 'DELETE') objects.delete(key);
    reply.writeHead(request.method === 'DELETE' ? 204 : 200).end();
  }

  const server = createServer((request, reply) => void answer(request, reply).catch(() => reply.destroy()));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    bucket: { endpoint, region: 'us-east-1', name, keyId, secret: 'secret-of-the-tests' },
    failWith: (status, only) => {
      failing = status === null ? null : { status, only };
    },
    hold(where) {
      let go = () => {};
      const letGo = new Promise<void>((resolve) => {
        go = resolve;
      });
      held = { isHalfway: where === 'halfway', letGo };
      return () => {
        held = null;
        go();
      };
    },
    cut: () => server.closeAllConnections(),
    calls: () => calls,
    age: (key, minutes) => {
      const kept = objects.get(key);
      if (kept) kept.at -= minutes * 60_000;
    },
    keys: () => [...objects.keys()].sort(),
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
