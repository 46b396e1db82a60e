import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { productionSettings } from '../../test/production-settings';
import { readEnv } from './config/env';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('production');
});

describe('readEnv', () => {
  it.each([undefined, ''])('throws when PORTAL_MODE is %j, also on the loopback interface', (PORTAL_MODE) => {
    expect(() => readEnv({ PORTAL_DATA: folder, HOST: '127.0.0.1', ...(PORTAL_MODE !== undefined && { PORTAL_MODE }) })).toThrow(
      'PORTAL_MODE is not set: set PORTAL_MODE=production, or PORTAL_MODE=demo for a demonstration. npm start sets demo itself.',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('rejects production without a database or without the secret of the portal host', () => {
    expect(() => readEnv({ ...productionSettings(folder), DATABASE_URL: '' })).toThrow(
      'DATABASE_URL is missing: production needs its own database, with backups. See docs/guides/configuring-providers.md.',
    );
    expect(() => readEnv({ ...productionSettings(folder), PORTAL_HOST_SECRET: '' })).toThrow(
      'PORTAL_HOST_SECRET is missing: production believes a forwarded address only with it. Make one with openssl rand -base64 24',
    );
  });

  it.each([
    'http://localhost:8080',
    'https://LOCALHOST',
    'http://portal.localhost',
    'http://127.1.2.3:8080',
    'http://[::1]:8080',
    'http://0.0.0.0:8080',
  ])('rejects production at %s, which no guard can reach, unless PORTAL_LOCAL_TRIAL is on', (PORTAL_URL) => {
    const given = { ...productionSettings(folder), PORTAL_URL };
    expect(() => readEnv(given)).toThrow(
      `PORTAL_URL=${PORTAL_URL} is an address of this machine: guards cannot open links that begin with it. Name the public address, or set PORTAL_LOCAL_TRIAL=on for a trial on this machine.`,
    );
    expect(readEnv({ ...given, PORTAL_LOCAL_TRIAL: 'on' }).mode).toBe('production');
    expect(() => readEnv({ ...given, PORTAL_LOCAL_TRIAL: 'yes' })).toThrow('PORTAL_LOCAL_TRIAL must be on or off');
  });

  it('rejects an unknown mode, and the mode of the tests', () => {
    expect(() => readEnv({ PORTAL_DATA: folder, PORTAL_MODE: 'test' })).toThrow('PORTAL_MODE=test is unknown');
  });

  it('rejects demonstration data in production', () => {
    expect(() => readEnv({ ...productionSettings(folder), SEED: 'demo' })).toThrow('SEED=demo is not for production');
  });

  it('reports every problem in one error, one line each', () => {
    const given = { PORTAL_DATA: folder, PORTAL_MODE: 'production', PORT: 'eighty', CORS_ORIGINS: 'anywhere' };
    const problem = () => {
      try {
        return readEnv(given) && 'none';
      } catch (error) {
        return (error as Error).message;
      }
    };
    const names = problem()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    expect(names.sort()).toEqual([
      ...[
        'CORS_ORIGINS',
        'DATABASE_URL',
        'PORT',
        'PORTAL_HOST_SECRET',
        'PORTAL_SECRET_KEYS',
        'PORTAL_SOS_TO',
        'PORTAL_URL',
        'SMS_URL',
        'SMTP_URL',
      ],
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('makes the API exit with 1 and one line when PORTAL_MODE is missing', () => {
    const env = { ...process.env, PORTAL_DATA: folder, PORTAL_MODE: '' };
    const main = join(import.meta.dirname, '../main.ts');
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', main], { env, encoding: 'utf8', timeout: 60_000 });
    expect([status, stdout, stderr.split('\n').length]).toEqual([1, '', 2]);
    expect(stderr).toContain('PORTAL_MODE is not set');
  });

  it('rejects production without a key for bank details and document numbers', () => {
    expect(() => readEnv({ PORTAL_DATA: folder, PORTAL_MODE: 'production' })).toThrow(
      'PORTAL_SECRET_KEYS is missing: bank details and document numbers are encrypted with it, and production generates no key. See docs/guides/configuring-providers.md.',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['SMTP_URL', 'SMS_URL', 'PORTAL_SOS_TO'])('rejects production without %s', (missing) => {
    const given: NodeJS.ProcessEnv = { ...productionSettings(folder), [missing]: '' };
    const refusal = new RegExp(`^${missing} is missing: .*\\. See docs/guides/configuring-providers\\.md\\.$`);
    expect(() => readEnv(given)).toThrow(refusal);
    expect(() => readEnv({ ...given, PORTAL_WORK: 'elsewhere' })).toThrow(refusal);
    expect(readEnv({ ...given, PORTAL_MODE: 'demo' })).toMatchObject({ mode: 'demo' });
  });

  it('rejects production when PORTAL_SOS_TO contains no address', () => {
    expect(() => readEnv({ ...productionSettings(folder), PORTAL_SOS_TO: ' , ' })).toThrow(
      /^PORTAL_SOS_TO is missing: it names the contacts for an SOS/,
    );
  });
});
