import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { readEnv } from './env';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('env');
});

describe('readEnv', () => {
  it('has a default for everything: the demonstration on the loopback', () => {
    expect(readEnv({ PORTAL_DATA: folder })).toMatchObject({ mode: 'demo', host: '127.0.0.1', port: 8081, seed: true, dataFolder: folder });
  });

  it('keeps a staff token in a file that only its owner reads', () => {
    const { staffToken } = readEnv({ PORTAL_DATA: folder });
    const file = join(folder, 'staff-token');
    expect(readFileSync(file, 'utf8').trim()).toBe(staffToken);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readEnv({ PORTAL_DATA: folder }).staffToken).toBe(staffToken);
  });

  it.each([
    ['https://portal.example.com/', 'https://portal.example.com'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['', ''],
  ])('begins links in mails with PORTAL_URL %j', (PORTAL_URL, portalUrl) => {
    expect(readEnv({ PORTAL_DATA: folder, PORTAL_URL }).portalUrl).toBe(portalUrl);
  });

  it('sends mail for the team to PORTAL_SUPPORT_EMAIL, which is an address', () => {
    expect(readEnv({ PORTAL_DATA: folder, PORTAL_SUPPORT_EMAIL: 'team@example.com' }).supportEmail).toBe('team@example.com');
    expect(() => readEnv({ PORTAL_DATA: folder, PORTAL_SUPPORT_EMAIL: 'team' })).toThrow('PORTAL_SUPPORT_EMAIL must be an e-mail address');
  });

  it('keeps the secret key that it made itself in a file that only its owner reads; two folders have two', () => {
    const { secretKeys } = readEnv({ PORTAL_DATA: folder });
    expect(secretKeys).toEqual([{ id: expect.stringMatching(/^dev-[0-9a-f]{8}$/), bytes: expect.any(Buffer) }]);
    expect(statSync(join(folder, 'secret-keys')).mode & 0o777).toBe(0o600);
    expect(readEnv({ PORTAL_DATA: folder }).secretKeys).toEqual(secretKeys);
    expect(readEnv({ PORTAL_DATA: join(folder, 'other') }).secretKeys[0]?.id).not.toBe(secretKeys[0]?.id);
  });

  it('production makes no key of its own: without one it refuses, in one line', () => {
    expect(() => readEnv({ PORTAL_DATA: folder, PORTAL_MODE: 'production' })).toThrow(
      'PORTAL_SECRET_KEYS is missing: bank details are sealed with it, and production makes no key of its own. See docs/configuring-providers.md.',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes no staff call in production unless a token is given, and seeds nothing', () => {
    const PORTAL_SECRET_KEYS = `2027a:${Buffer.alloc(32, 1).toString('base64')}`;
    expect(readEnv({ PORTAL_DATA: folder, PORTAL_MODE: 'production', PORTAL_SECRET_KEYS })).toMatchObject({
      staffToken: null,
      seed: false,
    });
  });

  it('sends push messages by the service account that it is given', () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const account = { project_id: 'guards', client_email: 'push@guards.example.com', private_key: privateKey };
    const read = (of: object) => readEnv({ PORTAL_DATA: folder, PORTAL_PUSH: JSON.stringify(of) }).push;
    expect(readEnv({ PORTAL_DATA: folder }).push).toBeNull();
    expect(read(account)).toEqual({
      projectId: 'guards',
      clientEmail: 'push@guards.example.com',
      privateKey,
      tokenUrl: 'https://oauth2.googleapis.com/token',
      sendUrl: 'https://fcm.googleapis.com',
    });
    expect(() => read({ ...account, private_key: 'x' })).toThrow('PORTAL_PUSH has a private_key that cannot be read');
    expect(() => read({ ...account, token_uri: 'http://elsewhere.example' })).toThrow('PORTAL_PUSH must have an https token_uri');
    expect(() => read({})).toThrow('PORTAL_PUSH');
  });

  it('believes the providers of the page: firebase signs for them, another key set only by name', () => {
    const firebase = (of: object) =>
      readEnv({ PORTAL_DATA: folder, PORTAL_FIREBASE: JSON.stringify({ projectId: 'guards', ...of }) }).identity;
    expect(firebase({ providers: ['google'] })).toEqual({
      projectId: 'guards',
      providers: ['google'],
      keySetUrl: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
    });
    expect([firebase({}), firebase({ providers: [] }), readEnv({ PORTAL_DATA: folder }).identity]).toEqual([null, null, null]);
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT must be a number'],
    [{ DATABASE_URL: 'mysql://there' }, 'DATABASE_URL must look like'],
    [{ PORTAL_MODE: 'live' }, 'PORTAL_MODE must be one of'],
    [{ STAFF_TOKEN: 'short' }, 'STAFF_TOKEN must have at least'],
    [{ PORTAL_BASIC: 'nocolon' }, 'PORTAL_BASIC must look like'],
    [{ PORTAL_FIREBASE: '{' }, 'PORTAL_FIREBASE is not JSON'],
    [{ PORTAL_FIREBASE: '{}' }, 'PORTAL_FIREBASE names no projectId'],
    [{ PORTAL_FIREBASE: '{"projectId":"guards","providers":["x"]}' }, 'PORTAL_FIREBASE names an unknown provider'],
    [{ PORTAL_IDENTITY_KEYS: 'http://keys.example.com/' }, 'PORTAL_IDENTITY_KEYS must be an https address'],
  ])('says in one line what is wrong with %j', (given, line) => {
    expect(() => readEnv({ PORTAL_DATA: folder, ...given })).toThrow(line);
  });
});
