import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createFontStack } from '@capsizecss/core';
import { entireMetricsCollection } from '@capsizecss/metrics/entireMetricsCollection';

const faces = [...readFileSync(join(__dirname, 'font.css'), 'utf8').matchAll(/@font-face \{([^}]*)\}/g)].map(([, text = '']) =>
  Object.fromEntries([...text.matchAll(/([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.replace(/\s+/g, ' ')])),
);
const own = faces.filter((face) => face['font-family'] === "'Public Sans'");

const METRICS = ['ascent-override', 'descent-override', 'line-gap-override', 'size-adjust'];
const { publicSans, roboto, arial } = entireMetricsCollection;

it.each([
  ['Roboto', roboto, 'regular', '100 599'],
  ['Roboto', roboto, '700', '600 900'],
  ['Arial', arial, 'regular', '100 599'],
  ['Arial', arial, '700', '600 900'],
] as const)('%s takes the room of Public Sans: %#', (name, device, weight, range) => {
  const face = faces.find((one) => one['font-family'] === `'Public Sans as ${name}'` && one['font-weight'] === range);
  const { fontFaces } = createFontStack([publicSans.variants[weight], device.variants[weight]], { fontFaceFormat: 'styleObject' });
  const computed = Object.fromEntries(
    Object.entries(fontFaces[0]?.['@font-face'] ?? {}).map(([key, value]) => [
      key.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`),
      value,
    ]),
  );
  for (const metric of METRICS) expect([metric, face?.[metric]]).toEqual([metric, computed[metric]]);
});

it('no text moves when the font comes: a page that has begun without it keeps the font of the device', () => {
  expect(own).toHaveLength(3);
  for (const face of own) expect(face['font-display']).toBe('optional');
});

it('the file that each page preloads has at most 30 kB', () => {
  const file = 'public-sans-latin-wght-normal.woff2';
  expect(own.filter(({ src = '' }) => src.includes(file))).toHaveLength(1);
  expect(statSync(require.resolve(`@fontsource-variable/public-sans/files/${file}`)).size).toBeLessThanOrEqual(30_000);
});

/** Whether any of the three files has a letter. */
const isCovered = (letter: string) =>
  own.some((face) =>
    (face['unicode-range'] ?? '').split(',').some((range) => {
      const [first = 0, last = first] = range
        .trim()
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      const code = letter.codePointAt(0) ?? 0;
      return code >= first && code <= last;
    }),
  );

it.each(['Nguyễn Đặng', 'Łukasz Żółć', 'Zoë Côté', 'İbrahim Şahin', 'Ștefan Čapek'])('has every letter of %s', (name) => {
  expect([...name].filter((letter) => !isCovered(letter))).toEqual([]);
});
