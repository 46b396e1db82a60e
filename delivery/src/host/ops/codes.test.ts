import { opsCodeKey, opsCodesOf } from '../../ops-code';
import { readSettings } from '../settings';
import { openCodes } from './codes';

const KEY = Buffer.alloc(32, 7);
let ms = Date.parse('2026-05-01T12:00:00Z');
beforeEach(() => {
  ms += 3_600_000;
});
const codeOf = (name: string, at = ms) => opsCodesOf(KEY, name).generate({ timestamp: at });
const open = () => openCodes(KEY, () => ms);

it('accepts the code of this person now and one period ago, each once', () => {
  const check = open();
  const before = codeOf('Ana', ms - 30_000);
  expect(check('Ana', before)).toBeNull();
  expect(check('Ana', before)).toMatchObject({ status: 403 });
  expect(check(' ana ', codeOf('Ana'))).toBeNull();
  expect(check('Ana', before)).toMatchObject({ status: 403 });
});

it.each([
  ['another person', () => codeOf('Ben')],
  ['two periods ago', () => codeOf('Ana', ms - 60_000)],
  ['another key', () => opsCodesOf(Buffer.alloc(32, 8), 'Ana').generate({ timestamp: ms })],
  ['no code', () => ''],
  ['letters', () => 'abcdef'],
])('refuses the code of %s', (_which, code) => expect(open()('Ana', code())).toMatchObject({ status: 403 }));

it('refuses the right code of a name after five wrong ones, for ten minutes, and no other name', () => {
  const check = open();
  for (let tries = 0; tries < 5; tries++) check('Ana', '000000');
  expect(check('Ana', codeOf('Ana'))).toMatchObject({ status: 429 });
  expect(check('Ben', codeOf('Ben'))).toBeNull();
  ms += 10 * 60_000;
  expect(check('Ana', codeOf('Ana'))).toBeNull();
});

it('refuses the right code of every name after twenty wrong ones of any names, for ten minutes', () => {
  const check = open();
  for (let tries = 0; tries < 20; tries++) expect(check(`Name ${tries}`, '000000')).toMatchObject({ status: 403 });
  expect(check('Ana', codeOf('Ana'))).toEqual({
    status: 429,
    text: 'There were too many wrong codes at this host. Nobody can sign in now. Wait ten minutes, then enter a new code.',
  });
  ms += 10 * 60_000;
  expect(check('Ana', codeOf('Ana'))).toBeNull();
});

it('refuses nothing without a key', () => expect(openCodes(null, () => ms)('Ana', '')).toBeNull());

it('needs a key of 20 bytes, and in production a key wherever the operations page is', () => {
  expect(opsCodeKey(undefined)).toBeNull();
  expect(() => opsCodeKey('c2hvcnQ=')).toThrow('PORTAL_OPS_CODE_KEY is shorter than 20 bytes');
  const production = { PORTAL_MODE: 'production', OPS_PORT: '8083', PORTAL_OPS_TOKEN: 'x'.repeat(32) };
  expect(() => readSettings(production)).toThrow('OPS_PORT is set, and PORTAL_OPS_CODE_KEY is not');
  expect(readSettings({ ...production, PORTAL_OPS_CODE_KEY: KEY.toString('base64') }).opsCodeKey).toEqual(KEY);
  expect(readSettings({}).opsCodeKey).toBeNull();
});
