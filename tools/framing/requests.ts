import { BASE } from '@portal/contracts/_kernel/endpoint';
import type { Random } from '../../api/seed/random';

/**
 * The answer that a request deserves. `served`: the API parses it once and its client gets that answer. `refused`: 4xx, the connection
 * closes, and the API parses nothing of it. `either`: one of both. `repaired`: one of both, because nginx may repair it.
 * `unfinished`: bytes are missing, so the API must not complete it.
 */
export type Verdict = 'served' | 'refused' | 'either' | 'repaired' | 'unfinished';

export interface RawRequest {
  /** The last part of its path, unique in a run. */
  marker: string;
  bytes: Buffer;
  verdict: Verdict;
  /** The length of the body as the client framed it. */
  bodyLength: number;
  /** The answer ends the connection. */
  closes: boolean;
  /** The variations in it, for the report of a mismatch. */
  traits: string[];
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;
/** Methods that one of the servers refuses. */
const RARE_METHODS = ['get', 'FOO', 'PROPFIND', 'CONNECT', 'QUERY', 'PRI', 'GET\t'] as const;

interface Field {
  name: string;
  value: string;
}

interface Draft {
  method: string;
  target: string;
  version: string;
  fields: Field[];
  lineEnd: string;
  /** The bytes behind the head. */
  tail: string;
  bodyLength: number;
  verdict: Verdict;
  closes: boolean;
  traits: string[];
}

const SEVERITY: Verdict[] = ['served', 'either', 'refused', 'unfinished'];
/** Notes a variation; the strictest verdict of a request counts. */
function note(draft: Draft, trait: string, verdict: Verdict = 'served'): void {
  draft.traits.push(trait);
  if (SEVERITY.indexOf(verdict) > SEVERITY.indexOf(draft.verdict)) draft.verdict = verdict;
}

const spellings = (name: string): string[] => [
  name,
  name.toLowerCase(),
  name.toUpperCase(),
  name.replace(/[a-z]/g, (letter, at: number) => (at % 2 ? letter.toUpperCase() : letter)),
];
const blanks = ['', ' ', '  ', '\t', ' \t '];
const spaced = (random: Random, value: string) => `${random.pick(blanks)}${value}${random.pick(blanks)}`;

/** A body that is a request itself, so that a server which loses the frame parses it. */
const bodyText = (random: Random, marker: string): string =>
  random.pick([
    `GET ${BASE}/smuggled-${marker} HTTP/1.1\r\nHost: portal\r\n\r\n`,
    `GET ${BASE}/smuggled-${marker} HTTP/1.1\r\nHost: portal\r\nX-Rest: `,
    `POST ${BASE}/smuggled-${marker} HTTP/1.1\r\nHost: portal\r\nContent-Length: 400\r\n\r\nx=`,
    `\r\n0\r\n\r\nGET ${BASE}/smuggled-${marker} HTTP/1.1\r\nHost: portal\r\n\r\n`,
    `{"a":"${'x'.repeat(random.between(0, 2_000))}"}`,
    'x',
  ]);

const size = (length: number, random: Random): string => {
  const hex = length.toString(16);
  return random.pick([hex, hex.toUpperCase(), `0${hex}`, `000${hex}`]);
};

const BROKEN_LENGTH = 3;
/** Defects of a chunk of three bytes. A proxy that repairs it reads these. */
const BROKEN_CHUNKS: Record<string, string> = {
  'chunk size with a bare LF': '3\nabc\r\n',
  'chunk data with a bare LF': '3\r\nabc\n',
  'chunk size with a bare CR': '3\r\rabc\r\n',
  'chunk data without CRLF': '3\r\nabc3\r\nabc\r\n',
  'chunk longer than its size': '3\r\nabcd\r\n',
  'chunk size with 0x': '0x3\r\nabc\r\n',
  'chunk size with a sign': '+3\r\nabc\r\n',
  'chunk size below zero': '-3\r\nabc\r\n',
  'chunk size after a space': ' 3\r\nabc\r\n',
  'chunk size before a space': '3 \r\nabc\r\n',
  'chunk size before a tab': '3\t\r\nabc\r\n',
  'no chunk size': '\r\nabc\r\n',
  'chunk size with a letter': '3g\r\nabc\r\n',
  'chunk size beyond 64 bits': 'fffffffffffffffff3\r\nabc\r\n',
  'chunk extension with a bare LF': '3;a\nabc\r\n',
  'chunk extension with a bare CR': '3;a\rb\r\nabc\r\n',
  'chunk extension with a NUL': '3;a\0\r\nabc\r\n',
};
const EXTENSIONS = ['', '', '', ';a', ';a=b', ';a="b c"', ';a="b;c"', ';a=b;c=d', ';a="b\\"c"'];
/** Extensions that only some servers read. */
const ODD_EXTENSIONS = [' ;a=b', '; a=b', ';a = b', ';', ';a=', ';=b', ';a="b'];
const BROKEN_TRAILERS: Record<string, string> = {
  'trailer Content-Length': 'Content-Length: 5\r\n',
  'trailer Transfer-Encoding': 'Transfer-Encoding: chunked\r\n',
  'trailer with a bare LF': 'X-Trailer: 1\n',
  'trailer that is folded': 'X-Trailer: 1\r\n 2\r\n',
  'trailer with a space before its colon': 'X-Trailer : 1\r\n',
};

function addChunks(random: Random, draft: Draft, text: string): void {
  const parts: string[] = [];
  const breakAt = random.chance(0.25) ? random.between(0, 2) : -1;
  let rest = text;
  for (let count = 0; rest.length > 0 || count <= breakAt; count++) {
    if (count === breakAt) {
      const [trait, bytes] = random.pick(Object.entries(BROKEN_CHUNKS));
      parts.push(bytes);
      note(draft, trait, 'refused');
    }
    const length = Math.min(rest.length, random.between(1, 400));
    if (length === 0) continue;
    let extension = random.pick(EXTENSIONS);
    if (extension) note(draft, 'chunk extension');
    if (random.chance(0.03)) {
      extension = random.pick(ODD_EXTENSIONS);
      note(draft, `chunk extension ${extension}`, 'either');
    }
    parts.push(`${size(length, random)}${extension}\r\n${rest.slice(0, length)}\r\n`);
    rest = rest.slice(length);
  }
  let trailers = '';
  if (random.chance(0.2)) {
    trailers = 'X-Trailer: 1\r\n';
    note(draft, 'trailer');
  }
  if (random.chance(0.08)) {
    const [trait, bytes] = random.pick(Object.entries(BROKEN_TRAILERS));
    trailers += bytes;
    note(draft, trait, 'refused');
  }
  draft.tail = `${parts.join('')}${random.pick(['0', '00', '0;a=b'])}\r\n${trailers}\r\n`;
  draft.bodyLength = text.length + (breakAt < 0 ? 0 : BROKEN_LENGTH);
}

const lengthField = (random: Random, value: string): Field => ({ name: random.pick(spellings('Content-Length')), value });
const codingField = (random: Random, value: string): Field => ({ name: random.pick(spellings('Transfer-Encoding')), value });

const WRONG_LENGTHS = ['+{}', '-{}', '{}, {}', '{},{}', '0x{}', '{}.0', '{}e0', '"{}"', '{};', '{} 0', '', 'a', '{}\u00b2', '9'.repeat(40)];
const WRONG_CODINGS = [
  ...['identity', 'gzip', 'gzip, chunked', 'chunked, gzip', 'chunked, chunked', 'chunked, identity', 'xchunked', 'chunkedx', 'chunke'],
  ...[
    'chunked;a=b',
    '"chunked"',
    "'chunked'",
    'chunked,',
    ',chunked',
    '',
    '\u000bchunked',
    'chunked\u000b',
    'cow',
    'x, chunked',
    'chunked x',
  ],
];
const WRONG_NAMES = ['{} ', '{}\t', ' {}', '{}\u000b', 'X {}', '({})', '{}\0', '\u00a0{}'];

type Framing = (random: Random, draft: Draft, text: string) => void;

/** nginx reads a tab as a part of the value, so it refuses the framing. */
export const TAB_BEFORE = 'tab before the value';

/** llhttp refuses a tab behind the value. */
function noteBlanks(draft: Draft, trait: string, value: string): void {
  note(draft, trait, /\w *\t/.test(value) ? 'either' : 'served');
  if (/^ *\t/.test(value)) note(draft, TAB_BEFORE);
}

const byLength: Framing = (random, draft, text) => {
  const leading = random.chance(0.1) ? '0' : '';
  const value = spaced(random, leading + text.length);
  draft.fields.push(lengthField(random, value));
  draft.tail = text;
  draft.bodyLength = text.length;
  noteBlanks(draft, 'Content-Length', value);
};
const byChunks: Framing = (random, draft, text) => {
  const value = spaced(random, random.pick(spellings('chunked')));
  draft.fields.push(codingField(random, value));
  noteBlanks(draft, 'chunked', value);
  addChunks(random, draft, text);
};

const irregular: Record<string, Framing> = {
  'both framings'(random, draft, text) {
    byChunks(random, draft, text);
    const lengths = [text.length, draft.tail.length, 0, 5];
    draft.fields.splice(random.between(0, draft.fields.length), 0, lengthField(random, ` ${random.pick(lengths)}`));
  },
  'Content-Length twice'(random, draft, text) {
    byLength(random, draft, text);
    draft.fields.push(lengthField(random, ` ${random.pick([text.length, 0, 1, text.length + 9])}`));
  },
  'Content-Length malformed'(random, draft, text) {
    const value = random.pick(WRONG_LENGTHS).replaceAll('{}', String(text.length));
    draft.fields.push(lengthField(random, spaced(random, value)));
    draft.tail = text;
    note(draft, `Content-Length: ${value}`);
  },
  'Transfer-Encoding twice'(random, draft, text) {
    byChunks(random, draft, text);
    draft.fields.push(codingField(random, ` ${random.pick(['chunked', 'identity', 'gzip', ''])}`));
  },
  'Transfer-Encoding not chunked'(random, draft, text) {
    const value = random.pick(WRONG_CODINGS);
    byChunks(random, draft, text);
    for (const field of draft.fields) if (field.name.toLowerCase() === 'transfer-encoding') field.value = ` ${value}`;
    note(draft, `Transfer-Encoding: ${value}`);
  },
  'framing field with a malformed name'(random, draft, text) {
    random.pick([byLength, byChunks])(random, draft, text);
    const field = draft.fields.at(-1);
    if (field) field.name = random.pick(WRONG_NAMES).replace('{}', field.name);
    note(draft, `name ${JSON.stringify(field?.name)}`);
  },
  'Host twice'(random, draft, text) {
    random.pick([byLength, byChunks])(random, draft, text);
    draft.fields.push({ name: random.pick(spellings('Host')), value: random.pick([' portal', ' other', '']) });
  },
  'Host malformed'(random, draft, text) {
    random.pick([byLength, byChunks])(random, draft, text);
    draft.fields = draft.fields.filter(({ name }) => name.toLowerCase() !== 'host');
    draft.fields.push({ name: 'Host', value: ` ${random.pick(['a b', 'a/b', 'a@b', 'a, b', 'a?b', '[::1', 'a:b', '\u00e4', ''])}` });
  },
  'Host missing'(random, draft, text) {
    random.pick([byLength, byChunks])(random, draft, text);
    draft.fields = draft.fields.filter(({ name }) => name.toLowerCase() !== 'host');
  },
  'Transfer-Encoding in HTTP/1.0'(random, draft, text) {
    byChunks(random, draft, text);
    draft.version = 'HTTP/1.0';
  },
  'obsolete folding'(random, draft, text) {
    random.pick([byLength, byChunks])(random, draft, text);
    const field = random.pick(draft.fields);
    field.value = `${field.value}\r\n${random.pick([' ', '\t', ' a: '])}${random.pick(['', '0', 'x'])}`;
  },
  'bare LF'(random, draft, text) {
    random.pick([byLength, byChunks])(random, draft, text);
    if (random.chance(0.5)) draft.lineEnd = '\n';
    else random.pick(draft.fields).value += '\nX-Line: 1';
  },
  'bare CR'(random, draft, text) {
    random.pick([byLength, byChunks])(random, draft, text);
    random.pick(draft.fields).value += `\r${random.pick(['X-Line: 1', ' ', 'x'])}`;
  },
  NUL(random, draft, text) {
    random.pick([byLength, byChunks])(random, draft, text);
    random.pick(draft.fields).value += '\0';
  },
  'Connection naming'(random, draft, text) {
    const frame = random.pick([byLength, byChunks]);
    frame(random, draft, text);
    const names = ['Content-Length', 'Content-Length', 'Content-Length', 'Transfer-Encoding', 'Host', 'Authorization', 'Cookie', 'X-Own'];
    const name = random.pick(spellings(random.pick(names)));
    draft.fields.push({ name: 'X-Own', value: ' 1' });
    const options = [...random.some(['keep-alive', 'te', 'x-nothing', 'upgrade'], random.between(0, 2)), name];
    draft.fields.push({
      name: random.pick(spellings('Connection')),
      value: spaced(random, random.some(options, options.length).join(random.pick([',', ', ', ' ,\t']))),
    });
    note(draft, `Connection names ${name}`);
  },
  'wrong version'(random, draft, text) {
    byLength(random, draft, text);
    draft.version = random.pick(['HTTP/2.0', 'HTTP/1.2', 'HTTP/0.9', 'HTTP/1.10', 'http/1.1', 'HTTP/1.1 ', 'HTTP/1,1', 'HTTPS/1.1']);
  },
};

/** The hole of 2026-11, which is tried more often. */
const NAMING = ['Connection naming', irregular['Connection naming']] as [string, Framing];

const UPGRADES = ['foo', 'h2c', 'TLS/1.0', 'websocket', 'WebSocket', 'websocket, foo', 'foo/1, bar', 'IRC/6.9'];
/** An upgrade that no server here knows, or a websocket at a place that has none. */
function addUpgrade(random: Random, draft: Draft): void {
  const value = random.pick(UPGRADES);
  draft.fields.push({ name: random.pick(spellings('Upgrade')), value: ` ${value}` });
  const options = random.pick(['Upgrade', 'upgrade', 'keep-alive, Upgrade', 'Upgrade, HTTP2-Settings', '']);
  if (options) draft.fields.push({ name: random.pick(spellings('Connection')), value: ` ${options}` });
  if (options.includes('HTTP2')) draft.fields.push({ name: 'HTTP2-Settings', value: ' AAMAAABkAAQAAP__' });
  if (random.chance(0.3)) draft.fields.push({ name: 'Sec-WebSocket-Key', value: ' AAAAAAAAAAAAAAAAAAAAAA==' });
  if (random.chance(0.1)) draft.fields.push({ name: 'Upgrade', value: ' bar' });
  note(draft, `Upgrade: ${value}`);
}

function addExpect(random: Random, draft: Draft): void {
  const value = random.pick(['100-continue', '100-Continue', '100-continue', 'nothing', '100-continue, 100-continue', '']);
  draft.fields.push({ name: random.pick(spellings('Expect')), value: ` ${value}` });
  note(draft, `Expect: ${value}`, value.toLowerCase() === '100-continue' ? 'served' : 'either');
}

const serialise = (draft: Draft): string => {
  const end = draft.lineEnd;
  const start = [draft.method, draft.target, draft.version].filter(Boolean).join(' ');
  return `${start}${end}${draft.fields.map(({ name, value }) => `${name}:${value}${end}`).join('')}${end}${draft.tail}`;
};

export interface RequestOptions {
  random: Random;
  marker: string;
  token: string;
  isIrregular: boolean;
}

const common = (token: string): Field[] => [
  { name: 'Host', value: ' portal' },
  { name: 'Authorization', value: ` Bearer ${token}` },
  { name: 'Cookie', value: ' theme=dark' },
  { name: 'Content-Type', value: ' application/json' },
];

/** One random request. */
export function makeRequest({ random, marker, token, isIrregular }: RequestOptions): RawRequest {
  const draft: Draft = {
    ...{ method: random.pick(METHODS), target: `${BASE}/${marker}`, version: 'HTTP/1.1', lineEnd: '\r\n', tail: '', bodyLength: 0 },
    ...{ fields: common(token), verdict: 'served' as Verdict, closes: false, traits: [] },
  };
  for (const field of draft.fields) field.name = random.pick(spellings(field.name));
  const text = bodyText(random, marker);
  if (isIrregular) {
    const isNaming = random.chance(0.2);
    const [trait, apply] = isNaming ? NAMING : random.pick(Object.entries(irregular));
    note(draft, trait, 'refused');
    apply(random, draft, text);
  } else random.pick<Framing>([byLength, byChunks, () => undefined])(random, draft, text);
  if (random.chance(0.25)) addUpgrade(random, draft);
  if (random.chance(0.1)) addExpect(random, draft);
  if (draft.method === 'TRACE') note(draft, 'TRACE', 'either');
  if (random.chance(0.04)) {
    draft.method = random.pick(RARE_METHODS);
    note(draft, `method ${draft.method}`, 'either');
  }
  if (random.chance(0.05)) {
    draft.target = random.pick([`http://portal${draft.target}`, `${draft.target}?a=b`, `${draft.target}#a`]);
    note(draft, `target ${draft.target}`, 'either');
  }
  if (random.chance(0.02)) {
    draft.fields.unshift(...Array.from({ length: random.between(900, 1_500) }, (_, at) => ({ name: `a${at}`, value: '' })));
    note(draft, 'many fields', 'either');
  }
  if (draft.verdict === 'served' && draft.target === `${BASE}/${marker}` && random.chance(0.2)) {
    draft.target += '?early';
    note(draft, 'answered before its body is read');
  }
  draft.fields = random.some(draft.fields, draft.fields.length);
  let before = '';
  if (random.chance(0.05)) {
    before = random.pick(['\r\n', '\r\n\r\n', '\n']);
    note(draft, 'empty lines before', 'either');
  }
  const { verdict, bodyLength, closes, traits } = draft;
  return { marker, bytes: Buffer.from(before + serialise(draft), 'latin1'), verdict, bodyLength, closes, traits };
}

/** A request for the live socket, which the API grants or refuses; bytes behind it belong to no request. */
export function makeSocketRequest({ random, marker, token }: RequestOptions): RawRequest {
  const isGranted = random.chance(0.5);
  const fields = [
    ...common(token),
    { name: 'Connection', value: ' Upgrade' },
    { name: 'Upgrade', value: ' websocket' },
    { name: 'Sec-WebSocket-Version', value: ' 13' },
    { name: 'Sec-WebSocket-Key', value: ' AAAAAAAAAAAAAAAAAAAAAA==' },
  ];
  const head = random.some(fields, fields.length).map(({ name, value }) => `${name}:${value}\r\n`);
  const behind = random.chance(0.5) ? bodyText(random, marker) : '';
  const bytes = Buffer.from(
    `GET /socket.io/${marker}?${isGranted ? 'grant' : 'refuse'} HTTP/1.1\r\n${head.join('')}\r\n${behind}`,
    'latin1',
  );
  return { marker, bytes, verdict: 'served', bodyLength: 0, closes: true, traits: [`live socket, ${isGranted ? 'granted' : 'refused'}`] };
}

/** The same request without its last bytes. */
export function breakOff(random: Random, request: RawRequest): RawRequest {
  const bytes = request.bytes.subarray(0, random.between(1, request.bytes.length - 1));
  return { ...request, bytes, verdict: 'unfinished', closes: true, traits: [...request.traits, 'broken off'] };
}

export interface Scenario {
  token: string;
  requests: RawRequest[];
  /** The bytes of all requests, as they are written. */
  writes: Buffer[];
}

function cut(random: Random, bytes: Buffer): Buffer[] {
  const way = random.between(0, 9);
  if (way < 5) return [bytes];
  if (way === 9 && bytes.length < 1_500) return Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
  const cuts = [...new Set(Array.from({ length: random.between(1, 6) }, () => random.between(0, bytes.length)))].sort((a, b) => a - b);
  return [0, ...cuts].map((from, at) => bytes.subarray(from, cuts[at])).filter(({ length }) => length > 0);
}

/** One connection of one client: up to four pipelined requests. The last one may be irregular, broken off, or for the live socket. */
export function makeScenario(random: Random, token: string, id: string, hasSockets = true): Scenario {
  const count = random.between(1, 4);
  const irregularAt = random.chance(0.5) ? random.between(0, count - 1) : -1;
  const requests = Array.from({ length: count }, (_, at) =>
    makeRequest({ random, marker: `${id}-${at}`, token, isIrregular: at === irregularAt }),
  );
  const last = requests[count - 1] as RawRequest;
  const options = { random, marker: `${id}-last`, token, isIrregular: false };
  if (random.chance(hasSockets ? 0.08 : 0)) requests.push(makeSocketRequest(options));
  else if (!last.bytes.includes('?early') && random.chance(0.06)) requests[count - 1] = breakOff(random, last);
  return { token, requests, writes: cut(random, Buffer.concat(requests.map(({ bytes }) => bytes))) };
}
