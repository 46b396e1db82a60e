import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { setKeyring } from '../../../test/services';
import {
  DecryptionError,
  decrypt,
  encrypt,
  fingerprint,
  fingerprintKey,
  isFingerprintOf,
  isSignatureOf,
  keyFingerprints,
  keyIds,
  loadOrCreateDevKey,
  readKeys,
  secretKeysFile,
  signature,
} from './keyring';
import { sha256 } from './secrets';

const key = (id: string, fill: number) => ({ id, bytes: Buffer.alloc(32, fill) });
const old = key('old', 1);
const young = key('young', 2);
beforeEach(() => setKeyring([old]));

it('encrypts with a new nonce each time, and decrypts the value', () => {
  const [first, second] = [encrypt('1234567', 'guard 1'), encrypt('1234567', 'guard 1')];
  expect(first.keyId).toBe('old');
  expect(first.sealed).not.toEqual(second.sealed);
  expect(first.sealed.includes('1234567')).toBe(false);
  expect([decrypt(first, 'guard 1'), decrypt(second, 'guard 1')]).toEqual(['1234567', '1234567']);
});

it('rejects a value in another place, a changed value, and a value under a missing key', () => {
  const one = encrypt('1234567', 'guard 1');
  expect(() => decrypt(one, 'guard 2')).toThrow();
  const bent = Buffer.from(one.sealed);
  bent.writeUInt8(bent.readUInt8(bent.length - 1) ^ 1, bent.length - 1);
  expect(() => decrypt({ ...one, sealed: bent }, 'guard 1')).toThrow();
  setKeyring([young]);
  expect(() => decrypt(one, 'guard 1')).toThrow('The secret key old is missing');
  setKeyring([key('old', 3)]);
  expect(() => decrypt(one, 'guard 1')).toThrow();
});

it.each([0, 1, 11, 12, 13, 27])('throws a DecryptionError for a value truncated to %i bytes', (length) => {
  const one = encrypt('1234567', 'guard 1');
  expect(() => decrypt({ ...one, sealed: one.sealed.subarray(0, length) }, 'guard 1')).toThrow(DecryptionError);
});

it('encrypts under the first key, and decrypts under each key', () => {
  const one = encrypt('1234567', 'guard 1');
  const print = fingerprint('1234567');
  setKeyring([young, old]);
  expect(decrypt(one, 'guard 1')).toBe('1234567');
  expect(encrypt('1', 'guard 1').keyId).toBe('young');
  expect([isFingerprintOf('1234567', print), isFingerprintOf('1234568', print)]).toEqual([true, false]);
});

it('parses keys, the encrypting one first', () => {
  const written = [young, old].map(({ id, bytes }) => `${id}:${bytes.toString('base64')}`).join(', ');
  expect(readKeys(written)).toEqual([young, old]);
});

it.each([
  ['', 'must look like'],
  ['nokey', 'must look like'],
  ['a:c2hvcnQ=', 'must look like'],
  [`a b:${old.bytes.toString('base64')}`, 'must look like'],
  [`a:${old.bytes.toString('base64')},a:${young.bytes.toString('base64')}`, 'names an id twice'],
])('rejects the keys %j with a message that contains no part of them', (written, words) => {
  expect(() => readKeys(written)).toThrow(words);
  expect(() => readKeys(written)).not.toThrow(/c2hvcnQ|AQEB|AgIC/);
});

it('lists its keys, the encrypting one first, and needs at least one', () => {
  setKeyring([young, old]);
  expect([keyIds(), fingerprintKey()]).toEqual([['young', 'old'], 'young']);
  setKeyring([]);
  expect(keyIds()).toEqual([]);
  for (const act of [() => encrypt('1', 'guard 1'), () => fingerprint('1'), () => fingerprintKey()])
    expect(act).toThrow('There is no secret key');
});

it('recognises no fingerprint under a missing key, and no plain hash', () => {
  const print = fingerprint('1234567');
  setKeyring([young]);
  expect(isFingerprintOf('1234567', print)).toBe(false);
  expect(isFingerprintOf('1234567', sha256('1234567'))).toBe(false);
});

it('produces the same stored values as every earlier release', () => {
  expect(keyFingerprints()).toEqual([
    { keyId: 'old', madeWith: Buffer.from('478bf9fd4cb49bd863a53d99c54159c5791e0f4981b69a91d029c79280f2c94c', 'hex') },
  ]);
  expect(fingerprint('1234567').toString('hex')).toBe('9853eb4423722620b52b371bc894c1e8d17b36726a68332036667357cdc12692');
  expect(signature('a device')).toBe('hPyw7WT36ruToc4yRP1r3MCMfzorSJGEPpnTt0_f8BM');
});

it('recognises each key by its fingerprint, and a different key under the same id', () => {
  setKeyring([young, old]);
  const checks = keyFingerprints();
  expect(checks.map(({ keyId }) => keyId)).toEqual(['young', 'old']);
  setKeyring([key('young', 3), old]);
  expect(keyFingerprints()[0]).not.toEqual(checks[0]);
  expect(keyFingerprints()[1]).toEqual(checks[1]);
});

it('verifies a signature under any key, and only for its own text', () => {
  const signed = signature('a device');
  setKeyring([young, old]);
  expect([isSignatureOf('a device', signed), isSignatureOf('another', signed)]).toEqual([true, false]);
  expect(signature('a device')).not.toBe(signed);
  setKeyring([young]);
  expect(isSignatureOf('a device', signed)).toBe(false);
});

it('encrypts texts of any length and alphabet', () => {
  for (const text of ['', 'Zoë 👍', 'x'.repeat(10_000)]) expect(decrypt(encrypt(text, 'guard 1'), 'guard 1')).toBe(text);
});

it.each([
  ['an id of 40 characters', 'a'.repeat(40), true],
  ['an id of 41 characters', 'a'.repeat(41), false],
  ['every character allowed in an id', 'Az09._-', true],
  ['blanks around an id', ' a', true],
])('accepts %s: %s', (_what, id, is) => {
  const read = () => readKeys(`${id}:${old.bytes.toString('base64')} `);
  if (is) expect(read()).toEqual([{ id: id.trim(), bytes: old.bytes }]);
  else expect(read).toThrow('PORTAL_SECRET_KEYS must look like "2027a:KEY" or "2027b:NEW,2027a:OLD", each key 32 bytes in base64');
});

it.each([31, 33])('rejects a key of %d bytes', (length) => {
  expect(() => readKeys(`a:${Buffer.alloc(length, 1).toString('base64')}`)).toThrow('must look like');
});

describe('the key of a demonstration', () => {
  const folder = () => temporaryFolder('keys');

  it('is created once, in a file that only its owner can read', () => {
    const inside = join(folder(), 'data', 'portal');
    const [made, ...more] = loadOrCreateDevKey(inside);
    expect([made?.id, made?.bytes.length, more]).toEqual([expect.stringMatching(/^dev-[0-9a-f]{8}$/), 32, []]);
    expect(statSync(secretKeysFile(inside)).mode & 0o777).toBe(0o600);
    expect(secretKeysFile(inside)).toBe(join(inside, 'secret-keys'));
    expect(loadOrCreateDevKey(inside)).toEqual([made]);
    expect(readFileSync(secretKeysFile(inside), 'utf8')).toBe(`${made?.id}:${made?.bytes.toString('base64')}\n`);
    expect(loadOrCreateDevKey(folder())[0]?.id).not.toBe(made?.id);
  });

  it('is rejected in one line if the folder is a file', () => {
    const inside = join(folder(), 'data');
    writeFileSync(inside, 'a file');
    expect(() => loadOrCreateDevKey(inside)).toThrow(`The folder ${inside} is not writable.`);
  });
});
