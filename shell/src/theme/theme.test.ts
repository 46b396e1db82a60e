import { createTheme } from './theme';

it('keeps the theme in a cookie, so that a logout does not take it', () => {
  const theme = createTheme();
  theme.choose('dark');
  window.localStorage.clear();
  expect(document.cookie).toContain('theme=dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(createTheme().theme.get()).toBe('dark');
});

it('goes back to what the system says', () => {
  const theme = createTheme();
  theme.choose('contrast');
  theme.choose('system');
  expect(document.documentElement.dataset.theme).toBeUndefined();
  expect(document.cookie).not.toContain('theme=');
});
