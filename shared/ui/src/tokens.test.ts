/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(__dirname, 'tokens.css'), 'utf8');

type Tokens = Record<string, string>;

/** The declarations of each block with this selector, with the outermost condition. */
function blocks(selector: string): Tokens[] {
  const escaped = selector.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return [...css.matchAll(new RegExp(`(?:^|\\n)\\s*${escaped} \\{([^}]*)\\}`, 'g'))].map(([, body = '']) =>
    Object.fromEntries([...body.matchAll(/(--[\w-]+|color-scheme): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value])),
  );
}

const light = Object.assign({}, ...blocks(':root')) as Tokens;
const [darkBySystem = {}, moreLight = {}, moreDark = {}] = blocks('html:not([data-theme])');
const [dark = {}] = blocks("html[data-theme='dark']");
const [contrast = {}] = blocks("html[data-theme='contrast']");

const themes: Record<string, Tokens> = {
  light,
  dark: { ...light, ...dark },
  contrast: { ...light, ...contrast },
  'light with more contrast': { ...light, ...moreLight },
  'dark with more contrast': { ...light, ...dark, ...moreLight, ...moreDark },
};

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, "contrast ratio". */
function ratio(one: string, other: string): number {
  const [lower = 0, higher = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}

const grounds = ['surface', 'raised', 'sunken', 'field'];
const soft = ['success', 'warning', 'danger', 'info'];

// Text on a background: 4.5 (1.4.3).
const texts = [
  ...grounds.flatMap((ground) => ['ink', 'ink-soft', 'link'].map((text) => [text, ground] as const)),
  ...soft.flatMap((tone) => [
    [tone, `${tone}-soft`] as const,
    ['ink', `${tone}-soft`] as const,
    [tone, 'surface'] as const,
    [tone, 'raised'] as const,
  ]),
  ['ink-soft', 'info-soft'],
  ['on-primary', 'primary'],
  ['on-primary', 'primary-strong'],
  ['on-accent', 'accent'],
  ['on-danger', 'danger-fill'],
  ['on-danger', 'danger-strong'],
  ['on-chrome', 'chrome'],
  ['on-chrome', 'chrome-raised'],
  ['on-chrome-soft', 'chrome'],
  ['on-chrome-soft', 'chrome-raised'],
  ['chrome-accent', 'chrome'],
  ['accent-ink', 'accent-soft'],
] as const;

// Edges of controls, focus rings and meaningful marks: 3 (1.4.11).
const marks = [
  ...['surface', 'raised', 'field'].flatMap((ground) =>
    ['line-strong', 'accent-edge', 'focus', 'link'].map((mark) => [mark, ground] as const),
  ),
  ['primary', 'surface'],
  ['primary', 'raised'],
] as const;

const rows = (pairs: readonly (readonly [string, string])[]) =>
  Object.keys(themes).flatMap((theme) => pairs.map(([front, back]) => ({ theme, front, back })));

const ratioOf = ({ theme, front, back }: { theme: string; front: string; back: string }) => {
  const tokens = themes[theme] ?? {};
  return ratio(tokens[`--color-${front}`] ?? '', tokens[`--color-${back}`] ?? '');
};

it.each(rows(texts))('$theme: text $front on $back has enough contrast', (row) => {
  expect(ratioOf(row)).toBeGreaterThanOrEqual(4.5);
});

it.each(rows(marks))('$theme: mark $front on $back has enough contrast', (row) => {
  expect(ratioOf(row)).toBeGreaterThanOrEqual(3);
});

it("has the same dark theme for the system's choice and the guard's choice", () => {
  expect(dark).toEqual(darkBySystem);
});

it.each([
  ['dark', dark],
  ['contrast', contrast],
])('%s defines every colour and shadow of the light theme', (_, theme) => {
  const names = (tokens: Tokens) => Object.keys(tokens).filter((name) => /^--(color|shadow)-/.test(name));
  expect(names(theme).sort()).toEqual(names(light).sort());
});

it('the page of an SOS, which loads no file, repeats the colours of the tokens', () => {
  const page = readFileSync(join(__dirname, '../../../api/src/domains/shifts/sos-page.html.ts'), 'utf8');
  const names: Tokens = {
    surface: 'surface',
    raised: 'raised',
    ink: 'ink',
    soft: 'ink-soft',
    line: 'line',
    link: 'link',
    danger: 'danger',
    fill: 'danger-fill',
    'on-fill': 'on-danger',
    success: 'success',
    focus: 'focus',
  };
  const long = (colour: string) => colour.replace(/^#(\w)(\w)(\w)$/, '#$1$1$2$2$3$3');
  const colours = [...page.matchAll(/--([\w-]+): (#\w+)/g)].map(([, name = '', colour = '']) => ({ name, colour: long(colour) }));
  const inTheme = (theme: Tokens | undefined) => (name: string) => theme?.[`--color-${names[name]}`];
  const isDark = (index: number) => index >= colours.findLastIndex(({ name }) => name === 'surface');
  const expected = colours.map(({ name }, index) => ({ name, colour: inTheme(isDark(index) ? themes.dark : light)(name) }));
  expect(colours.length).toBeGreaterThan(20);
  expect(colours).toEqual(expected);
});
