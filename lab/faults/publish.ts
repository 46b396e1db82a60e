import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type KillResult, killPublishers } from '../../delivery/test/contention/run';
import { fakeBuild, newContext } from '../../delivery/test/fixtures';

const root = resolve(import.meta.dirname, '../..');

/** Publishes to a mounted disk that is too small for a version; null if this machine does not permit the mount. */
function onSmallDisk(folder: string): { words: string; problems: string[] } | null {
  const place = join(folder, 'disk');
  mkdirSync(place, { recursive: true });
  const contents = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`part-${n}.js`, `/* ${n} */`.repeat(4_000)]));
  const build = fakeBuild({ name: 'mf-jobs', contents });
  const command = `node --import tsx delivery/src/cli.ts publish mf-jobs --dir ${build}`;
  const script = `mount -t tmpfs -o size=300k tmpfs ${place} && { ${command}; echo "code $?"; ls -A ${place}/delivery/modules/mf-jobs; }`;
  const { status, stdout, stderr } = spawnSync('unshare', ['-Urm', 'sh', '-c', script], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PORTAL_DATA: place },
  });
  if (status === null || !stdout.includes('code ')) return null;
  const problems: string[] = [];
  if (!stdout.endsWith('code 1\n')) problems.push(`a full disk: ${stdout.trim()}`);
  if (!stderr.replace(/\s+/g, ' ').includes('no space is left for')) problems.push(`a full disk is reported as: ${stderr.trim()}`);
  return { words: stderr.trim(), problems };
}

export interface PublishFaults extends KillResult {
  /** Output for a full disk; null if it could not be tested on this machine. */
  full: string | null;
}

/** Kills publishers with SIGKILL at random moments, and fills a disk. */
export async function publishFaults(
  rounds: number,
  random: () => number,
  folder: string,
  say: (line: string) => void,
): Promise<PublishFaults> {
  const killed = await killPublishers(rounds, random, newContext(join(folder, 'store')));
  const { kills, met, told, problems } = killed;
  say(`${kills} kills, ${met} of them during a write: ${told} changes were acknowledged, ${problems.length} problems`);
  const full = onSmallDisk(folder);
  say(
    full
      ? `a full disk: ${full.words}`
      : 'a full disk was not tested: this machine does not permit a mount (unshare, mount); delivery/test/disk-full.test.ts simulates one',
  );
  return { ...killed, problems: [...problems, ...(full?.problems ?? [])], full: full?.words ?? null };
}
