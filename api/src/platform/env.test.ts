import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { readEnv, settingNames } from './env';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('env');
});

/** All that production needs. */
const production = (): NodeJS.ProcessEnv => ({
  ...{ PORTAL_DATA: folder, PORTAL_MODE: 'production', PORTAL_SECRET_KEYS: `2027a:${Buffer.alloc(32, 1).toString('base64')}` },
  ...{
    SMTP_URL: 'smtps://portal:secret@mail.example.com:465',
    SMS_URL: 'https://sms.example.com/messages',
    PORTAL_SOS_TO: 'desk@example.com',
  },
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
      'PORTAL_SECRET_KEYS is missing: bank details and document numbers are sealed with it, and production makes no key of its own. See docs/configuring-providers.md.',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['SMTP_URL', 'SMS_URL', 'PORTAL_SOS_TO'])(
    'production refuses to start without %s, in one line: nothing that it sends may be lost',
    (missing) => {
      const given: NodeJS.ProcessEnv = { ...production(), [missing]: '' };
      const refusal = new RegExp(`^${missing} is missing: .*\\. See docs/configuring-providers\\.md\\.$`);
      expect(() => readEnv(given)).toThrow(refusal);
      expect(() => readEnv({ ...given, PORTAL_WORK: 'elsewhere' })).toThrow(refusal);
      expect(readEnv({ ...given, PORTAL_MODE: 'demo' })).toMatchObject({ mode: 'demo' });
    },
  );

  it('production refuses to call nobody for an SOS', () => {
    expect(() => readEnv({ ...production(), PORTAL_SOS_TO: ' , ' })).toThrow(/^PORTAL_SOS_TO is missing: it names who is called/);
  });

  it('reads who is called when a guard needs help, and when nobody answers; without the second the first again', () => {
    const to = { PORTAL_SOS_TO: 'desk@example.com, +14165550100', PORTAL_SOS_NEXT: '4165550101', PORTAL_SOS_MINUTES: '5' };
    expect(readEnv({ PORTAL_DATA: folder, ...to }).sos).toEqual({
      first: ['desk@example.com', '+14165550100'],
      next: ['4165550101'],
      afterMinutes: 5,
    });
    expect(readEnv({ PORTAL_DATA: folder, PORTAL_SUPPORT_EMAIL: 'team@example.com' }).sos).toEqual({
      first: ['team@example.com'],
      next: ['team@example.com'],
      afterMinutes: 3,
    });
    expect(() => readEnv({ PORTAL_DATA: folder, PORTAL_SOS_TO: 'the desk' })).toThrow(
      'PORTAL_SOS_TO must be e-mail addresses and mobile numbers with commas between them',
    );
  });

  it('knows no shared token in production, refuses one, and seeds nothing', () => {
    expect(readEnv(production())).toMatchObject({
      staffToken: null,
      seed: false,
    });
    expect(() => readEnv({ ...production(), STAFF_TOKEN: 'x'.repeat(32) })).toThrow(
      'STAFF_TOKEN is not for production: there each person has a key of their own, see npm run staff -- create-key.',
    );
  });

  it.each(['127.0.0.1', '127.0.0.9', 'localhost', '::1', ''])(
    'is the demonstration without a name on the loopback alone: HOST=%s',
    (HOST) => {
      expect(readEnv({ PORTAL_DATA: folder, HOST }).mode).toBe('demo');
    },
  );

  it.each(['0.0.0.0', '::', '10.0.0.7', 'portal.example.com'])('refuses to listen on %s without a name, in one line', (HOST) => {
    expect(() => readEnv({ PORTAL_DATA: folder, HOST })).toThrow(
      `PORTAL_MODE is not set, and HOST=${HOST} can be reached by others: set PORTAL_MODE=production, or PORTAL_MODE=demo for a demonstration.`,
    );
    expect(readdirSync(folder)).toEqual([]);
    expect(readEnv({ PORTAL_DATA: folder, HOST, PORTAL_MODE: 'demo' }).mode).toBe('demo');
  });

  it('so the API ends with 1 and that line alone', () => {
    const env = { ...process.env, PORTAL_DATA: folder, HOST: '0.0.0.0', PORTAL_MODE: '' };
    const main = join(import.meta.dirname, '../main.ts');
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', main], { env, encoding: 'utf8' });
    expect([status, stdout, stderr.split('\n').length]).toEqual([1, '', 2]);
    expect(stderr).toContain('PORTAL_MODE is not set, and HOST=0.0.0.0');
  });

  it('listens to staff apart where STAFF_PORT says, on the loopback unless STAFF_HOST says otherwise', () => {
    expect(readEnv({ PORTAL_DATA: folder })).toMatchObject({ staffPort: null });
    expect(readEnv({ PORTAL_DATA: folder, STAFF_PORT: '8082' })).toMatchObject({ staffPort: 8082, staffHost: '127.0.0.1' });
  });

  it('takes up queued work, unless others do', () => {
    expect(readEnv({ PORTAL_DATA: folder }).works).toBe(true);
    expect(readEnv({ PORTAL_DATA: folder, PORTAL_WORK: 'elsewhere' }).works).toBe(false);
  });

  it('the set of containers hands on whatever a process reads: what it does not is lost without a word', () => {
    const docker = (file: string) => readFileSync(join(import.meta.dirname, '../../../docker', file), 'utf8');
    const given = [...`${docker('compose.yaml')}${docker('api.Dockerfile')}`.matchAll(/\b([A-Z][A-Z\d_]+)[:=]/g)].map(([, name]) => name);
    // Not for production.
    expect(settingNames.filter((name) => !given.includes(name))).toEqual(['STAFF_TOKEN', 'SEED']);
  });

  it('knows a pooler by the address of the database behind it, and a replica by its own', () => {
    const [pooler, direct, replica] = ['pooler', 'database', 'replica'].map((host) => `postgres://${host}/portal`);
    const urls = { DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct, DATABASE_READ_URL: replica };
    const read = { databaseUrl: pooler, databaseDirectUrl: direct, databaseReadUrl: replica };
    expect(readEnv({ PORTAL_DATA: folder, ...urls })).toMatchObject(read);
  });

  it('sends events by the Redis that REDIS_URL names, beside a database that others share', () => {
    const shared = { PORTAL_DATA: folder, DATABASE_URL: 'postgres://database/portal' };
    expect(readEnv(shared).redisUrl).toBeUndefined();
    expect(readEnv({ ...shared, REDIS_URL: 'rediss://events:6379' }).redisUrl).toBe('rediss://events:6379');
    expect(() => readEnv({ ...shared, REDIS_URL: 'events:6379' })).toThrow('REDIS_URL must look like redis://user:password@host:6379');
    expect(() => readEnv({ PORTAL_DATA: folder, REDIS_URL: 'redis://events' })).toThrow('REDIS_URL needs DATABASE_URL beside it');
  });

  it('stores files in its folder, or in the bucket that S3_* name', () => {
    const keys = { S3_BUCKET: 'guards', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    const read = (of: NodeJS.ProcessEnv) => readEnv({ PORTAL_DATA: folder, ...of }).bucket;
    expect(read({})).toBeNull();
    const bucket = { name: 'guards', keyId: 'id', secret: 'secret' };
    expect(read({ ...keys, S3_REGION: 'ca-central-1' })).toEqual({ ...bucket, endpoint: null, region: 'ca-central-1' });
    expect(read({ ...keys, S3_ENDPOINT: 'http://files:9000' })).toEqual({
      ...bucket,
      endpoint: 'http://files:9000',
      region: 'us-east-1',
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
    [{ S3_ENDPOINT: 'https://objects.example.com' }, 'S3_BUCKET is missing: S3_ENDPOINT says that files are stored in a bucket'],
    [{ S3_BUCKET: 'guards' }, 'S3_REGION is missing: S3_BUCKET says'],
    [{ S3_BUCKET: 'guards', S3_ENDPOINT: 'http://files:9000' }, 'S3_ACCESS_KEY_ID is missing'],
    [{ S3_BUCKET: 'guards', S3_REGION: 'ca-central-1', S3_ACCESS_KEY_ID: 'id' }, 'S3_SECRET_ACCESS_KEY is missing'],
    [{ S3_BUCKET: 'Guards!' }, 'S3_BUCKET must be the name of a bucket'],
    [{ S3_ENDPOINT: 'files:9000' }, 'S3_ENDPOINT must look like'],
    [{ DATABASE_DIRECT_URL: 'postgres://there/portal' }, 'DATABASE_DIRECT_URL needs DATABASE_URL beside it'],
    [{ DATABASE_READ_URL: 'postgres://there/portal' }, 'DATABASE_READ_URL needs DATABASE_URL beside it'],
    [{ DATABASE_URL: 'postgres://database/portal', DATABASE_READ_URL: 'there' }, 'DATABASE_READ_URL must look like'],
    [{ DATABASE_URL: 'postgres://pooler/portal', DATABASE_DIRECT_URL: 'there' }, 'DATABASE_DIRECT_URL must look like'],
    [{ PORTAL_WORK: 'there' }, 'PORTAL_WORK must be one of'],
    [{ PORTAL_MODE: 'live' }, 'PORTAL_MODE must be one of'],
    [{ STAFF_PORT: 'nine' }, 'STAFF_PORT must be a number'],
    [{ STAFF_TOKEN: 'short' }, 'STAFF_TOKEN must have at least'],
    [{ PORTAL_BASIC: 'nocolon' }, 'PORTAL_BASIC must look like'],
    [{ PORTAL_FIREBASE: '{' }, 'PORTAL_FIREBASE is not JSON'],
    [{ PORTAL_FIREBASE: '{}' }, 'PORTAL_FIREBASE names no projectId'],
    [{ PORTAL_FIREBASE: '{"projectId":"guards","providers":["x"]}' }, 'PORTAL_FIREBASE names an unknown provider'],
    [{ PORTAL_IDENTITY_KEYS: 'http://keys.example.com/' }, 'PORTAL_IDENTITY_KEYS must be an https address'],
    [{ SMS_URL: 'http://127.0.0.1:9@sms.example.com/' }, 'SMS_URL must be an https address'],
    [{ SMS_URL: 'http://portal:secret@sms.example.com/' }, 'SMS_URL must be an https address'],
  ])('says in one line what is wrong with %j', (given, line) => {
    expect(() => readEnv({ PORTAL_DATA: folder, ...given })).toThrow(line);
  });
});

it.each(['http://portal:secret@127.0.0.1:9/messages', 'http://localhost/', 'https://portal:secret@sms.example.com/'])(
  'takes %s for text messages: encrypted, or within this machine',
  (SMS_URL) => {
    expect(readEnv({ PORTAL_DATA: folder, SMS_URL })).toMatchObject({ smsUrl: SMS_URL });
  },
);

it('says in production that it leaves before it does, and takes as long as it is told to', () => {
  expect(readEnv(production()).leave).toEqual({ noticeMs: 3_000, withinMs: 8_000 });
  expect(readEnv({ PORTAL_DATA: folder }).leave.noticeMs).toBe(0);
  expect(readEnv({ PORTAL_DATA: folder, DRAIN_SECONDS: '60', DRAIN_NOTICE_SECONDS: '5' }).leave).toEqual({
    noticeMs: 5_000,
    withinMs: 60_000,
  });
  expect(() => readEnv({ DRAIN_SECONDS: 'soon' })).toThrow('DRAIN_SECONDS must be a number');
});
