import { BASE } from '@portal/contracts/_kernel/endpoint';
import type { Random } from '../../api/seed/random';
import {
  addTrait,
  bodyText,
  byChunks,
  byLength,
  connectionNaming,
  type Draft,
  type Field,
  type Framing,
  irregular,
  isNamed,
  OLD_VERSION,
  spellings,
  type Trait,
} from './framings';

export interface RawRequest {
  /** The last part of its path, unique in a run. */
  marker: string;
  bytes: Buffer;
  /** The length of the body as the client framed it. */
  bodyLength: number;
  /** The API answers it before it reads the body. */
  isEarly: boolean;
  /** Bytes are missing, so no server may complete it. */
  isUnfinished: boolean;
  /** The last request of its connection. */
  closes: boolean;
  traits: Trait[];
}

/** True if the API must parse the request; false if a server must reject it. */
export const isServed = ({ traits }: Pick<RawRequest, 'traits'>, isBehindNginx: boolean): boolean =>
  traits.every(({ refused }) => refused === 'nowhere' || refused === (isBehindNginx ? 'behind no nginx' : 'by nginx'));

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const WRONG_METHODS = ['get', 'FOO', 'PROPFIND', 'CONNECT', 'QUERY', 'PRI', 'GET\t', 'TRACE', 'LINK', 'M-SEARCH'] as const;

const UPGRADES = ['foo', 'h2c', 'TLS/1.0', 'websocket', 'WebSocket', 'websocket, foo', 'foo/1, bar', 'IRC/6.9'];
/** Adds an upgrade that no server supports here, or a websocket on a path without one. */
function addUpgrade(random: Random, draft: Draft): void {
  const value = random.pick(UPGRADES);
  draft.fields.push({ name: random.pick(spellings('Upgrade')), value: ` ${value}` });
  const options = random.pick(['Upgrade', 'upgrade', 'keep-alive, Upgrade', 'Upgrade, HTTP2-Settings', '']);
  if (options) draft.fields.push({ name: random.pick(spellings('Connection')), value: ` ${options}` });
  if (options.includes('HTTP2')) draft.fields.push({ name: 'HTTP2-Settings', value: ' AAMAAABkAAQAAP__' });
  if (random.chance(0.3)) draft.fields.push({ name: 'Sec-WebSocket-Key', value: ' AAAAAAAAAAAAAAAAAAAAAA==' });
  if (random.chance(0.1)) draft.fields.push({ name: 'Upgrade', value: ' bar' });
  addTrait(draft, `Upgrade: ${value}`);
}

function addExpect(random: Random, draft: Draft): void {
  const value = random.pick(['100-continue', '100-Continue', '100-continue', 'nothing', '100-continue, 100-continue', '']);
  draft.fields.push({ name: random.pick(spellings('Expect')), value: ` ${value}` });
  addTrait(draft, `Expect: ${value}`, /^100-continue/i.test(value) || draft.version === OLD_VERSION ? 'nowhere' : 'behind no nginx');
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

const asksToStay = (field: Field) => isNamed('connection')(field) && /keep-alive/i.test(field.value);

/** Makes it the last request of its connection. */
function addEnd(random: Random, draft: Draft): void {
  if (!random.chance(0.08)) return;
  draft.closes = true;
  if (random.chance(0.5) && !draft.fields.some(isNamed('transfer-encoding'))) draft.version = OLD_VERSION;
  else draft.fields.push({ name: random.pick(spellings('Connection')), value: ` ${random.pick(['close', 'Close', 'te, close'])}` });
  addTrait(draft, draft.version === OLD_VERSION ? OLD_VERSION : 'Connection: close');
}

/** Variations that do not concern framing. */
function addVariations(random: Random, draft: Draft): void {
  if (isServed(draft, false) && !draft.fields.some(asksToStay)) addEnd(random, draft);
  if (random.chance(0.1)) addExpect(random, draft);
  if (random.chance(0.05)) {
    draft.method = random.pick(WRONG_METHODS);
    addTrait(draft, `method ${draft.method}`, 'everywhere');
  }
  if (random.chance(0.02)) {
    draft.fields.unshift(...Array.from({ length: random.between(900, 1_500) }, (_, at) => ({ name: `a${at}`, value: '' })));
    addTrait(draft, 'many fields', 'everywhere');
  }
  if (random.chance(0.02)) {
    draft.fields.unshift(...Array.from({ length: 3 }, (_, at) => ({ name: `long${at}`, value: 'x'.repeat(random.between(7_000, 7_400)) })));
    addTrait(draft, 'long fields', 'everywhere');
  }
  if (random.chance(0.05)) {
    draft.target = random.pick([`http://portal${draft.target}`, `${draft.target}?a=b`, `${draft.target}#a`]);
    addTrait(draft, `target ${draft.target}`);
  }
}

/** One random request. */
export function makeRequest({ random, marker, token, isIrregular }: RequestOptions): RawRequest {
  const plain = `${BASE}/${marker}`;
  const draft: Draft = {
    ...{ method: random.pick(METHODS), target: plain, version: 'HTTP/1.1', lineEnd: '\r\n', tail: '', bodyLength: 0 },
    ...{ fields: common(token), closes: false, traits: [] },
  };
  for (const field of draft.fields) field.name = random.pick(spellings(field.name));
  if (random.chance(0.25)) addUpgrade(random, draft);
  const text = bodyText(random, marker);
  const ways: Framing[] = isIrregular ? irregular : [byLength, byChunks, () => undefined];
  // Tries the vulnerability of 2026-11 more often.
  const way = isIrregular && random.chance(0.2) ? connectionNaming : random.pick(ways);
  way(random, draft, text);
  addVariations(random, draft);
  const isEarly = isServed(draft, false) && draft.target === plain && random.chance(0.2);
  if (isEarly) {
    draft.target += '?early';
    addTrait(draft, 'answered before its body is read');
  }
  draft.fields = random.some(draft.fields, draft.fields.length);
  const before = random.chance(0.05) ? random.pick(['\r\n', '\r\n\r\n', '\n']) : '';
  if (before) addTrait(draft, 'empty lines before');
  const { bodyLength, closes, traits } = draft;
  const bytes = Buffer.from(before + serialise(draft), 'latin1');
  return { marker, bytes, bodyLength, isEarly, isUnfinished: false, closes, traits };
}

/** A request for the live socket, which the API grants or refuses. The bytes after it belong to no request. */
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
  const traits: Trait[] = [{ name: `live socket, ${isGranted ? 'granted' : 'refused'}`, refused: 'nowhere' }];
  return { marker, bytes, bodyLength: 0, isEarly: false, isUnfinished: false, closes: true, traits };
}

/** The same request without its last bytes. */
export function breakOff(random: Random, request: RawRequest): RawRequest {
  const bytes = request.bytes.subarray(0, random.between(1, request.bytes.length - 1));
  const traits: Trait[] = [...request.traits, { name: 'broken off', refused: 'nowhere' }];
  return { ...request, bytes, isUnfinished: true, closes: true, traits };
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
  // Mostly the last one, because later requests are not served.
  const irregularAt = random.chance(0.5) ? random.pick([count - 1, count - 1, random.between(0, count - 1)]) : -1;
  const requests = Array.from({ length: count }, (_, at) =>
    makeRequest({ random, marker: `${id}-${at}`, token, isIrregular: at === irregularAt }),
  );
  const last = requests[count - 1] as RawRequest;
  const options = { random, marker: `${id}-last`, token, isIrregular: false };
  if (random.chance(hasSockets ? 0.08 : 0)) requests.push(makeSocketRequest(options));
  else if (!last.isEarly && random.chance(0.06)) requests[count - 1] = breakOff(random, last);
  return { token, requests, writes: cut(random, Buffer.concat(requests.map(({ bytes }) => bytes))) };
}
