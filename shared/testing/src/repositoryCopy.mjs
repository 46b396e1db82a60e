import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './temporaryFolder.mjs';

/** Links the packages that are installed in `from`. Links to workspaces point to the workspaces of the copy. */
function linkPackages(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(join(from, entry.name)), join(to, entry.name));
    else if (entry.name === '@portal') linkPackages(join(from, entry.name), join(to, entry.name));
    else symlinkSync(join(from, entry.name), join(to, entry.name));
  }
}

/**
 * A copy of the repository at `root`, including uncommitted changes, in a folder that is removed when the process ends. It links the same
 * libraries.
 */
export function repositoryCopy(root, name) {
  const folder = temporaryFolder(name);
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const path of listed.split('\0').filter((one) => one && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(root, path), join(folder, path));
  }
  // Some tools list files with git.
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  for (const workspace of ['', ...readdirSync(join(root, 'shared')).map((one) => `shared/${one}`)]) {
    const installed = join(root, workspace, 'node_modules');
    if (existsSync(installed)) linkPackages(installed, join(folder, workspace, 'node_modules'));
  }
  return folder;
}
