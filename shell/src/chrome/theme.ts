import { cookie, setCookie } from '@portal/device/storage';
import { themeColour } from '@portal/mf-kit/pageLayout';
import { signal } from '../platform/signal';

export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

const YEAR_SECONDS = 31_536_000;
const isTheme = (text: string | undefined): text is Theme => THEMES.includes(text as Theme);

function setBrowserColour(theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = themeColour(meta.media.includes('dark') ? 'dark' : 'light', theme);
}

/** The theme is in a cookie: a logout clears local storage, and the portal host writes `html[data-theme]` before the first paint. */
export function createTheme() {
  const { dataset } = document.documentElement;
  const theme = signal<Theme>(isTheme(dataset.theme) ? dataset.theme : 'system');
  function show(next: Theme) {
    theme.set(next);
    if (next === 'system') delete dataset.theme;
    else dataset.theme = next;
    setBrowserColour(next);
  }
  // A page from the offline cache has the theme of the time when it was cached.
  const chosen = cookie('theme') ?? 'system';
  if (isTheme(chosen) && chosen !== theme.get()) show(chosen);
  return {
    theme,
    choose(next: Theme) {
      show(next);
      setCookie('theme', next, next === 'system' ? 0 : YEAR_SECONDS);
    },
  };
}
export type ThemeControl = ReturnType<typeof createTheme>;
