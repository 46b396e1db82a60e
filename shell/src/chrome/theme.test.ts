import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { barColours, markColours, themeColour } from '@portal/mf-kit/pageLayout';
import { createTheme } from './theme';

it('stores the theme in a cookie, which a logout leaves', () => {
  const theme = createTheme();
  theme.choose('dark');
  window.localStorage.clear();
  expect(document.cookie).toContain('theme=dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(createTheme().theme.get()).toBe('dark');
});

it('returns to the theme of the system', () => {
  const theme = createTheme();
  theme.choose('contrast');
  theme.choose('system');
  expect(document.documentElement.dataset.theme).toBeUndefined();
  expect(document.cookie).not.toContain('theme=');
});

it("sets the browser's colour to the bar's in every theme and system", () => {
  const metas = (['light', 'dark'] as const).map((system) => {
    const meta = document.createElement('meta');
    Object.assign(meta, { name: 'theme-color', media: `(prefers-color-scheme: ${system})`, content: themeColour(system, null) });
    document.head.append(meta);
    return meta;
  });
  const colours = () => metas.map(({ content }) => content);
  const theme = createTheme();
  expect(colours()).toEqual([barColours.light, barColours.dark]);
  theme.choose('dark');
  expect(colours()).toEqual([barColours.dark, barColours.dark]);
  theme.choose('contrast');
  expect(colours()).toEqual([barColours.contrast, barColours.contrast]);
  theme.choose('system');
  expect(colours()).toEqual([barColours.light, barColours.dark]);
});

it('the bar and the mark have these colours in the tokens', () => {
  const tokens = readFileSync(join(__dirname, '../../../shared/ui/src/tokens.css'), 'utf8');
  const chrome = [...tokens.matchAll(/--color-chrome: (#\w+);/g)].map(([, colour]) => colour);
  const { light, dark, contrast } = barColours;
  expect(chrome).toEqual([light, dark, dark, contrast]);
  expect(markColours).toEqual({ ground: chrome[0], shield: /--color-chrome-accent: (#\w+);/.exec(tokens)?.[1] });
});

it('applies the chosen theme to a cached page of another theme', () => {
  createTheme().choose('dark');
  document.documentElement.dataset.theme = 'light';
  expect(createTheme().theme.get()).toBe('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  createTheme().choose('system');
  document.documentElement.dataset.theme = 'dark';
  expect(createTheme().theme.get()).toBe('system');
  expect(document.documentElement.dataset.theme).toBeUndefined();
});
