import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { extractRelease, previousFrontRelease, previousRelease } from './previous-release';

let repository: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: repository,
    encoding: 'utf8',
    timeout: 60_000,
  }).trim();

/** Commits an additional migration. */
function commit(migration: string): string {
  writeFileSync(join(repository, 'api/migrations', migration), 'select 1;');
  git('add', '.');
  git('commit', '-q', '-m', migration);
  return git('rev-parse', 'HEAD');
}

beforeEach(() => {
  repository = temporaryFolder('history');
  mkdirSync(join(repository, 'api/migrations'), { recursive: true });
  mkdirSync(join(repository, 'shared/contracts'), { recursive: true });
  for (const name of ['package.json', 'tsconfig.json', 'shared/contracts/package.json']) writeFileSync(join(repository, name), '{}');
  git('init', '-q');
});

it('previousRelease returns the commit before the newest migration if there is no tag', () => {
  const first = commit('0001_a.sql');
  commit('0002_b.sql');
  git('commit', '-q', '--allow-empty', '-m', 'no migration');
  expect(previousRelease(repository).revision).toBe(first);
  writeFileSync(join(repository, 'api/migrations/0003_c.sql'), 'select 1;');
  expect(previousRelease(repository).revision).toBe(git('rev-parse', 'HEAD'));
});

it('previousFrontRelease returns the commit before the last change of files that all builds read, except tests', () => {
  const first = commit('0001_a.sql');
  expect(previousFrontRelease(repository).revision).toBeNull();
  mkdirSync(join(repository, 'shared/mf-kit/src'), { recursive: true });
  const write = (name: string) => writeFileSync(join(repository, 'shared/mf-kit/src', name), '');
  write('remote.tsx');
  commit('0002_b.sql');
  write('remote.test.tsx');
  commit('0003_c.sql');
  expect(previousFrontRelease(repository).revision).toBe(first);
  git('tag', 'v1.0.0', first);
  expect(previousFrontRelease(repository).revision).toBe('v1.0.0');
});

it('previousRelease returns the newest tag before this commit', () => {
  commit('0001_a.sql');
  git('tag', 'v1.9.0');
  commit('0002_b.sql');
  git('tag', 'v1.10.0');
  commit('0003_c.sql');
  expect(previousRelease(repository).revision).toBe('v1.10.0');
  git('tag', 'v1.11.0');
  expect(previousRelease(repository).revision).toBe('v1.10.0');
});

it('previousRelease returns this tree without its newest migration if there is no history', () => {
  commit('0001_a.sql');
  expect(previousRelease(repository).revision).toBeNull();
});

it('previousRelease returns this tree without its newest migration if the commit before lacks the first one, because a baseline came between', () => {
  commit('0098_z.sql');
  rmSync(join(repository, 'api/migrations/0098_z.sql'));
  writeFileSync(join(repository, 'api/migrations/0001_a.sql'), 'select 1;');
  commit('0002_b.sql');
  expect(previousRelease(repository).revision).toBeNull();
});

it('previousRelease returns this tree without its newest migration if an earlier migration was edited since the commit before', () => {
  const first = commit('0001_a.sql');
  commit('0002_b.sql');
  expect(previousRelease(repository).revision).toBe(first);
  writeFileSync(join(repository, 'api/migrations/0001_a.sql'), 'select 2;');
  expect(previousRelease(repository).revision).toBeNull();
});

it.each([true, false])('layOut links the earlier tree’s own packages and this tree’s libraries; with a history: %s', (hasHistory) => {
  commit('0001_a.sql');
  writeFileSync(join(repository, 'shared/contracts/package.json'), '{"version":"0.9.0"}');
  const revision = hasHistory ? commit('0002_b.sql') : null;
  if (!hasHistory) writeFileSync(join(repository, 'api/migrations/0002_b.sql'), 'select 1;');
  const folder = join(temporaryFolder('laid-out'), 'before');
  extractRelease({ revision, name: '' }, folder, repository);
  expect(readFileSync(join(folder, 'node_modules/@portal/contracts/package.json'), 'utf8')).toBe('{"version":"0.9.0"}');
  expect(realpathSync(join(folder, 'node_modules/fastify'))).toBe(realpathSync('node_modules/fastify'));
  expect(existsSync(join(folder, 'api/migrations/0002_b.sql'))).toBe(hasHistory);
});
