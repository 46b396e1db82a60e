import { readSettings } from './settings';

describe('PORTAL_OVERRIDES', () => {
  const of = (PORTAL_OVERRIDES: string, more = {}) => readSettings({ PORTAL_OVERRIDES, ...more }).overrides;

  it('is this machine where nothing is said, and nobody in production', () => {
    expect(of('')).toEqual(['http://localhost:*', 'http://127.0.0.1:*']);
    expect(of('', { PORTAL_MODE: 'production' })).toEqual([]);
    expect(of('none')).toEqual([]);
    expect(of('https://a.example, http://localhost:*')).toEqual(['https://a.example', 'http://localhost:*']);
  });

  it.each(['https://a.example/path', 'https://*.example', 'a.example', '*', 'data:', 'https://a.example;'])('is no %s', (wrong) => {
    expect(() => of(wrong)).toThrow(/^PORTAL_OVERRIDES names /);
  });
});
