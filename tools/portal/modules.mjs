import { remotesIn } from '../../shared/webpack/src/remotes.mjs';
import { run } from './child.mjs';

/** The shell and every remote. */
export const modulesIn = (root) => ['shell', ...remotesIn(root)];

/**
 * Builds what changed of the shell and the remotes, as many at a time as there are `lanes`: a build keeps one core busy, and each takes about as
 * long as another. `say` hears a line per module; `names`: these modules only. Throws Unready with the build's words.
 */
export async function buildModules(root, env, say, lanes = 2, names = modulesIn(root)) {
  const onOutput = (text) => {
    for (const line of text.split('\n').filter(Boolean)) say(line);
  };
  const build = (lane) => {
    const its = names.filter((_, at) => at % lanes === lane);
    return run(['shared/webpack/bin/portal-build.mjs', ...its, '--local'], { cwd: root, env, onOutput });
  };
  await Promise.all(Array.from({ length: Math.min(lanes, names.length) }, (_, lane) => build(lane)));
}

/** Publishes the builds and activates the new versions in one revision. Returns what the portal command said. */
export const publishModules = (root, env) =>
  run(['--import', 'tsx', 'delivery/src/cli.ts', 'publish', ...modulesIn(root), '--activate', '--why', 'npm start'], { cwd: root, env });
