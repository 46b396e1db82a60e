import { memoryFolder } from './memory-folder.mjs';

const line = (options, type = 'tmpfs') => `proc /proc proc rw 0 0\ntmpfs /dev/shm ${type} ${options} 0 0\n`;

test.each([
  ['/dev/shm when it has room', line('rw,relatime,size=24683652k'), 4e9, '/dev/shm'],
  ['null when the room is small, as in a container', line('rw,size=65536k'), 6e7, null],
  ['null when programs may not start there', line('rw,nosuid,noexec'), 4e9, null],
  ['null when it is read-only', line('ro'), 4e9, null],
  ['null when it is on a disk', line('rw', 'ext4'), 4e9, null],
  ['null without such a folder', 'proc /proc proc rw 0 0\n', 4e9, null],
])('returns %s', (_, mounts, free, folder) => {
  expect(
    memoryFolder(
      () => mounts,
      () => free,
    ),
  ).toBe(folder);
});

test('returns null on a system without a list of mounts', () => {
  const missing = () => {
    throw new Error('ENOENT');
  };
  expect(memoryFolder(missing, () => 4e9)).toBeNull();
});
