import { spawnSync } from 'node:child_process';

/** Installs Debian packages. RUNLEVEL=1 prevents the start of installed servers. Returns false if the user is not root. */
export function installPackages(packages) {
  if (process.getuid?.() !== 0) return false;
  process.stdout.write(`Installing ${packages.join(', ')} with apt-get …\n`);
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    });
  apt('update', '-q');
  apt('install', '-yq', '--no-install-recommends', ...packages);
  return true;
}

function missing(packages) {
  const { stdout } = spawnSync('dpkg', ['--get-selections', ...packages], { encoding: 'utf8' });
  const installed = new Set([...(stdout ?? '').matchAll(/^([^:\s]+)\S*\s+install$/gm)].map(([, name]) => name));
  return packages.filter((name) => !installed.has(name));
}

/** Installs missing Debian packages if permitted. Returns null, or one line with instructions. */
export function ensurePackages(packages) {
  const wanted = missing(packages);
  if (wanted.length === 0) return null;
  installPackages(wanted);
  const still = missing(wanted);
  return still.length === 0 ? null : `Not installed: ${still.join(', ')}. On Debian: apt-get install ${still.join(' ')}`;
}
