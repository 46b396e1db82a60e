import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { limits } from '@portal/contracts/_kernel/limits';
import type { FuzzCase, FuzzSubject } from './case';
import { fieldsOf, isUpload } from './inputs';
import { makePng, SIGNATURE } from './pictures';
import type { SentRequest } from './wire';

const BOUNDARY = 'boundary-of-the-fuzzer';

interface Part {
  name: string;
  content: string | Buffer;
  filename?: string;
  type?: string;
}

const FRAME = 12;
const ofLength = (bytes: number) => makePng(8, 8, { padding: bytes - makePng(8, 8).length - FRAME });
const photo = makePng(64, 64);

const bodyOf = (parts: readonly Part[], isClosed = true): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, content, filename, type }) => [
      Buffer.from(
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n${
          filename === undefined ? '' : `content-type: ${type ?? 'image/png'}\r\n`
        }\r\n`,
      ),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(isClosed ? `--${BOUNDARY}--\r\n` : ''),
  ]);

const typed = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** Stands for a valid file in an input, because JSON cannot contain a file. */
export const FILE = 'file:photo.png';

const fileNamed = (name: string): Part => ({ name, content: photo, filename: 'photo.png' });

/** Rows are sent as one JSON text, their files as separate parts. */
function rowsOf(name: string, json: string, prefix: string | null): Part[] {
  const rows = JSON.parse(json) as unknown[];
  const hasFile = (row: unknown) => prefix !== null && (row as { file?: unknown } | null)?.file === FILE;
  if (!rows.some(hasFile)) return [{ name, content: json }];
  const plain = rows.map((row) => (hasFile(row) ? { ...(row as object), file: undefined } : row));
  return [
    { name, content: JSON.stringify(plain) },
    ...rows.flatMap((row, index) => (hasFile(row) ? [fileNamed(`${prefix}${index}`)] : [])),
  ];
}

const asText = (json: string): string => (json.startsWith('"') ? (JSON.parse(json) as string) : json);

function partsOf({ jsonRows }: Endpoint, entries: readonly (readonly [string, string])[]): Part[] {
  return entries.flatMap(([name, json]): Part[] => {
    const value: unknown = JSON.parse(json);
    const prefix = jsonRows?.[name];
    if (prefix !== undefined && Array.isArray(value)) return rowsOf(name, json, prefix);
    if (!Array.isArray(value) || value.some((one) => typeof one === 'object'))
      return [value === FILE ? fileNamed(name) : { name, content: asText(json) }];
    return value.slice(0, 1000).map((one) => (one === FILE ? fileNamed(name) : { name, content: String(one) }));
  });
}

export function multipartOf(
  endpoint: Endpoint,
  entries: readonly (readonly [string, string])[],
  headers: Record<string, string>,
): Pick<SentRequest, 'headers' | 'body'> {
  return { headers: { ...headers, ...typed }, body: bodyOf(partsOf(endpoint, entries)) };
}

/** The parts that hold a file: keys of the endpoint, and keys in the rows of the valid input. */
function fileKeys(endpoint: Endpoint, parts: readonly Part[]): Set<string> {
  // Invalid recordings are tested with their reader; this part never reads them.
  const own = Object.entries(fieldsOf(endpoint.input)).filter(([, field]) => isUpload(field) && field.meta?.upload !== 'audio');
  return new Set([...own.map(([key]) => key), ...parts.filter(({ filename }) => filename !== undefined).map(({ name }) => name)]);
}

const badFiles: [string, Buffer, string, string][] = [
  ['2 MB + 1 byte', ofLength(limits.imageBytes + 1), 'photo.png', 'image/png'],
  [
    'an executable with the name of a picture',
    Buffer.concat([Buffer.from('MZ\u0090\0\u0003'), Buffer.alloc(2000, 1)]),
    'photo.png',
    'image/png',
  ],
  [
    'an ELF with the name of a picture',
    Buffer.concat([Buffer.from('\x7fELF\u0002\u0001\u0001'), Buffer.alloc(2000)]),
    'photo.jpg',
    'image/jpeg',
  ],
  ['a script with the name of a picture', Buffer.from('#!/bin/sh\nrm -rf /\n'), 'photo.png', 'image/png'],
  ['HTML with the name of a picture', Buffer.from('<html><script>alert(1)</script></html>'), 'photo.png', 'image/png'],
  [
    'an SVG with a script',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'photo.svg',
    'image/svg+xml',
  ],
  ['a picture bomb of 60,000 x 60,000', makePng(60_000, 60_000, { rows: 20 }), 'photo.png', 'image/png'],
  ['a picture of 2^31 x 2^31', makePng(1, 2, { rows: 1 }).fill(0x7f, 16, 24), 'photo.png', 'image/png'],
  ['half of a picture', photo.subarray(0, Math.ceil(photo.length / 2)), 'photo.png', 'image/png'],
  ['the first bytes of a picture', SIGNATURE, 'photo.png', 'image/png'],
  ['an empty file', Buffer.alloc(0), 'photo.png', 'image/png'],
];

const named: [string, string][] = [
  ['a name upwards', '../../../etc/cron.d/x.png'],
  ['a name with NUL', 'a%00.png'],
  ['a name of 5,000 characters', `${'x'.repeat(5000)}.png`],
  ['a name of HTML', '<img src=x onerror=alert(1)>.png'],
  ['a name right to left', 'gnp.\u202Eexe'],
  ['no name', ''],
];

/** Calls of a multipart endpoint with a bad body, or with a bad file. */
export function* multipartCases(
  { endpoint }: FuzzSubject,
  sent: SentRequest,
  entries: readonly (readonly [string, string])[],
): Generator<FuzzCase> {
  const body = sent.body ?? Buffer.alloc(0);
  const parts = partsOf(endpoint, entries);
  const of = (name: string, wrong: Buffer, headers: Record<string, string> = {}): FuzzCase => ({
    name,
    sent: { ...sent, headers: { ...sent.headers, ...headers }, body: wrong },
  });
  const refused = (...given: Parameters<typeof of>): FuzzCase => ({ ...of(...given), isRefused: true });

  for (const key of fileKeys(endpoint, parts)) {
    const others = parts.filter(({ name }) => name !== key);
    for (const [name, content, filename, type] of badFiles)
      yield refused(`${key}: ${name}`, bodyOf([...others, { name: key, content, filename, type }]));
    for (const [name, filename] of named) yield of(`${key}: ${name}`, bodyOf([...others, { name: key, content: photo, filename }]));
    yield of(`${key}: two files`, bodyOf([...parts, ...[1, 2].map(() => ({ name: key, content: photo, filename: 'photo.png' }))]));
    yield of(`${key}: text for a file`, bodyOf([...others, { name: key, content: 'photo.png' }]));
  }
  for (const { name } of parts) yield of(`${name}: twice in the form`, bodyOf([...parts, ...parts.filter((one) => one.name === name)]));
  const [first] = parts;
  if (first) yield of(`${first.name}: a file for text`, bodyOf([{ ...first, content: photo, filename: 'x.png' }, ...parts.slice(1)]));
  yield refused('no boundary', body, { 'content-type': 'multipart/form-data' });
  yield refused('another boundary', body, { 'content-type': 'multipart/form-data; boundary=other' });
  yield refused('not closed', bodyOf(parts, false));
  yield refused('truncated', body.subarray(0, Math.ceil(body.length / 2)));
  yield refused('nothing', Buffer.alloc(0));
  yield refused('JSON for multipart', Buffer.from('{}'), { 'content-type': 'application/json' });
  yield of('5,000 parts', bodyOf([...parts, ...Array.from({ length: 5000 }, (_, key) => ({ name: `k${key}`, content: '1' }))]));
  yield of('a field name of 100 kB', bodyOf([...parts, { name: 'k'.repeat(100_000), content: '1' }]));
  yield of(
    'a prototype as field',
    bodyOf([...parts, { name: '__proto__', content: '1' }, { name: 'constructor', content: '1' }, { name: 'toString', content: '1' }]),
  );
  yield refused('60 MB', bodyOf([...parts, { name: 'much', content: Buffer.alloc(60_000_000), filename: 'much.png' }]));
  yield { ...of('hangs up in the middle', body.subarray(0, Math.ceil(body.length / 2))), hangsUp: true };
}
