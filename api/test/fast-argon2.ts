/**
 * The password of a test guard is no secret: argon2 hashes it at its lowest cost, since hundreds of guards would keep a core busy for minutes.
 * `passwords.test.ts` tests the real cost, and undoes this mock.
 */
jest.mock('@node-rs/argon2', () => {
  const argon2 = jest.requireActual<typeof import('@node-rs/argon2')>('@node-rs/argon2');
  return {
    ...argon2,
    hash: (password: string, options: object) => argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 }),
  };
});
