import { entryOf, missingFrom } from './complete-lockfile.mjs';

test('finds optional packages that the lock names and does not contain, also nested ones', () => {
  const packages = {
    'node_modules/a': { optionalDependencies: { 'a-linux-x64': '1.0.0', 'a-darwin-arm64': '1.0.0' }, dev: true },
    'node_modules/a-linux-x64': {},
    'node_modules/b/node_modules/c': { optionalDependencies: { 'c-linux-x64': '2.0.0' } },
    'node_modules/b/node_modules/c-linux-x64': {},
  };
  expect(missingFrom({ packages })).toEqual([{ path: 'node_modules/a-darwin-arm64', name: 'a-darwin-arm64', version: '1.0.0', dev: true }]);
});

test.each([
  ['@swc/core-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
  ['@swc/core-win32-ia32-msvc', { os: ['win32'], cpu: ['ia32'] }],
  ['@biomejs/cli-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
  ['@unrs/resolver-binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
  ['@rspack/binding-wasm32-wasi', { cpu: ['wasm32'] }],
])('reads the platform of %s from its name', (name, platform) => {
  expect(entryOf({ name, version: '1.0.0', dev: false })).toEqual({ version: '1.0.0', optional: true, ...platform });
});

test('throws for a name without a platform', () => {
  expect(() => entryOf({ name: 'fsevents', version: '2.3.3', dev: false })).toThrow('its platform cannot be read');
});
