import { fingerprint, isFingerprintOf, readKeys, seal, setKeyring, unseal } from './keyring';

const key = (id: string, fill: number) => ({ id, bytes: Buffer.alloc(32, fill) });
const old = key('old', 1);
const young = key('young', 2);
beforeEach(() => setKeyring([old]));

it('seals with a nonce of its own each time, and opens what it sealed', () => {
  const [first, second] = [seal('1234567', 'guard 1'), seal('1234567', 'guard 1')];
  expect(first.keyId).toBe('old');
  expect(first.sealed).not.toEqual(second.sealed);
  expect(first.sealed.includes('1234567')).toBe(false);
  expect([unseal(first, 'guard 1'), unseal(second, 'guard 1')]).toEqual(['1234567', '1234567']);
});

it('opens nothing in another place, nothing that was changed, nothing under a key that is missing', () => {
  const one = seal('1234567', 'guard 1');
  expect(() => unseal(one, 'guard 2')).toThrow();
  const bent = Buffer.from(one.sealed);
  bent.writeUInt8(bent.readUInt8(bent.length - 1) ^ 1, bent.length - 1);
  expect(() => unseal({ ...one, sealed: bent }, 'guard 1')).toThrow();
  setKeyring([young]);
  expect(() => unseal(one, 'guard 1')).toThrow('The secret key old is missing');
  setKeyring([key('old', 3)]);
  expect(() => unseal(one, 'guard 1')).toThrow();
});

it('seals under the first key, and opens under each of them', () => {
  const one = seal('1234567', 'guard 1');
  const print = fingerprint('1234567');
  setKeyring([young, old]);
  expect(unseal(one, 'guard 1')).toBe('1234567');
  expect(seal('1', 'guard 1').keyId).toBe('young');
  expect([isFingerprintOf('1234567', print), isFingerprintOf('1234568', print)]).toEqual([true, false]);
});

it('reads keys as they are written down, the sealing one first', () => {
  const written = [young, old].map(({ id, bytes }) => `${id}:${bytes.toString('base64')}`).join(', ');
  expect(readKeys(written)).toEqual([young, old]);
});

it.each([
  ['', 'must look like'],
  ['nokey', 'must look like'],
  ['a:c2hvcnQ=', 'must look like'],
  [`a b:${old.bytes.toString('base64')}`, 'must look like'],
  [`a:${old.bytes.toString('base64')},a:${young.bytes.toString('base64')}`, 'names an id twice'],
])('refuses the keys %j in words that repeat nothing of them', (written, words) => {
  expect(() => readKeys(written)).toThrow(words);
  expect(() => readKeys(written)).not.toThrow(/c2hvcnQ|AQEB|AgIC/);
});
