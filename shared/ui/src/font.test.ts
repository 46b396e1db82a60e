/** @jest-environment node */
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
] as const)('%s takes the space of Public Sans: %#', (name, device, weight, range) => {
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

it("moves no text when the font loads: a page without it retains the device's font", () => {
  expect(own).toHaveLength(3);
  for (const face of own) expect(face['font-display']).toBe('optional');
});

it('preloads a file of at most 30 kB on each page', () => {
  const file = 'public-sans-latin-wght-normal.woff2';
  expect(own.filter(({ src = '' }) => src.includes(file))).toHaveLength(1);
  expect(statSync(require.resolve(`@fontsource-variable/public-sans/files/${file}`)).size).toBeLessThanOrEqual(30_000);
});

/** Whether any of the three files contains a letter. */
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

it.each(['Nguyễn Đặng', 'Łukasz Żółć', 'Zoë Côté', 'İbrahim Şahin', 'Ștefan Čapek'])('contains every letter of %s', (name) => {
  expect([...name].filter((letter) => !isCovered(letter))).toEqual([]);
});
