import '../../../test/services';
import { hashPassword, verifyPassword } from './passwords';

jest.unmock('@node-rs/argon2');

it('hashes a password by argon2id with 19 MiB and two passes, with a new salt each time', async () => {
  const [one, other] = await Promise.all([hashPassword('Correct-Horse-1'), hashPassword('Correct-Horse-1')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
});

it('accepts only the right password, and none if the account does not exist', async () => {
  const stored = await hashPassword('Correct-Horse-1');
  expect(await Promise.all([verifyPassword('Correct-Horse-1', stored), verifyPassword('correct-horse-1', stored)])).toEqual([true, false]);
  expect(await verifyPassword('no such account', undefined)).toBe(false);
});
