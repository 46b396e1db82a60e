import { pageHeaders } from './csp';
import { readSettings } from './settings';

const firebase = { apiKey: 'key', authDomain: 'guards.firebaseapp.com', projectId: 'guards', appId: 'app', messagingSenderId: '1' };
const headers = (given?: object) =>
  pageHeaders(readSettings(given ? { PORTAL_FIREBASE: JSON.stringify({ ...firebase, ...given }) } : {}).page, true, false);

function policy(given?: object): Record<string, string[]> {
  const text = headers(given)['content-security-policy'] ?? '';
  return Object.fromEntries(
    text.split('; ').map((rule) => {
      const [name = '', ...sources] = rule.split(' ');
      return [name, sources];
    }),
  );
}

/** The sources that a configuration adds to the default policy. */
function added(given: object): Record<string, string[]> {
  const bare = policy();
  const wider = Object.entries(policy(given)).map(
    ([name, sources]) => [name, sources.filter((one) => !bare[name]?.includes(one))] as const,
  );
  return Object.fromEntries(wider.filter(([, sources]) => sources.length > 0));
}

describe('the policy of a page', () => {
  it('sends browsers to https for a year, subdomains included, if the portal uses https', () => {
    const { page } = readSettings({});
    expect(pageHeaders(page, true, false)['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(pageHeaders(page, false, false)['strict-transport-security']).toBeUndefined();
  });

  it('names no other origin if no provider is configured', () => {
    expect(headers()['content-security-policy']).not.toMatch(/https?:/);
    expect(policy()['frame-src']).toBeUndefined();
    expect(headers()).toMatchObject({ 'cross-origin-opener-policy': 'same-origin', 'integrity-policy': 'blocked-destinations=(script)' });
  });

  it('allows position, camera and microphone for our own pages, and playback of recordings', () => {
    expect(headers()['permissions-policy']).toBe('geolocation=(self), camera=(self), microphone=(self), payment=(), usb=()');
    expect(policy()['media-src']).toEqual(["'self'", 'blob:']);
  });

  it('adds the sources of sign-in, and allows its window to reply', () => {
    expect(added({ providers: ['google'] })).toEqual({
      'script-src': ['https://apis.google.com'],
      'connect-src': ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
      'frame-src': ['https://guards.firebaseapp.com'],
      'trusted-types': ['gapi#gapi'],
    });
    expect(headers({ providers: ['google'] })).toMatchObject({ 'cross-origin-opener-policy': 'same-origin-allow-popups' });
    expect(headers({ providers: ['google'] })).not.toHaveProperty('integrity-policy');
    expect(headers({ providers: ['google'] })['content-security-policy']).not.toMatch(/\*|unsafe/);
  });

  it('adds only two connections for push messages', () => {
    expect(added({ vapidKey: 'public' })).toEqual({
      'connect-src': ['https://fcmregistrations.googleapis.com', 'https://firebaseinstallations.googleapis.com'],
    });
    expect(headers({ vapidKey: 'public' })).toHaveProperty('integrity-policy');
    expect(headers({ vapidKey: 'public' })['cross-origin-opener-policy']).toBe('same-origin');
  });
});

describe('PORTAL_FIREBASE', () => {
  it.each([
    ['{', 'PORTAL_FIREBASE is not JSON'],
    ['{}', 'PORTAL_FIREBASE names no projectId'],
    [JSON.stringify({ ...firebase, authDomain: "x.example; script-src 'unsafe-inline'" }), 'PORTAL_FIREBASE names no authDomain'],
    [JSON.stringify({ ...firebase, providers: ['twitter'] }), 'PORTAL_FIREBASE names an unknown provider'],
  ])('rejects %s in one line', (text, line) => expect(() => readSettings({ PORTAL_FIREBASE: text })).toThrow(line));

  it('offers no sign-in unless it names providers', () => {
    expect(readSettings({ PORTAL_FIREBASE: JSON.stringify(firebase) }).page.firebase?.providers).toEqual([]);
  });
});
