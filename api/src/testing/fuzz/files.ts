import { deflateSync } from 'node:zlib';
import { limits } from '@portal/contracts/_kernel/limits';
import type { Case, Subject } from './cases';
import { fieldsOf } from './inputs';
import type { Sent } from './wire';

const BOUNDARY = 'boundary-of-the-fuzzer';

interface Part {
  name: string;
  content: string | Buffer;
  filename?: string;
  type?: string;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  return sum >>> 0;
});
const crc = (bytes: Buffer) =>
  (bytes.reduce((sum, byte) => (crcTable[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

function chunk(kind: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG that says how large it is; `rows` of it are really there. `padding` bytes of a private chunk make it as long as wanted. */
export function png(width: number, height: number, { rows = height, padding = 0 } = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((width * 3 + 1) * rows, 0));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    ...(padding > 0 ? [chunk('prVt', Buffer.alloc(padding, 7))] : []),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const FRAME = 12;
const ofLength = (bytes: number) => png(8, 8, { padding: bytes - png(8, 8).length - FRAME });
const photo = png(64, 64);

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

/** A right file for a key that is none in JSON. */
export const FILE = 'file:photo.png';

function partsOf(entries: readonly (readonly [string, string])[]): Part[] {
  return entries.flatMap(([name, json]) => {
    const value: unknown = JSON.parse(json);
    return (Array.isArray(value) && value.length < 1000 ? value : [value]).map((one): Part => {
      if (one === FILE) return { name, content: photo, filename: 'photo.png' };
      return { name, content: typeof one === 'string' ? one : JSON.stringify(one) };
    });
  });
}

export function multipartOf(
  entries: readonly (readonly [string, string])[],
  headers: Record<string, string>,
): Pick<Sent, 'headers' | 'body'> {
  return { headers: { ...headers, ...typed }, body: bodyOf(partsOf(entries)) };
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
  ['a picture bomb of 60,000 x 60,000', png(60_000, 60_000, { rows: 20 }), 'photo.png', 'image/png'],
  ['a picture of 2^31 x 2^31', png(1, 2, { rows: 1 }).fill(0x7f, 16, 24), 'photo.png', 'image/png'],
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

/** Calls of a multipart endpoint that are wrong in their body, or in one of its files. */
export function* multipartCases({ endpoint, right }: Subject, sent: Sent): Generator<Case> {
  const body = sent.body ?? Buffer.alloc(0);
  const entries = Object.entries(right).filter(([key, value]) => value !== undefined && !endpoint.path.includes(`:${key}`));
  const parts = partsOf(entries.map(([key, value]) => [key, JSON.stringify(value)]));
  const of = (name: string, wrong: Buffer, headers: Record<string, string> = {}): Case => ({
    name,
    sent: { ...sent, headers: { ...sent.headers, ...headers }, body: wrong },
  });
  const refused = (...given: Parameters<typeof of>): Case => ({ ...of(...given), isRefused: true });

  for (const key of Object.keys(fieldsOf(endpoint.input)).filter((one) => fieldsOf(endpoint.input)[one]?.type === 'mixed')) {
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
  yield refused('40 MB', bodyOf([...parts, { name: 'much', content: Buffer.alloc(40_000_000), filename: 'much.png' }]));
  yield { ...of('hangs up in the middle', body.subarray(0, Math.ceil(body.length / 2))), hangsUp: true };
}
