import { BASE } from '@portal/contracts/_kernel/endpoint';
import type { Random } from '../../api/seed/random';

/**
 * The servers that reject a request with a variation: it gets 4xx, its connection closes, and the API parses none of it. `behind no nginx`: portal
 * host and API reject it, but nginx forwards the request without the variation. `by nginx`: only nginx rejects it.
 */
type Refusal = 'nowhere' | 'everywhere' | 'behind no nginx' | 'by nginx';

export interface Trait {
  name: string;
  refused: Refusal;
}

export interface Field {
  name: string;
  value: string;
}

export interface Draft {
  method: string;
  target: string;
  version: string;
  fields: Field[];
  lineEnd: string;
  /** The bytes after the head. */
  tail: string;
  bodyLength: number;
  closes: boolean;
  traits: Trait[];
}

export const addTrait = (draft: Draft, name: string, refused: Refusal = 'nowhere') => void draft.traits.push({ name, refused });

export const spellings = (name: string): string[] => [
  name,
  name.toLowerCase(),
  name.toUpperCase(),
  name.replace(/[a-z]/g, (letter, at: number) => (at % 2 ? letter.toUpperCase() : letter)),
];
const blanks = ['', '', ' ', ' ', ' ', ' ', '  ', '  ', '\t', ' \t '];
const spaced = (random: Random, value: string) => `${random.pick(blanks)}${value}${random.pick(blanks)}`;

/** A body that is itself a request, so that a server with wrong framing parses it. */
export const bodyText = (random: Random, marker: string): string =>
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
/** Defects of a chunk of three bytes. nginx repairs some, and then the API reads these bytes. */
const BROKEN_CHUNKS: [string, string, Refusal][] = [
  ['chunk size with a bare LF', '3\nabc\r\n', 'behind no nginx'],
  ['chunk data with a bare LF', '3\r\nabc\n', 'behind no nginx'],
  ['chunk size with a bare CR', '3\r\rabc\r\n', 'everywhere'],
  ['chunk data without CRLF', '3\r\nabc3\r\nabc\r\n', 'everywhere'],
  ['chunk longer than its size', '3\r\nabcd\r\n', 'everywhere'],
  ['chunk size with 0x', '0x3\r\nabc\r\n', 'everywhere'],
  ['chunk size with a sign', '+3\r\nabc\r\n', 'everywhere'],
  ['chunk size below zero', '-3\r\nabc\r\n', 'everywhere'],
  ['chunk size after a space', ' 3\r\nabc\r\n', 'everywhere'],
  ['chunk size before a space', '3 \r\nabc\r\n', 'behind no nginx'],
  ['chunk size before a tab', '3\t\r\nabc\r\n', 'behind no nginx'],
  ['no chunk size', '\r\nabc\r\n', 'everywhere'],
  ['chunk size with a letter', '3g\r\nabc\r\n', 'everywhere'],
  ['chunk size beyond 64 bits', 'fffffffffffffffff3\r\nabc\r\n', 'everywhere'],
  ['chunk extension with a bare LF', '3;a\nabc\r\n', 'behind no nginx'],
  ['chunk extension with a bare CR', '3;a\rb\r\nabc\r\n', 'everywhere'],
  ['chunk extension with a NUL', '3;a\0\r\nabc\r\n', 'behind no nginx'],
];
const EXTENSIONS = ['', '', '', ';a', ';a=b', ';a="b c"', ';a="b;c"', ';a=b;c=d', ';a="b\\"c"', ';=b', ';a='];
const WRONG_EXTENSIONS = [' ;a=b', '; a=b', ';a = b', ';', ';a="b'];
/** nginx reads trailers and drops them. */
const BROKEN_TRAILERS: Record<string, string> = {
  'trailer Content-Length': 'Content-Length: 5\r\n',
  'trailer Transfer-Encoding': 'Transfer-Encoding: chunked\r\n',
  'trailer with a bare LF': 'X-Trailer: 1\n',
  'trailer that is folded': 'X-Trailer: 1\r\n 2\r\n',
  'trailer with a space before its colon': 'X-Trailer : 1\r\n',
};

function addChunks(random: Random, draft: Draft, text: string): void {
  const parts: string[] = [];
  const breakAt = random.chance(0.15) ? random.between(0, 2) : -1;
  let rest = text;
  for (let count = 0; rest.length > 0 || count <= breakAt; count++) {
    if (count === breakAt) {
      const [trait, bytes, refused] = random.pick(BROKEN_CHUNKS);
      parts.push(bytes);
      addTrait(draft, trait, refused);
    }
    const length = Math.min(rest.length, random.between(1, 400));
    if (length === 0) continue;
    let extension = random.pick(EXTENSIONS);
    if (extension) addTrait(draft, 'chunk extension');
    if (random.chance(0.03)) {
      extension = random.pick(WRONG_EXTENSIONS);
      addTrait(draft, `chunk extension ${extension}`, 'behind no nginx');
    }
    parts.push(`${size(length, random)}${extension}\r\n${rest.slice(0, length)}\r\n`);
    rest = rest.slice(length);
  }
  let trailers = '';
  if (random.chance(0.2)) {
    trailers = 'X-Trailer: 1\r\n';
    addTrait(draft, 'trailer');
  }
  if (random.chance(0.08)) {
    const [trait, bytes] = random.pick(Object.entries(BROKEN_TRAILERS));
    trailers += bytes;
    addTrait(draft, trait, 'behind no nginx');
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

/** nginx refuses it before it reads the path, so its answer is 505 (RFC 9110, 15.6.6) and no `error_page` applies. */
export const NEXT_VERSION = 'HTTP/2.0';

/** It has neither chunks, upgrades nor expectations. */
export const OLD_VERSION = 'HTTP/1.0';

export type Framing = (random: Random, draft: Draft, text: string) => void;

/** nginx considers a tab as part of the value. llhttp does so after the value, except in a request with an upgrade. */
function noteBlanks(draft: Draft, trait: string, value: string): void {
  addTrait(draft, trait);
  if (/^ *\t/.test(value)) addTrait(draft, 'tab before the value', 'by nginx');
  if (/\w *\t/.test(value)) addTrait(draft, 'tab behind the value', trait === 'chunked' && isUpgrade(draft) ? 'by nginx' : 'everywhere');
}

export const byLength: Framing = (random, draft, text) => {
  const leading = random.chance(0.1) ? '0' : '';
  const value = spaced(random, leading + text.length);
  draft.fields.push(lengthField(random, value));
  draft.tail = text;
  draft.bodyLength = text.length;
  noteBlanks(draft, 'Content-Length', value);
};
export const byChunks: Framing = (random, draft, text) => {
  const value = spaced(random, random.pick(spellings('chunked')));
  draft.fields.push(codingField(random, value));
  noteBlanks(draft, 'chunked', value);
  addChunks(random, draft, text);
};

const byEither: Framing = (random, draft, text) => random.pick([byLength, byChunks])(random, draft, text);
export const isNamed = (wanted: string) => (field: Field) => field.name.toLowerCase() === wanted;

/** Versions that are not HTTP/1.1. nginx reads the second group as 1.1, so only a host without nginx refuses it. */
const WRONG_VERSIONS: [string, Refusal][] = [
  ...['HTTP/0.9', 'http/1.1', 'HTTP/1,1', 'HTTPS/1.1', NEXT_VERSION].map((version): [string, Refusal] => [version, 'everywhere']),
  ...['HTTP/1.2', 'HTTP/1.10', 'HTTP/1.1 '].map((version): [string, Refusal] => [version, 'behind no nginx']),
];

export const irregular: Framing[] = [
  function twoFramings(random, draft, text) {
    byChunks(random, draft, text);
    const lengths = [text.length, draft.tail.length, 0, 5];
    draft.fields.splice(random.between(0, draft.fields.length), 0, lengthField(random, ` ${random.pick(lengths)}`));
    addTrait(draft, 'Content-Length and Transfer-Encoding', 'everywhere');
  },
  function twoLengths(random, draft, text) {
    byLength(random, draft, text);
    draft.fields.push(lengthField(random, ` ${random.pick([text.length, 0, 1, text.length + 9])}`));
    addTrait(draft, 'Content-Length twice', 'everywhere');
  },
  function wrongLength(random, draft, text) {
    const value = random.pick(WRONG_LENGTHS).replaceAll('{}', String(text.length));
    draft.fields.push(lengthField(random, spaced(random, value)));
    draft.tail = text;
    addTrait(draft, `Content-Length: ${value}`, 'everywhere');
  },
  function twoCodings(random, draft, text) {
    byChunks(random, draft, text);
    draft.fields.push(codingField(random, ` ${random.pick(['chunked', 'identity', 'gzip', ''])}`));
    addTrait(draft, 'Transfer-Encoding twice', 'everywhere');
  },
  function wrongCoding(random, draft, text) {
    const value = random.pick(WRONG_CODINGS);
    byChunks(random, draft, text);
    for (const field of draft.fields.filter(isNamed('transfer-encoding'))) field.value = ` ${value}`;
    addTrait(draft, `Transfer-Encoding: ${value}`, 'everywhere');
  },
  function wrongName(random, draft, text) {
    byEither(random, draft, text);
    const field = draft.fields.at(-1);
    if (field) field.name = random.pick(WRONG_NAMES).replace('{}', field.name);
    addTrait(draft, `name ${JSON.stringify(field?.name)}`, 'everywhere');
  },
  function twoHosts(random, draft, text) {
    byEither(random, draft, text);
    draft.fields.push({ name: random.pick(spellings('Host')), value: random.pick([' portal', ' other', '']) });
    addTrait(draft, 'Host twice', 'everywhere');
  },
  function wrongHost(random, draft, text) {
    byEither(random, draft, text);
    const value = random.pick(['a b', 'a/b', 'a@b', 'a, b', 'a?b', '[::1', 'a:b', '\u00e4', '']);
    for (const field of draft.fields.filter(isNamed('host'))) field.value = ` ${value}`;
    addTrait(draft, `Host: ${value}`, 'everywhere');
  },
  function noHost(random, draft, text) {
    byEither(random, draft, text);
    draft.fields = draft.fields.filter((field) => !isNamed('host')(field));
    addTrait(draft, 'no Host', 'everywhere');
  },
  function codingInOldVersion(random, draft, text) {
    byChunks(random, draft, text);
    draft.version = OLD_VERSION;
    addTrait(draft, 'Transfer-Encoding in HTTP/1.0', 'everywhere');
  },
  function folding(random, draft, text) {
    byEither(random, draft, text);
    const field = random.pick(draft.fields);
    field.value = `${field.value}\r\n${random.pick([' ', '\t', ' a: '])}${random.pick(['', '0', 'x'])}`;
    addTrait(draft, `folded ${field.name}`, 'everywhere');
  },
  function bareLf(random, draft, text) {
    byEither(random, draft, text);
    if (random.chance(0.5)) draft.lineEnd = '\n';
    else random.pick(draft.fields).value += '\nX-Line: 1';
    addTrait(draft, 'bare LF', 'behind no nginx');
  },
  function bareCr(random, draft, text) {
    byEither(random, draft, text);
    random.pick(draft.fields).value += `\r${random.pick(['X-Line: 1', ' ', 'x'])}`;
    addTrait(draft, 'bare CR', 'everywhere');
  },
  function nul(random, draft, text) {
    byEither(random, draft, text);
    random.pick(draft.fields).value += '\0';
    addTrait(draft, 'NUL', 'everywhere');
  },
  function wrongVersion(random, draft, text) {
    byLength(random, draft, text);
    const [version, refused] = random.pick(WRONG_VERSIONS);
    draft.version = version;
    addTrait(draft, `version ${version}`, refused);
  },
  connectionNaming,
];

/** The hole of 2026-11. nginx replaces the field. */
export function connectionNaming(random: Random, draft: Draft, text: string): void {
  byEither(random, draft, text);
  const names = ['Content-Length', 'Content-Length', 'Content-Length', 'Transfer-Encoding', 'Host', 'Authorization', 'Cookie', 'X-Own'];
  const name = random.pick(spellings(random.pick(names)));
  draft.fields.push({ name: 'X-Own', value: ' 1' });
  const options = [...random.some(['keep-alive', 'te', 'x-nothing', 'upgrade'], random.between(0, 2)), name];
  draft.fields.push({
    name: random.pick(spellings('Connection')),
    value: spaced(random, random.some(options, options.length).join(random.pick([',', ', ', ' ,\t']))),
  });
  addTrait(draft, `Connection names ${name}`, 'behind no nginx');
}

/** Whether a server reads the request as one for an upgrade. */
const isUpgrade = ({ fields }: Draft): boolean =>
  fields.some(isNamed('upgrade')) && fields.some((field) => isNamed('connection')(field) && /upgrade/i.test(field.value));
