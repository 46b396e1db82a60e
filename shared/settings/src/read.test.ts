import { readValues, settingNames, settingProblems } from './read';
import { type Reader, settings } from './table';

it('gives the defaults, and treats an empty value as one that is not set', () => {
  const unset = readValues('host', {});
  expect(unset).toMatchObject({ DRAIN_SECONDS: 8, PORTAL_PATIENCE: 1, PORTAL_SELF_HEAL: 'on', OPS_HOST: '127.0.0.1' });
  expect(readValues('host', Object.fromEntries(settingNames('host').map((name) => [name, ''])))).toEqual(unset);
});

it('gives a program only its own settings', () => {
  expect(readValues('staff', { STAFF_KEY: 'key', SMTP_URL: 'nonsense' })).toEqual({ STAFF_KEY: 'key' });
});

it('names every invalid setting, one line each, without its value', () => {
  const readers: Reader[] = ['API', 'host', 'portal', 'staff', 'nginx'];
  const wrong = 'a wrong\nvalue';
  const found = readers.flatMap((reader) => settingProblems(reader, Object.fromEntries(settingNames(reader).map((name) => [name, wrong]))));
  expect(found.length).toBeGreaterThan(30);
  for (const line of found) {
    const [, name = ''] = /^([A-Z][A-Z\d_]+) /.exec(line) ?? [];
    expect(Object.keys(settings)).toContain(name);
    // Origins are no secret, and the list of them is long.
    if (name !== 'PORTAL_OVERRIDES') expect(line).not.toMatch(/wrong|\n/);
  }
});

it.each<[Reader, Record<string, string>, string]>([
  ['host', { PORT: 'eighty' }, 'PORT must be a number from 0 to 65535'],
  ['host', { PORT: '1.5' }, 'PORT must be a number without a fraction from 0 to 65535'],
  ['API', { PORT: '70000' }, 'PORT must be a number from 0 to 65535'],
  ['host', { PORTAL_TRUSTED_PROXIES: '1 1' }, 'PORTAL_TRUSTED_PROXIES must be'],
  ['API', { PORTAL_FIREBASE: 'null' }, 'PORTAL_FIREBASE is not a JSON object'],
  ['host', { PORTAL_PATIENCE: '0' }, 'PORTAL_PATIENCE must be a number from 0.1 to 10'],
  ['host', { PORTAL_SELF_HEAL: 'yes' }, 'PORTAL_SELF_HEAL must be on or off'],
  ['API', { DATABASE_READ_URL: 'postgres://replica/portal' }, 'DATABASE_READ_URL also needs DATABASE_URL'],
  ['portal', { PORTAL_URL: 'portal.example.com' }, 'PORTAL_URL must look like https://portal.example.com'],
])('%s refuses %j', (reader, env, line) => {
  expect(() => readValues(reader, env)).toThrow(line);
});
