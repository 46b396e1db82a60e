import { startTestHost } from '../../test/test-host';
import { readSettings, readStartSettings } from './settings';

describe('PORTAL_OVERRIDES', () => {
  const of = (PORTAL_OVERRIDES: string, more = {}) => readSettings({ PORTAL_OVERRIDES, ...more }).overrides;

  it('defaults to this machine, and to no origin in production', () => {
    expect(of('')).toEqual(['http://localhost:*', 'http://127.0.0.1:*']);
    expect(of('', { PORTAL_MODE: 'production' })).toEqual([]);
    expect(of('none')).toEqual([]);
    expect(of('https://a.example, http://localhost:*')).toEqual(['https://a.example', 'http://localhost:*']);
  });

  it.each(['https://a.example/path', 'https://*.example', 'a.example', '*', 'data:', 'https://a.example;'])('rejects %s', (wrong) => {
    expect(() => of(wrong)).toThrow(/^PORTAL_OVERRIDES names /);
  });
});

describe('a host that was started directly', () => {
  const secret = 'the-host-secret-of-tests';

  it.each([undefined, ''])('refuses to start when PORTAL_MODE is %j', (PORTAL_MODE) => {
    const env = { HOST: '127.0.0.1', PORTAL_HOST_SECRET: secret, ...(PORTAL_MODE !== undefined && { PORTAL_MODE }) };
    expect(() => readStartSettings(env)).toThrow(
      'PORTAL_MODE is not set: set PORTAL_MODE=production, or PORTAL_MODE=demo for a demonstration. npm start sets demo itself.',
    );
  });

  it.each(['live', 'Production'])('refuses PORTAL_MODE=%s', (PORTAL_MODE) => {
    expect(() => readStartSettings({ PORTAL_MODE })).toThrow(`PORTAL_MODE=${PORTAL_MODE} is unknown`);
  });

  it('refuses production without the secret that it shares with the API', () => {
    const given = { PORTAL_MODE: 'production', PORTAL_URL: 'https://portal.example.com' };
    expect(() => readStartSettings(given)).toThrow(/^PORTAL_HOST_SECRET is missing: .+$/);
    expect(readStartSettings({ ...given, PORTAL_HOST_SECRET: secret })).toMatchObject({
      production: true,
      refusesForwarded: false,
    });
  });

  it('refuses production without its public address, unless it is a trial', () => {
    const given = { PORTAL_MODE: 'production', PORTAL_HOST_SECRET: secret };
    expect(() => readStartSettings(given)).toThrow(/^PORTAL_URL is missing: .+$/);
    expect(readStartSettings({ ...given, PORTAL_LOCAL_TRIAL: 'on' }).publicUrl).toBe('http://localhost:8080');
  });

  it('refuses production at an address of this machine, unless it is a trial', () => {
    const given = { PORTAL_MODE: 'production', PORTAL_HOST_SECRET: secret, PORTAL_URL: 'http://localhost:8080' };
    expect(() => readStartSettings(given)).toThrow('PORTAL_URL=http://localhost:8080 is an address of this machine');
    expect(readStartSettings({ ...given, PORTAL_LOCAL_TRIAL: 'on' }).publicUrl).toBe('http://localhost:8080');
    expect(readStartSettings({ PORTAL_MODE: 'demo', PORTAL_URL: 'http://localhost:8080' }).production).toBe(false);
  });

  it('treats an empty secret as a missing one, which only production refuses', () => {
    expect(() => readStartSettings({ PORTAL_MODE: 'production', PORTAL_HOST_SECRET: '' })).toThrow(/^PORTAL_HOST_SECRET is missing/);
    expect(readStartSettings({ PORTAL_MODE: 'demo', PORTAL_HOST_SECRET: '' }).hostSecret).toBeNull();
  });

  it.each(['demo', 'production'])('refuses a short secret in %s', (PORTAL_MODE) => {
    expect(() => readStartSettings({ PORTAL_MODE, PORTAL_HOST_SECRET: 'short' })).toThrow(
      'PORTAL_HOST_SECRET must have at least 16 characters',
    );
  });

  it('names every problem in one error, one line each', () => {
    expect(() => readStartSettings({ PORTAL_HOST_SECRET: 'short', PORT: 'eighty' })).toThrow(
      /^PORTAL_MODE is not set.*\nPORTAL_HOST_SECRET must have.*\nPORT must be a number from 0 to 65535$/,
    );
  });
});

describe('a demonstration', () => {
  it.each([
    ['/', { 'x-forwarded-for': '203.0.113.7' }],
    ['/v1/jobs', { 'x-forwarded-for': '203.0.113.7' }],
    ['/healthz', { forwarded: 'for=203.0.113.7' }],
    ['/', { 'x-real-ip': '203.0.113.7' }],
    ['/', { via: '1.1 proxy' }],
  ])('refuses %s when a proxy forwarded it, with 403 and one line', async (path, headers) => {
    const host = await startTestHost(1, undefined, { env: { PORTAL_MODE: 'demo' } });
    const reply = await fetch(`http://127.0.0.1:${host.port}${path}`, { headers });
    const text = await reply.text();
    await host.close();
    expect(reply.status).toBe(403);
    expect(text).toMatch(/^This portal is a demonstration \(PORTAL_MODE=demo\) and refuses requests that a proxy forwarded\. [^\n]+\n$/);
  });

  it('accepts forwarded requests when PORTAL_TRUSTED_PROXIES names the proxy', async () => {
    const host = await startTestHost(1, undefined, { env: { PORTAL_MODE: 'demo', PORTAL_TRUSTED_PROXIES: '1' } });
    const reply = await fetch(`http://127.0.0.1:${host.port}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    await host.close();
    expect(reply.status).toBe(200);
  });
});
