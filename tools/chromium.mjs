import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--disable-sync',
];

/** Makes sure that there is a Chromium, by apt where that is allowed. Returns null, or one line that says what to do. */
export function ensureChromium() {
  if (existsSync(chromiumPath)) return null;
  const advice = `There is no Chromium at ${chromiumPath}: install it (Debian: apt-get install chromium), or name yours with CHROMIUM=…`;
  if (process.getuid?.() !== 0) return advice;
  process.stdout.write('Installing chromium with apt-get …\n');
  const apt = (...args) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  apt('update', '-q');
  apt('install', '-yq', '--no-install-recommends', 'chromium', 'fonts-liberation');
  return existsSync(chromiumPath) ? null : advice;
}
