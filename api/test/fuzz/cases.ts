import { type Endpoint, fullPath, isSocketCall, pathKeys, usesIdempotencyKey } from '@portal/contracts/_kernel/endpoint';
import { type Random, random } from '../../seed/random';
import type { FuzzCase, FuzzSubject } from './case';
import { eventCases } from './event';
import { FILE, multipartCases, multipartOf } from './files';
import { fieldsOf } from './inputs';
import { type BadValue, badValues, randomBad } from './values';

type Jsons = Record<string, string>;

const asText = (json: string): string => {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
};

/** A lone surrogate has no UTF-8 form: it is sent as the bytes that it would have. */
const encoded = (text: string) =>
  text
    .split(/([\ud800-\udfff])(?![\udc00-\udfff])/u)
    .map((part) => (/^[\ud800-\udfff]$/.test(part) ? '%ED%A0%80' : encodeURIComponent(part)))
    .join('');

export const isBodyless = ({ method }: Endpoint) => method === 'GET' || method === 'DELETE';

/** Spreads JSON texts over path, query and body, like a client. `repeated` is put into the query a second time. */
function spread({ endpoint, headers }: FuzzSubject, jsons: Jsons, repeated?: string): Pick<FuzzCase, 'sent' | 'input'> {
  const inPath = new Set(pathKeys(endpoint.path));
  const isQuery = (key: string) => isBodyless(endpoint) || endpoint.query?.includes(key) === true;
  const entries = Object.entries(jsons);
  const path = fullPath(endpoint).replace(/:(\w+)/g, (_, key: string) => encoded(asText(jsons[key] ?? '""')));
  const queried = entries.filter(([key]) => !inPath.has(key) && isQuery(key)).map(([key, json]) => [key, asText(json)] as const);
  if (repeated) queried.push([repeated, queried.find(([key]) => key === repeated)?.[1] ?? 'x']);
  const query = queried.map(([key, text]) => `${encoded(key)}=${encoded(text)}`).join('&');
  const inBody = entries.filter(([key]) => !inPath.has(key) && !isQuery(key));
  const target = query ? `${path}?${query}` : path;
  const sent = { method: endpoint.method, path: target };
  if (endpoint.body === 'multipart') return { sent: { ...sent, ...multipartOf(endpoint, inBody, headers) } };
  const text = `{${inBody.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join()}}`;
  const body = isBodyless(endpoint) ? null : Buffer.from(text);
  const hasSurrogate = target.includes('%ED%A0%80');
  const isEmptySegment = [...inPath].some((key) => ['', '.', '..'].includes(asText(jsons[key] ?? '""')));
  const joined = {
    ...(body && (JSON.parse(text) as Record<string, unknown>)),
    ...Object.fromEntries(queried.map(([key, value]) => [key, repeated === key ? [value, value] : value])),
    ...Object.fromEntries([...inPath].map((key) => [key, asText(jsons[key] ?? '""')])),
  };
  return {
    sent: { ...sent, headers: { ...headers, ...(body && { 'content-type': 'application/json' }) }, body },
    ...(!hasSurrogate && !isEmptySegment && { input: joined }),
  };
}

const jsonsOf = (right: Record<string, unknown>): Jsons =>
  Object.fromEntries(
    Object.entries(right)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, JSON.stringify(value, (_, one) => (one instanceof Blob ? FILE : one))]),
  );

/** An input as a client would send it. */
export const spreadInput = (subject: FuzzSubject, input: Record<string, unknown>): Pick<FuzzCase, 'sent' | 'input'> =>
  spread(subject, jsonsOf(input));

const bodyEntries = ({ endpoint, right }: FuzzSubject) =>
  Object.entries(jsonsOf(right)).filter(([key]) => !pathKeys(endpoint.path).includes(key) && endpoint.query?.includes(key) !== true);

function* perKey(subject: FuzzSubject, values: readonly BadValue[]): Generator<FuzzCase> {
  const right = jsonsOf(subject.right);
  for (const key of Object.keys(fieldsOf(subject.endpoint.input))) {
    const { [key]: _, ...without } = right;
    yield { name: `${key}: missing`, ...spread(subject, without) };
    for (const { name, json } of values) yield { name: `${key}: ${name}`, ...spread(subject, { ...right, [key]: json }) };
  }
}

function* heavyOnce(subject: FuzzSubject): Generator<FuzzCase> {
  const right = jsonsOf(subject.right);
  const inPath = pathKeys(subject.endpoint.path);
  const keys = Object.keys(fieldsOf(subject.endpoint.input)).filter((key) => !inPath.includes(key));
  for (const key of keys.slice(0, 12))
    for (const { name, json } of badValues.filter(({ isHeavy }) => isHeavy))
      yield { name: `${key}: ${name}`, ...spread(subject, { ...right, [key]: json }) };
}

function* inQuery(subject: FuzzSubject): Generator<FuzzCase> {
  const right = jsonsOf(subject.right);
  const { sent } = spread(subject, right);
  const joint = sent.path.includes('?') ? '&' : '?';
  const inPath = pathKeys(subject.endpoint.path);
  for (const key of Object.keys(fieldsOf(subject.endpoint.input)).filter((one) => !inPath.includes(one))) {
    if (isBodyless(subject.endpoint))
      yield { name: `${key}: twice in the query`, ...spread(subject, { ...right, [key]: right[key] ?? '"x"' }, key) };
  }
  for (const [name, text] of [
    ['a query of broken escapes', '%zz=%E0%A4%A&%00=%00'],
    ['a prototype in the query', '__proto__=1&constructor=2&toString=3&__proto__.a=4'],
    ['a query of brackets', 'a[]=1&a[b]=2&a[__proto__][c]=3'],
    ['2,000 unknown keys in the query', Array.from({ length: 2000 }, (_, key) => `k${key}=1`).join('&')],
    ['a query of 100 kB', `q=${'x'.repeat(100_000)}`],
  ] as const)
    yield { name, sent: { ...sent, path: `${sent.path}${joint}${text}` } };
}

function* inPath(subject: FuzzSubject): Generator<FuzzCase> {
  const { sent } = spread(subject, jsonsOf(subject.right));
  const { endpoint } = subject;
  const keys = pathKeys(endpoint.path);
  for (const key of keys) {
    for (const [name, text] of [
      ['a broken escape', '%E0%A4%A'],
      ['NUL', '%00'],
      ['a slash', '%2F..%2F'],
      ['600 characters', 'x'.repeat(600)],
      ['nothing', ''],
    ] as const)
      yield { name: `${key} in the path: ${name}`, isRefused: true, sent: { ...sent, path: fullPath(endpoint).replace(`:${key}`, text) } };
  }
}

function* credentials(subject: FuzzSubject): Generator<FuzzCase> {
  const { auth } = subject.endpoint;
  const right = spread(subject, jsonsOf(subject.right));
  const wrong: [string, string | null][] = [
    ['none', null],
    ['an empty one', ''],
    ['a token that is none', 'Bearer nobody'],
    ['a scheme alone', 'Bearer'],
    ['another scheme', 'Digest username="x"'],
    ['basic that is no base64', 'Basic %%%'],
    ['basic of nobody', `Basic ${Buffer.from('a:b').toString('base64')}`],
    ['a token of SQL', `Bearer ${encodeURIComponent("' or true --")}`],
  ];
  for (const [name, authorization] of wrong) {
    if (auth === 'open' && (authorization === null || authorization === '')) continue;
    const { authorization: _, ...headers } = right.sent.headers;
    const sent = { ...right.sent, headers: { ...headers, ...(authorization !== null && { authorization }) } };
    yield { name: `credential: ${name}`, sent, isRefused: true, status: 401 };
  }
  yield {
    name: 'credential: 40,000 characters',
    sent: { ...right.sent, headers: { ...right.sent.headers, authorization: `Bearer ${'x'.repeat(40_000)}` } },
    isRefused: true,
  };
  if (!usesIdempotencyKey(subject.endpoint)) return;
  for (const [name, key] of [
    ['empty', ''],
    ['too short', 'x'],
    ['too long', 'k'.repeat(201)],
    ['with blanks', 'a key with blanks'],
  ] as const)
    yield {
      name: `idempotency key: ${name}`,
      sent: { ...right.sent, headers: { ...right.sent.headers, 'idempotency-key': key } },
      ...(key && { isRefused: true as const, status: 400 }),
    };
}

function* rawBodies(subject: FuzzSubject): Generator<FuzzCase> {
  const { sent } = spread(subject, jsonsOf(subject.right));
  const body = sent.body ?? Buffer.from('{}');
  const json = 'application/json';
  const as = (name: string, type: string | null, text: string | Buffer): FuzzCase => {
    const { 'content-type': _, ...headers } = sent.headers;
    return {
      name,
      isRefused: true,
      sent: { ...sent, headers: { ...headers, ...(type && { 'content-type': type }) }, body: Buffer.from(text) },
    };
  };
  yield as('truncated JSON', json, body.subarray(0, body.length - 1));
  yield as('half of the JSON', json, body.subarray(0, Math.ceil(body.length / 2)));
  yield as('words for JSON', json, 'hello');
  for (const scalar of ['5', '"x"', '[]', '[[]]', 'true']) yield as(`${scalar} for an object`, json, scalar);
  yield as('a trailing comma', json, '{"a":1,}');
  yield as('a prototype in JSON', json, '{"__proto__":{"isAdmin":true}}');
  yield as('a constructor in JSON', json, '{"constructor":{"prototype":{"isAdmin":true}}}');
  yield as('another content type', 'application/xml', '<a/>');
  yield as('a form', 'application/x-www-form-urlencoded', 'a=1');
  yield as(
    'multipart for JSON',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
  );
  yield as('a content type that is none', ';;;', body);
  yield as('UTF-16', 'application/json; charset=utf-16', Buffer.from(body.toString(), 'utf16le'));
  yield as('bytes that are no UTF-8', json, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31]));
  yield as('300 kB', json, `{"a":"${'x'.repeat(300_000)}"}`);
  yield as('deep lists alone', json, '['.repeat(100_000));
  const many = `{${Array.from({ length: 20_000 }, (_, key) => `"k${key}":1`).join()}}`;
  for (const either of [as('no content type', null, body), as('20,000 unknown keys', json, many)]) yield { ...either, isRefused: false };
  yield { ...as('hangs up in the middle', json, body), hangsUp: true };
}

function bodiesOf(subject: FuzzSubject, sent: FuzzCase['sent']): Iterable<FuzzCase> {
  if (isSocketCall(subject.endpoint)) return eventCases(sent);
  if (subject.endpoint.body === 'multipart') return multipartCases(subject, sent, bodyEntries(subject));
  return isBodyless(subject.endpoint) ? [] : rawBodies(subject);
}

function* mixtures(subject: FuzzSubject, generator: Random, runs: number): Generator<FuzzCase> {
  const right = jsonsOf(subject.right);
  const keys = Object.keys(fieldsOf(subject.endpoint.input));
  const light = badValues.filter(({ isHeavy }) => !isHeavy);
  for (let run = 0; run < runs && keys.length > 0; run++) {
    const bad = generator.some(keys, generator.between(1, Math.min(4, keys.length)));
    const jsons = bad.map((key) => [key, (generator.chance(0.5) ? generator.pick(light) : randomBad(generator)).json] as const);
    yield { name: `mixture ${run} (${bad.join(', ')})`, ...spread(subject, { ...right, ...Object.fromEntries(jsons) }) };
  }
}

export interface FuzzExtent {
  seed: number;
  /** The number of random mixtures for each endpoint. */
  runs: number;
  /** The number of values for each key, and of calls of each other kind, chosen by the seed; undefined: all. */
  values?: number;
}

const hashOf = (text: string) => [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);

/** Every bad call of one endpoint; the same calls for the same seed. */
export function* casesOf(subject: FuzzSubject, { seed, runs, values }: FuzzExtent): Generator<FuzzCase> {
  const generator = random(seed ^ hashOf(subject.endpoint.id));
  const light = badValues.filter(({ isHeavy }) => !isHeavy);
  const right = spread(subject, jsonsOf(subject.right));
  yield { name: 'the right input', ...right };
  yield* perKey(subject, values === undefined ? light : generator.some(light, values));
  if (values === undefined) yield* heavyOnce(subject);
  const inUrl = isSocketCall(subject.endpoint) ? [] : [inPath(subject), inQuery(subject)];
  for (const family of [...inUrl, credentials(subject), bodiesOf(subject, right.sent)])
    yield* values === undefined ? family : generator.some([...family], values);
  yield* mixtures(subject, generator, runs);
}
