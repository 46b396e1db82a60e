import type { Random } from '../../seed/random';

/** One bad value: its name, and its JSON text, because JSON.stringify cannot write all of them. */
export interface BadValue {
  name: string;
  json: string;
  /** Hundreds of kilobytes, or thousands of levels: sent only once for an endpoint. */
  isHeavy?: true;
}

const text = (name: string, value: string): BadValue => ({ name, json: JSON.stringify(value) });
const raw = (name: string, json: string): BadValue => ({ name, json });

const texts: BadValue[] = [
  text('empty text', ''),
  text('blank', ' \t '),
  text('300 characters', 'x'.repeat(300)),
  text('NUL alone', '\u0000'),
  text('NUL inside', 'a\u0000b'),
  text('NUL in an address', 'a\u0000b@example.com'),
  text('control characters', 'a\u0007\u001b[31mb'),
  text('line breaks', 'a\r\nSet-Cookie: x=1\r\n\r\nb'),
  text('emoji', '👩‍🚒🔥🇨🇦'),
  text('right to left', 'مرحبا \u202Eedoc\u202C שלום'),
  raw('high surrogate alone', '"a\\ud800b"'),
  raw('low surrogate alone', '"\\udc00"'),
  text('combining marks', `e${'\u0301'.repeat(200)}`),
  text('SQL', "'; drop table guards; --"),
  text('SQL or', "' or '1'='1' --"),
  text('LIKE wildcards', '%_%\\'),
  text('HTML script', '<script>alert(1)</script>'),
  text('HTML image', '"><img src=x onerror=alert(1)>'),
  text('path upwards', '../../../../etc/passwd'),
  text('file name upwards', '..%2f..%2fsecret.png'),
  text('template', '{{7*7}}#{7*7}'),
  text('the word null', 'null'),
  text('the word undefined', 'undefined'),
  text('the word NaN', 'NaN'),
  text('the word Infinity', 'Infinity'),
  text('text 1e400', '1e400'),
  text('text -0', '-0'),
  text('text 1e308', '1e308'),
  text('text 10^9', '1000000000'),
  text('text 0x10', '0x10'),
  text('400 digits', '9'.repeat(400)),
  text('day that is none', '2027-02-30'),
  text('month that is none', '2027-13-45'),
  text('year 9999', '9999-12-31'),
  text('year 0000', '0000-01-01'),
  text('instant that is none', '2027-99-99T99:99:99Z'),
  text('offset that is none', '2027-03-10T10:00:00+99:99'),
  text('offset of nowhere', '2027-03-10T00:00:00+20:00'),
  text('instant of the year 0000', '0000-01-01T00:00:00Z'),
  text('instant of a day that is none', '2027-02-30T00:00:00Z'),
  text('instant of the year 9999', '9999-12-31T23:59:59.999Z'),
  text('time that is none', '99:99'),
  text('unknown id', '00000000-0000-4000-8000-000000000000'),
  text('id in capitals', '5F0C1D1E-6A52-4A0B-9A58-0D4F1B8F7A01'),
  text('full-width digits', '１２３４５６７８９０'),
  text('prototype', '__proto__'),
];

const others: BadValue[] = [
  raw('null', 'null'),
  raw('true', 'true'),
  raw('false', 'false'),
  raw('0', '0'),
  raw('-0', '-0'),
  raw('-1', '-1'),
  raw('1.5', '1.5'),
  raw('10^9', '1000000000'),
  raw('beyond a double', '1e400'),
  raw('1e308', '1e308'),
  raw('beyond an integer', '9007199254740993'),
  raw('empty list', '[]'),
  raw('list of null', '[null]'),
  raw('list of lists', '[[["x"]]]'),
  raw('empty object', '{}'),
  raw('object with toString', '{"toString":1}'),
  raw('object with valueOf', '{"valueOf":"x","toString":null}'),
  raw('object with length', '{"length":1000000000}'),
  raw('operator', '{"$ne":null}'),
  raw('then', '{"then":"x"}'),
];

const DEEP = 20_000;
const heavy: BadValue[] = [
  { ...text('100,000 characters', 'x'.repeat(100_000)), isHeavy: true },
  { name: 'list of 20,000', json: `[${Array(20_000).fill('"x"').join()}]`, isHeavy: true },
  { name: 'deep lists', json: '['.repeat(DEEP) + ']'.repeat(DEEP), isHeavy: true },
  { name: 'deep objects', json: `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`, isHeavy: true },
];

export const badValues: readonly BadValue[] = [...texts, ...others, ...heavy];

const fragments = [
  ...['a', 'Z', '0', '9', ' ', '-', '.', '@', "'", '"', '\\', '/', '<', '>', '%', '%00', '&', '=', ';', '\u0000', '\u0001', '\u007f'],
  ...['\u00a0', '\u200b', '\u202e', '\ufeff', '\uffff', 'é', 'ß', 'İ', '漢', '🔥', '1990-05-17', 'T00:00Z', '647555', 'e308', 'null'],
];

/** A random value, the same for the same state of the generator. */
export function randomBad(random: Random, depth = 0): BadValue {
  const kind = random.between(0, depth > 2 ? 2 : 4);
  const name = 'random value';
  if (kind === 1) return raw(name, String((random.between(-1000, 1000) / 7) * 10 ** random.between(-20, 300)));
  if (kind === 2) return raw(name, random.pick(['null', 'true', 'false', '0', '-0']));
  const inner = () => randomBad(random, depth + 1).json;
  if (kind === 3) return raw(name, `[${Array.from({ length: random.between(0, 4) }, inner).join()}]`);
  if (kind === 4) return raw(name, `{${Array.from({ length: random.between(0, 3) }, (_, key) => `"k${key}":${inner()}`).join()}}`);
  return text(name, Array.from({ length: random.between(0, 40) }, () => random.pick(fragments)).join(''));
}
