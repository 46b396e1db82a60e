import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { settingNames } from '@portal/settings/read';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { productionSettings } from '../../../test/production-settings';
import { readEnv } from './env';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('env');
});

describe('readEnv', () => {
  it('has a default for every setting except the mode', () => {
    expect(readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder })).toMatchObject({
      mode: 'demo',
      host: '127.0.0.1',
      port: 8081,
      seed: true,
      dataFolder: folder,
    });
  });

  it('stores the staff token in a file that only its owner can read', () => {
    const { staffToken } = readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder });
    const file = join(folder, 'staff-token');
    expect(readFileSync(file, 'utf8').trim()).toBe(staffToken);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder }).staffToken).toBe(staffToken);
  });

  it.each([
    ['https://portal.example.com/', 'https://portal.example.com'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['', ''],
  ])('starts links in mails with PORTAL_URL %j', (PORTAL_URL, portalUrl) => {
    expect(readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder, PORTAL_URL }).portalUrl).toBe(portalUrl);
  });

  it('requires an address in PORTAL_SUPPORT_EMAIL', () => {
    expect(readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder, PORTAL_SUPPORT_EMAIL: 'team@example.com' }).supportEmail).toBe(
      'team@example.com',
    );
    expect(() => readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder, PORTAL_SUPPORT_EMAIL: 'team' })).toThrow(
      'PORTAL_SUPPORT_EMAIL must be an e-mail address',
    );
  });

  it('stores the generated secret key in a file that only its owner can read, a different key in each folder', () => {
    const { secretKeys } = readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder });
    expect(secretKeys).toEqual([{ id: expect.stringMatching(/^dev-[0-9a-f]{8}$/), bytes: expect.any(Buffer) }]);
    expect(statSync(join(folder, 'secret-keys')).mode & 0o777).toBe(0o600);
    expect(readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder }).secretKeys).toEqual(secretKeys);
    expect(readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: join(folder, 'other') }).secretKeys[0]?.id).not.toBe(secretKeys[0]?.id);
  });

  it('reads the SOS contacts of the first and the second step, and uses the first for both by default', () => {
    const to = {
      PORTAL_SOS_TO: 'Day desk <desk@example.com>, +14165550100',
      PORTAL_SOS_NEXT: 'Ada O’Neil<4165550101>',
      PORTAL_SOS_MINUTES: '5',
    };
    expect(readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder, ...to }).sos).toEqual({
      first: [
        { to: 'desk@example.com', name: 'Day desk' },
        { to: '+14165550100', name: 'Dispatch' },
      ],
      next: [{ to: '4165550101', name: 'Ada O’Neil' }],
      afterMinutes: 5,
    });
    expect(readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder, PORTAL_SUPPORT_EMAIL: 'team@example.com' }).sos).toEqual({
      first: [{ to: 'team@example.com', name: 'Dispatch' }],
      next: [{ to: 'team@example.com', name: 'Dispatch' }],
      afterMinutes: 3,
    });
    for (const wrong of ['the desk', 'Desk <>', 'Desk <desk@example.com', `${'D'.repeat(61)} <desk@example.com>`])
      expect(() => readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder, PORTAL_SOS_TO: wrong })).toThrow(
        'PORTAL_SOS_TO must be e-mail addresses and mobile numbers with commas between them',
      );
  });

  it('reads the number of dispatch: ten digits, or the one of a demonstration', () => {
    const read = (PORTAL_DISPATCH_PHONE: string) =>
      readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder, PORTAL_DISPATCH_PHONE }).dispatchPhone;
    expect([read('6475550123'), read('')]).toEqual(['6475550123', '4165550100']);
    expect(readEnv(productionSettings(folder)).dispatchPhone).toBeNull();
    expect(() => read('647-555-0123')).toThrow('PORTAL_DISPATCH_PHONE must have ten digits');
  });

  it('rejects a shared staff token in production, and does not seed there', () => {
    expect(readEnv(productionSettings(folder))).toMatchObject({
      staffToken: null,
      seed: false,
    });
    expect(() => readEnv({ ...productionSettings(folder), STAFF_TOKEN: 'x'.repeat(32) })).toThrow(
      'STAFF_TOKEN is not for production: there each person has a key of their own, see npm run staff -- create-key.',
    );
  });

  it('trims the origins of CORS_ORIGINS and drops empty ones', () => {
    const read = (CORS_ORIGINS: string) => readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder, CORS_ORIGINS }).corsOrigins;
    expect(read(' https://a.example.com, ,http://localhost:4100 ,')).toEqual(['https://a.example.com', 'http://localhost:4100']);
    expect([read(''), read(' , ')]).toEqual([[], []]);
  });

  it.each(['*', 'a.example.com', 'https://a.example.com/', 'https://a.example.com/path', 'ftp://a.example.com', 'null'])(
    'rejects %s as an origin in CORS_ORIGINS',
    (CORS_ORIGINS) => {
      expect(() => readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder, CORS_ORIGINS })).toThrow(
        'CORS_ORIGINS must be origins such as https://app.example.com with commas between them',
      );
    },
  );

  it('opens a staff listener on STAFF_PORT, on the loopback interface unless STAFF_HOST is set', () => {
    expect(readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder })).toMatchObject({ staffPort: null });
    expect(readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder, STAFF_PORT: '8082' })).toMatchObject({
      staffPort: 8082,
      staffHost: '127.0.0.1',
    });
  });

  it('runs jobs unless PORTAL_WORK is elsewhere', () => {
    expect(readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder }).runsJobs).toBe(true);
    expect(readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder, PORTAL_WORK: 'elsewhere' }).runsJobs).toBe(false);
  });

  it('docker passes every setting to the process: a missing one would be ignored silently', () => {
    const docker = (file: string) => readFileSync(join(import.meta.dirname, '../../../../docker', file), 'utf8');
    const given = [...`${docker('compose.yaml')}${docker('api.Dockerfile')}`.matchAll(/\b([A-Z][A-Z\d_]+)[:=]/g)].map(([, name]) => name);
    // Not for production.
    expect(settingNames('API').filter((name) => !given.includes(name))).toEqual(['SEED', 'STAFF_TOKEN']);
  });

  it('reads the address of a pooler, of the database behind it, and of a replica', () => {
    const [pooler, direct, replica] = ['pooler', 'database', 'replica'].map((host) => `postgres://${host}/portal`);
    const urls = { DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct, DATABASE_READ_URL: replica };
    const read = { databaseUrl: pooler, databaseDirectUrl: direct, databaseReadUrl: replica };
    expect(readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder, ...urls })).toMatchObject(read);
  });

  it('sends events by the Redis of REDIS_URL, with a shared database only', () => {
    const shared = { PORTAL_MODE: 'demo', PORTAL_DATA: folder, DATABASE_URL: 'postgres://database/portal' };
    expect(readEnv(shared).redisUrl).toBeUndefined();
    expect(readEnv({ ...shared, REDIS_URL: 'rediss://events:6379' }).redisUrl).toBe('rediss://events:6379');
    expect(() => readEnv({ ...shared, REDIS_URL: 'events:6379' })).toThrow('REDIS_URL must look like redis://user:password@host:6379');
    expect(() => readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder, REDIS_URL: 'redis://events' })).toThrow(
      'REDIS_URL also needs DATABASE_URL',
    );
  });

  it('stores files in its folder, or in the bucket of S3_*', () => {
    const keys = { S3_BUCKET: 'guards', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    const read = (of: NodeJS.ProcessEnv) => readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder, ...of }).bucket;
    expect(read({})).toBeNull();
    const bucket = { name: 'guards', keyId: 'id', secret: 'secret' };
    expect(read({ ...keys, S3_REGION: 'ca-central-1' })).toEqual({ ...bucket, endpoint: null, region: 'ca-central-1' });
    expect(read({ ...keys, S3_ENDPOINT: 'http://files:9000' })).toEqual({
      ...bucket,
      endpoint: 'http://files:9000',
      region: 'us-east-1',
    });
  });

  it('sends push messages with the given service account', () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const account = { project_id: 'guards', client_email: 'push@guards.example.com', private_key: privateKey };
    const read = (of: object) => readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder, PORTAL_PUSH: JSON.stringify(of) }).push;
    expect(readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder }).push).toBeNull();
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

  it('trusts the identity providers of the page: firebase by default, another key set by its URL', () => {
    const firebase = (of: object) =>
      readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder, PORTAL_FIREBASE: JSON.stringify({ projectId: 'guards', ...of }) }).identity;
    expect(firebase({ providers: ['google'] })).toEqual({
      projectId: 'guards',
      providers: ['google'],
      keySetUrl: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
    });
    expect([firebase({}), firebase({ providers: [] }), readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder }).identity]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT must be a number'],
    [{ DATABASE_URL: 'mysql://there' }, 'DATABASE_URL must look like'],
    [{ S3_ENDPOINT: 'https://objects.example.com' }, 'S3_BUCKET is missing, but S3_ENDPOINT is set: a bucket needs both.'],
    [{ S3_BUCKET: 'guards' }, 'S3_REGION is missing, but S3_BUCKET is set'],
    [{ S3_BUCKET: 'guards', S3_ENDPOINT: 'http://files:9000' }, 'S3_ACCESS_KEY_ID is missing'],
    [{ S3_BUCKET: 'guards', S3_REGION: 'ca-central-1', S3_ACCESS_KEY_ID: 'id' }, 'S3_SECRET_ACCESS_KEY is missing'],
    [{ S3_BUCKET: 'Guards!' }, 'S3_BUCKET must be the name of a bucket'],
    [{ S3_ENDPOINT: 'files:9000' }, 'S3_ENDPOINT must look like'],
    [{ DATABASE_DIRECT_URL: 'postgres://there/portal' }, 'DATABASE_DIRECT_URL also needs DATABASE_URL'],
    [{ DATABASE_READ_URL: 'postgres://there/portal' }, 'DATABASE_READ_URL also needs DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://database/portal', DATABASE_READ_URL: 'there' }, 'DATABASE_READ_URL must look like'],
    [{ DATABASE_URL: 'postgres://pooler/portal', DATABASE_DIRECT_URL: 'there' }, 'DATABASE_DIRECT_URL must look like'],
    [{ PORTAL_WORK: 'there' }, 'PORTAL_WORK must be one of'],
    [{ PORTAL_MODE: 'live' }, 'PORTAL_MODE=live is unknown'],
    [{ STAFF_PORT: 'nine' }, 'STAFF_PORT must be a number'],
    [{ STAFF_TOKEN: 'short' }, 'STAFF_TOKEN must have at least'],
    [{ PORTAL_BASIC: 'nocolon' }, 'PORTAL_BASIC must look like'],
    [{ PORTAL_FIREBASE: '{' }, 'PORTAL_FIREBASE is not JSON'],
    [{ PORTAL_FIREBASE: '{}' }, 'PORTAL_FIREBASE names no projectId'],
    [{ PORTAL_FIREBASE: '{"projectId":"guards","providers":["x"]}' }, 'PORTAL_FIREBASE names an unknown provider'],
    [{ PORTAL_IDENTITY_KEYS: 'http://keys.example.com/' }, 'PORTAL_IDENTITY_KEYS must be an https address'],
    [{ SMS_URL: 'http://127.0.0.1:9@sms.example.com/' }, 'SMS_URL must be an https address'],
    [{ SMS_URL: 'http://portal:secret@sms.example.com/' }, 'SMS_URL must be an https address'],
  ])('reports a wrong setting in one line: %j', (given, line) => {
    expect(() => readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder, ...given })).toThrow(line);
  });
});

it.each(['http://portal:secret@127.0.0.1:9/messages', 'http://localhost/', 'https://portal:secret@sms.example.com/'])(
  'accepts %s for text messages: encrypted, or on this machine',
  (SMS_URL) => {
    expect(readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder, SMS_URL })).toMatchObject({ smsUrl: SMS_URL });
  },
);

it('has a notice period in production, and reads the shutdown time', () => {
  expect(readEnv(productionSettings(folder)).shutdown).toEqual({ noticeMs: 3_000, withinMs: 8_000 });
  expect(readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder }).shutdown.noticeMs).toBe(0);
  expect(readEnv({ PORTAL_MODE: 'demo', PORTAL_DATA: folder, DRAIN_SECONDS: '60', DRAIN_NOTICE_SECONDS: '5' }).shutdown).toEqual({
    noticeMs: 5_000,
    withinMs: 60_000,
  });
  expect(() => readEnv({ PORTAL_MODE: 'demo', DRAIN_SECONDS: 'soon' })).toThrow('DRAIN_SECONDS must be a number');
});
